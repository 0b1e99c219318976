import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import manifest from '../../../package.json';
import { removeFolder, temporaryFolder } from './server.mts';

const HOST = 'registry.npmjs.org';

/** A local npm registry, to test installation before publishing. */
export interface Registry {
	/** Environment that makes npm and n8n use only this registry. */
	readonly env: Record<string, string>;
	/** Received requests, such as `GET /n8n-nodes-loops-email`. */
	readonly requests: string[];
	close(): Promise<void>;
}

/** Serves only the package of a tarball, through a proxy since n8n requires npm's address. */
export async function startRegistry(tarball: string): Promise<Registry> {
	const folder = await temporaryFolder('registry');
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	await promisify(execFile)('openssl', [
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'],
		...['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`],
		...['-keyout', key, '-out', cert],
	]);
	const content = await readFile(tarball);
	const { name, version } = manifest;
	const file = `/${name}/-/${basename(tarball)}`;
	const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
	const released = { ...manifest, dist: { tarball: `https://${HOST}${file}`, integrity } };
	const answers: Record<string, object> = {
		[`/${name}`]: { name, 'dist-tags': { latest: version }, versions: { [version]: released } },
		[`/${name}/${version}`]: released,
		[`/${name}/latest`]: released,
	};

	const requests: string[] = [];
	const registry = createServer(
		{ key: await readFile(key), cert: await readFile(cert) },
		({ method, url = '' }, response) => {
			requests.push(`${method} ${url}`);
			if (url === file) response.end(content);
			else if (answers[url]) response.end(JSON.stringify(answers[url]));
			else response.writeHead(404).end('{}');
		},
	);
	const proxy = createProxy().on('connect', ({ url }, client, head) => {
		client.on('error', () => client.destroy());
		if (url !== `${HOST}:443`) {
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const { port } = registry.address() as AddressInfo;
		const server = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 OK\r\n\r\n');
			server.write(head);
			server.pipe(client).pipe(server);
		});
		server.on('error', () => client.destroy());
	});
	const [, port] = [await listen(registry), await listen(proxy)];

	return {
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: cert,
			npm_config_cafile: cert,
			// A shared cache would contain an earlier build.
			npm_config_cache: join(folder, 'cache'),
		},
		requests,
		async close() {
			for (const server of [registry, proxy]) {
				server.closeAllConnections();
				server.close();
			}
			await removeFolder(folder);
		},
	};
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}
