import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { startEmulator } from '../emulator/server.mts';
import { NO_VARIABLES, parsed } from '../emulator/testClient.mts';
import { isRecord } from './assumption.mts';

export interface Exchange {
	method: string;
	/** With the query. */
	path: string;
	sent: Record<string, unknown>;
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** Before the request is processed, after it, or after it without closing the connection. */
export type Failure = 'break' | 'lose' | 'hang';

export const KEY = 'other-example-key';
export const EMAIL_ID = NO_VARIABLES;

const ofContent = /^\/(campaign|component|email-m|theme|transactional-|uploads|workflows)/;

/** An emulator behind a proxy: `change` makes its answers differ, `failure` makes a request fail. */
export async function startOtherLoops(
	change: (exchange: Exchange) => void = () => {},
	failure: (at: number) => Failure | void = () => {},
) {
	const emulator = await startEmulator({
		rateLimit: 0,
		contentRateLimit: 0,
		strictIds: true,
		apiKey: KEY,
	});
	const { content } = emulator;
	const ids = {
		contacts: () => emulator.contacts().map(({ id }) => String(id)),
		workflows: () => [...content.workflows.keys()],
		/** Events, and what nothing removes. */
		lasting: () => [
			...emulator.eventPatterns().map(({ id }) => String(id)),
			...[content.campaigns, content.segments, content.uploads].flatMap((map) => [...map.keys()]),
		],
	};
	const seeded = new Set(Object.values(ids).flatMap((list) => list()));
	const made = (kind: keyof typeof ids) => ids[kind]().filter((id) => !seeded.has(id));

	const requests: string[] = [];
	const server = createServer((req, res) => {
		void (async () => {
			const { method = '', url = '', headers } = req;
			const end = failure(requests.push(`${method} ${url}`));
			if (end === 'break') return void res.destroy();
			const text = await textOf(req);
			const { host: _, connection: __, 'content-length': ___, ...given } = headers;
			const answer = await fetch(emulator.origin + url, {
				method,
				headers: given as Record<string, string>,
				body: text || undefined,
			});
			const answered = await answer.text();
			const path = url.replace('/api/v1', '');
			const sent = parsed(text);
			const exchange: Exchange = {
				method,
				path,
				sent: isRecord(sent) ? sent : {},
				status: answer.status,
				body: parsed(answered),
				headers: {
					'x-ratelimit-limit': ofContent.test(path) ? '60' : '10',
					'x-ratelimit-remaining': '9',
				},
			};
			change(exchange);
			if (end === 'lose') return void res.destroy();
			if (end === 'hang') return;
			const isPage = typeof exchange.body === 'string';
			res.setHeader('content-type', isPage ? 'text/html' : 'application/json');
			res.writeHead(exchange.status, exchange.headers);
			res.end(isPage ? exchange.body : JSON.stringify(exchange.body));
		})().catch(() => res.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		made,
		requests,
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await emulator.close();
		},
	};
}
