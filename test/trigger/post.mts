import { request } from 'node:http';

import type { WebhookRequest } from './sign.mts';

export interface WebhookAnswer {
	status: number;
	body: string;
}

/**
 * Sends an exact request, which `fetch` can't, on its own connection.
 * @param hangUp closes the connection
 */
export async function post(
	url: string,
	sent: WebhookRequest,
	hangUp?: AbortSignal,
): Promise<WebhookAnswer> {
	return await new Promise((resolve, reject) => {
		const { method = 'POST', headers, body } = sent;
		const outgoing = request(
			url,
			{ method, agent: false, timeout: 60_000, signal: hangUp },
			(incoming) => {
				const chunks: Buffer[] = [];
				incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
				incoming.once('end', () =>
					resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
				);
			},
		);
		for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
		outgoing.once('timeout', () => outgoing.destroy(new Error(`${url} does not answer`)));
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}
