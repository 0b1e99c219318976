import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const PATIENCE_MS = 15_000;
const KEPT_BYTES = 500;

/** How a delivery ended: with a status and the beginning of the answer, or with an error. */
export interface Outcome {
	status?: number;
	answer?: string;
	error?: string;
	/** From its start to the end of the answer. */
	ms: number;
}

/** Posts JSON on a connection of its own, and follows no redirects. */
export async function post(
	url: string,
	headers: Record<string, string>,
	body: string,
	signal: AbortSignal,
): Promise<Outcome> {
	const startedAt = performance.now();
	const ms = () => Math.round(performance.now() - startedAt);
	const request = url.startsWith('https:') ? requestHttps : requestHttp;
	return await new Promise((resolve) => {
		const fail = (error: Error & { code?: string }) =>
			resolve({ error: error.message || (error.code ?? 'failed'), ms: ms() });
		const outgoing = request(url, { method: 'POST', headers, agent: false, signal }, (incoming) => {
			const chunks: Buffer[] = [];
			let size = 0;
			incoming.on('data', (chunk: Buffer) => {
				if (size < KEPT_BYTES) chunks.push(chunk);
				size += chunk.length;
			});
			incoming.on('error', fail);
			incoming.on('end', () => {
				clearTimeout(timer);
				const answer = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8');
				resolve({ status: incoming.statusCode, answer, ms: ms() });
			});
		});
		const timer = setTimeout(
			() => outgoing.destroy(new Error(`no answer in ${PATIENCE_MS / 1000} s`)),
			PATIENCE_MS,
		);
		outgoing.on('close', () => clearTimeout(timer));
		outgoing.on('error', fail);
		outgoing.end(body);
	});
}
