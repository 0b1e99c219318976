import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, vi } from 'vitest';
import type { WebhookEvent } from './events.mts';

interface Received {
	/** ms of `performance.now()`. */
	at: number;
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	text: string;
	event: WebhookEvent;
}

export interface Receiver {
	url: string;
	/** Emptied before each test. */
	received: Received[];
	/** The answer to the nth delivery from 0; undefined for none. */
	answer: (nth: number) => { status: number; text?: string; location?: string } | undefined;
	/** Waits for `count` deliveries. */
	first(count: number): Promise<Received[]>;
}

/** A server that receives webhooks for a test file. */
export async function startReceiver(): Promise<Receiver> {
	const good = () => ({ status: 200, text: 'ok' });
	const server = createServer((req, res) => {
		const chunks: Buffer[] = [];
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => {
			const text = Buffer.concat(chunks).toString('utf8');
			const { method = '', url = '', headers } = req;
			const event = JSON.parse(text) as WebhookEvent;
			receiver.received.push({ at: performance.now(), method, url, headers, text, event });
			const answer = receiver.answer(receiver.received.length - 1);
			if (!answer) return;
			res.writeHead(answer.status, answer.location ? { location: answer.location } : {});
			res.end(answer.text);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/loops`,
		received: [],
		answer: good,
		first: async (count) => {
			await vi.waitUntil(() => receiver.received.length >= count, { timeout: 15_000 });
			return receiver.received.slice(0, count);
		},
	};
	beforeEach(() => {
		receiver.received = [];
		receiver.answer = good;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return receiver;
}

/** Checks a signature as in Loops' docs. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
	const key = Buffer.from(secret.split('_')[1], 'base64');
	const signed = [headers['webhook-id'], headers['webhook-timestamp'], text].join('.');
	const expected = createHmac('sha256', key).update(signed).digest('base64');
	return headers['webhook-signature'] === `v1,${expected}`;
}
