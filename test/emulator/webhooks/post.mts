import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

const PATIENCE_MS = 15_000;
const KEPT_BYTES = 500;

/** The result of a delivery: a status and the beginning of the answer, or an error. */
export interface Outcome {
	status?: number;
	answer?: string;
	error?: string;
	/** Until the end of the answer. */
	ms: number;
}

/** Posts JSON on its own connection without following redirects; never throws. */
export async function post(
	url: string,
	headers: Record<string, string>,
	body: string,
	signal: AbortSignal,
): Promise<Outcome> {
	const startedAt = performance.now();
	const ms = () => Math.round(performance.now() - startedAt);
	try {
		const answer = await exchange(url, { headers, signal }, body);
		return { ...answer, ms: ms() };
	} catch (error) {
		const { message, code } = error as Error & { code?: string };
		return { error: message || (code ?? 'failed'), ms: ms() };
	}
}

async function exchange(
	url: string,
	options: RequestOptions,
	body: string,
): Promise<Pick<Outcome, 'status' | 'answer'>> {
	const request = url.startsWith('https:') ? requestHttps : requestHttp;
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, { ...options, method: 'POST', agent: false });
		const timer = setTimeout(() => {
			reject(new Error(`no answer in ${PATIENCE_MS / 1000} s`));
			outgoing.destroy();
		}, PATIENCE_MS);
		// If the answer switches protocols, Node.js emits neither an answer nor an error.
		const unanswered = () => reject(new Error('closed without an answer'));
		outgoing.on('close', () => clearTimeout(timer));
		outgoing.on('close', unanswered);
		outgoing.on('error', reject);
		outgoing.on('response', (incoming) => {
			// An answer without a length ends only when the connection closes.
			outgoing.off('close', unanswered);
			const chunks: Buffer[] = [];
			let size = 0;
			incoming.on('data', (chunk: Buffer) => {
				if (size < KEPT_BYTES) chunks.push(chunk);
				size += chunk.length;
			});
			incoming.on('error', reject);
			incoming.on('end', () => {
				const answer = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8');
				resolve({ status: incoming.statusCode, answer });
			});
		});
		outgoing.end(body);
	});
}
