import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Certificates, makeCertificates } from '../harness/certificates.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

let servers: Server[] = [];
const { HTTPS_PROXY } = process.env;
afterEach(() => {
	for (const server of servers) server.close();
	servers = [];
	if (HTTPS_PROXY === undefined) delete process.env.HTTPS_PROXY;
	else process.env.HTTPS_PROXY = HTTPS_PROXY;
});

/** What a server has seen: its connections, and all bytes that it got, decrypted. */
interface Seen {
	origin: string;
	connections: number;
	received: string;
}

/** Starts a server; `answer` gets each connection after its first bytes. */
async function serve(
	answer: (socket: Socket) => void,
	make: (onSocket: (socket: Socket) => void) => Server = createServer,
): Promise<Seen> {
	const seen: Seen = { origin: '', connections: 0, received: '' };
	const server = make((socket) => {
		socket.on('error', () => {});
		socket.on('data', (bytes) => (seen.received += bytes.toString('latin1')));
		socket.once('data', () => answer(socket));
	});
	server.on('connection', () => seen.connections++);
	servers.push(server.listen(0, '127.0.0.1'));
	await once(server, 'listening');
	seen.origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return seen;
}

/** Sends an event that carries an idempotency key, so that the node may repeat it. */
async function send(baseUrl: string) {
	const credentials = { ...loops.credentials(), baseUrl };
	const { error } = await loops.run(parametersOf.sendEvent, [{}], { credentials });
	if (!error) throw new Error('The event was sent');
	return error;
}

const UNKNOWN = 'It is not known whether Loops processed the request';

describe('a certificate that Node.js does not accept', () => {
	let certificates: Certificates;
	beforeAll(() => {
		certificates = makeCertificates();
	});

	it.each<[Exclude<keyof Certificates, 'root'>, string]>([
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
		['CERT_HAS_EXPIRED', 'certificate has expired'],
	])('is told by its code %s after one attempt that sends nothing', async (code, words) => {
		const server = await serve(
			(socket) => socket.end(),
			(onSocket) => createTlsServer(certificates[code], onSocket),
		);
		const error = await send(`https://${server.origin}/api/v1`);
		expect(error.message).toContain(`n8n can't reach ${server.origin} (${code}: ${words}`);
		expect(error.description).toContain('NODE_EXTRA_CA_CERTS');
		expect(error.description).not.toContain(UNKNOWN);
		expect(error.httpCode).toBe(code);
		expect(server).toMatchObject({ connections: 1, received: '' });
	});
});

describe('a proxy that opens no tunnel', () => {
	/** Sends through a proxy that answers the CONNECT. */
	async function sendThrough(answer: (socket: Socket) => void) {
		const proxy = await serve(answer);
		process.env.HTTPS_PROXY = `http://${proxy.origin}`;
		const error = await send('https://loops.example/api/v1');
		// Each connection got a CONNECT, and nothing of the request.
		expect(proxy.received).toMatch(
			/^(CONNECT loops\.example:443 HTTP\/1\.1\r\n(\S+: .*\r\n)+\r\n)+$/,
		);
		return { proxy, error };
	}

	it.each<[string, (socket: Socket) => void, string]>([
		[
			'closes the connection',
			(socket) => socket.end(),
			'Proxy connection ended before receiving CONNECT response',
		],
		[
			'answers without a status',
			(socket) => socket.end('\r\n\r\n'),
			'No header received from proxy CONNECT response',
		],
		[
			'answers with a broken header',
			(socket) => socket.end('HTTP/1.1 200 OK\r\nbroken\r\n\r\n'),
			'Invalid header from proxy CONNECT response: "broken"',
		],
	])('and %s is tried again, and told in its own words', async (_case, answer, words) => {
		const { proxy, error } = await sendThrough(answer);
		expect(error.message).toBe(`n8n can't reach loops.example (${words}) [item 0]`);
		expect(error.description).toContain('any proxy or firewall between n8n and Loops');
		expect(error.description).not.toContain(UNKNOWN);
		expect(proxy.connections).toBe(5);
	});

	it.each([
		['an empty page', 'content-length: 0\r\n\r\n'],
		['the page of Squid', 'content-type: text/html\r\n\r\n<html>Cache Access Denied</html>'],
		['text', 'content-type: text/plain\r\n\r\nLog in first'],
	])('because it wants a login says so, with %s', async (_case, rest) => {
		const { proxy, error } = await sendThrough((socket) =>
			socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${rest}`),
		);
		expect(error.message).toMatch(
			/^A proxy between n8n and Loops requires a user name and password \(HTTP 407/,
		);
		expect(error.description).toContain('HTTPS_PROXY');
		expect(proxy.connections).toBe(1);
	});

	it.each([
		['an empty page', 'content-length: 0\r\n\r\n'],
		['HTML', 'content-type: text/html\r\n\r\n<html>Blocked</html>'],
		['JSON', 'content-type: application/json\r\n\r\n{"error":"Blocked"}'],
	])('but answers 403 with %s does not blame the API key', async (_case, rest) => {
		const { proxy, error } = await sendThrough((socket) =>
			socket.end(`HTTP/1.1 403 Forbidden\r\n${rest}`),
		);
		expect(error.message).not.toContain('API key');
		expect(`${error.message} ${error.description}`).toContain(
			'proxy or firewall between n8n and Loops',
		);
		expect(proxy.connections).toBe(1);
	});
});

it('a server that speaks no TLS gets none of the request, which is tried again', async () => {
	const server = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
	const error = await send(`https://${server.origin}/api/v1`);
	expect(error.message).toBe(`n8n can't reach ${server.origin} (EPROTO) [item 0]`);
	expect(error.description).not.toContain(UNKNOWN);
	expect(server.received).not.toContain('POST');
	expect(server.connections).toBe(5);
});

it.each<[string, (socket: Socket) => void]>([
	['resets', (socket) => socket.resetAndDestroy()],
	['closes', (socket) => socket.end()],
])(
	'a server that %s the connection during the TLS handshake may have got the request',
	async (_case, answer) => {
		const server = await serve(answer);
		const error = await send(`https://${server.origin}/api/v1`);
		expect(error.message).toBe('No response from Loops (ECONNRESET) [item 0]');
		expect(error.description).toContain(UNKNOWN);
	},
);
