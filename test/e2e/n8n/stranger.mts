import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A foreign server that answers like an n8n without an owner. */
export interface Stranger {
	readonly port: number;
	/** Method and path of the received requests. */
	readonly requests: string[];
	close(): Promise<void>;
}

/** @param port default: a free one */
export async function startStranger(port = 0): Promise<Stranger> {
	const requests: string[] = [];
	const server = createServer(({ method, url }, response) => {
		requests.push(`${method} ${url}`);
		response.setHeader('content-type', 'application/json').setHeader('set-cookie', 'n8n-auth=x');
		response.end('{"data":{"id":"1"}}');
	}).listen(port, '127.0.0.1');
	await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
	return {
		port: (server.address() as AddressInfo).port,
		requests,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
