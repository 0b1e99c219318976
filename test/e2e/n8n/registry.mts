import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls';
import { promisify } from 'node:util';

import manifest from '../../../package.json';
import { removeFolder, temporaryFolder } from './server.mts';

/** A local npm registry, to test installation before publishing. */
export interface Registry {
	/** Environment that makes npm and n8n use only this registry. */
	readonly env: Record<string, string>;
	close(): Promise<void>;
}

const openssl = async (...args: string[]) => await promisify(execFile)('openssl', args);

/**
 * Serves only the package of a tarball, in place of every other host: through a proxy, since npm takes
 * its registry from its configuration and n8n has one of its own.
 */
export async function startRegistry(tarball: string): Promise<Registry> {
	const folder = await temporaryFolder('registry');
	const authority = join(folder, 'authority.pem');
	const key = join(folder, 'key.pem');
	const request = ['req', '-x509', '-nodes', '-days', '1'];
	const newKey = ['-newkey', 'rsa:2048', '-keyout', key];
	await openssl(...request, ...newKey, '-subj', '/CN=Test', '-out', authority);
	const contextOf = async (host: string) => {
		const cert = join(folder, `${host}.pem`);
		const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
		const signed = ['-CA', authority, '-CAkey', key, '-key', key];
		await openssl(...request, ...signed, ...names, '-out', cert);
		return createSecureContext({ key: await readFile(key), cert: await readFile(cert) });
	};
	const contexts = new Map<string, Promise<SecureContext>>();
	const SNICallback: TlsOptions['SNICallback'] = (host, done) => {
		const context = contexts.get(host) ?? contextOf(host);
		contexts.set(host, context);
		context.then((made) => done(null, made), done);
	};

	const content = await readFile(tarball);
	const { name, version } = manifest;
	const file = `/${name}/-/${basename(tarball)}`;
	const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
	const registry = createServer({ SNICallback }, ({ url = '', headers }, response) => {
		const dist = { tarball: `https://${headers.host}${file}`, integrity };
		const released = { ...manifest, dist };
		const answers: Record<string, object> = {
			[`/${name}`]: { name, 'dist-tags': { latest: version }, versions: { [version]: released } },
			[`/${name}/${version}`]: released,
			[`/${name}/latest`]: released,
		};
		if (url === file) response.end(content);
		else if (answers[url]) response.end(JSON.stringify(answers[url]));
		else response.writeHead(404).end('{}');
	});
	const proxy = createProxy().on('connect', (_request, client, head) => {
		client.on('error', () => client.destroy());
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
			NODE_EXTRA_CA_CERTS: authority,
			npm_config_cafile: authority,
			// Through the proxy also where npm's own is plain HTTP, such as a mirror.
			npm_config_registry: 'https://registry.example/',
			// A shared cache would contain an earlier build.
			npm_config_cache: join(folder, 'cache'),
		},
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
