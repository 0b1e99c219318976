import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { checkAll } from './run.mts';
import { startService } from './testService.mts';

const { emulator, serviceOf } = await startService();

interface Exchange {
	method: string;
	path: string;
	sent: string;
	status: number;
	headers: Record<string, string>;
	body: string;
}

const closing: Array<() => void> = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A service that answers as the emulator does, but for what `change` does to an exchange. */
async function differing(change: (exchange: Exchange) => void): Promise<string> {
	const server = createServer((req, res) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of req) chunks.push(chunk as Buffer);
			const sent = Buffer.concat(chunks).toString();
			const path = (req.url ?? '').slice('/api/v1'.length);
			const { authorization, 'content-type': type, 'idempotency-key': key } = req.headers;
			const answer = await fetch(emulator.baseUrl + path, {
				method: req.method,
				headers: {
					...(authorization && { authorization }),
					...(type && { 'content-type': type }),
					...(typeof key === 'string' && { 'idempotency-key': key }),
				},
				body: sent === '' ? undefined : sent,
			});
			const exchange: Exchange = {
				...{ method: req.method ?? '', path, sent, status: answer.status },
				headers: Object.fromEntries(
					['x-ratelimit-limit', 'x-ratelimit-remaining', 'content-type'].flatMap((name) => {
						const value = answer.headers.get(name) ?? (name.startsWith('x-') ? '10' : null);
						return value === null ? [] : [[name, value] as const];
					}),
				),
				body: await answer.text(),
			};
			change(exchange);
			res.writeHead(exchange.status, exchange.headers).end(exchange.body);
		})().catch(() => res.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	closing.push(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

const differsIn = async (change: (exchange: Exchange) => void) => {
	const service = serviceOf(undefined, await differing(change));
	const results = await checkAll(service, 'send');
	return results.filter(({ outcome }) => outcome === 'differs').map(({ assumption: { id } }) => id);
};

const on = (method: string, path: string, change: (exchange: Exchange) => void) => {
	return (exchange: Exchange) => {
		if (exchange.method === method && exchange.path.startsWith(path)) change(exchange);
	};
};
const replace = (from: string, to: string) => (exchange: Exchange) => {
	exchange.body = exchange.body.replaceAll(from, to);
};
const status = (from: number, to: number) => (exchange: Exchange) => {
	if (exchange.status === from) exchange.status = to;
};

it.each<[difference: string, ids: string[], change: (exchange: Exchange) => void]>([
	['the same answers', [], () => {}],
	['no team name', ['key-test'], on('GET', '/api-key', replace('teamName', 'name'))],
	['403 for a bad key', ['key-wrong', 'key-missing'], on('GET', '/api-key', status(401, 403))],
	[
		'no header with what is left',
		['rate-headers'],
		({ headers }) => delete headers['x-ratelimit-remaining'],
	],
	['a limit of 5', ['rate-limit-10'], ({ headers }) => (headers['x-ratelimit-limit'] = '5')],
	[
		'404 for nobody',
		['find-nobody'],
		on('GET', '/contacts/find?email=nobody-at-all', (exchange) => (exchange.status = 404)),
	],
	['lists in an object', ['lists'], on('GET', '/lists', replace('"isPublic"', '"public"'))],
	[
		'another type',
		['properties'],
		on('GET', '/contacts/properties', replace('"date"', '"datetime"')),
	],
	[
		'pages without a cursor',
		['published-emails'],
		on('GET', '/transactional?perPage=10', replace('"nextCursor"', '"next"')),
	],
	['pages of any size', ['page-size'], on('GET', '/transactional?perPage=51', status(400, 200))],
	['cursors taken', ['cursor-unknown'], on('GET', '/transactional?cursor', status(400, 200))],
	[
		'an empty event for an unknown name',
		['event-by-name-unknown'],
		on('GET', '/event-patterns/by-name/no', status(404, 200)),
	],
	[
		'422 for a bad address',
		['email-invalid'],
		on('POST', '/contacts/create', (exchange) => {
			if (exchange.sent.includes('no address')) exchange.status = 422;
		}),
	],
	[
		'400 for a contact that exists',
		['create-conflict', 'email-case'],
		on('POST', '/contacts/create', status(409, 400)),
	],
	[
		'404 where nothing is left to delete, without its envelope',
		['delete'],
		on('POST', '/contacts/delete', (exchange) => {
			if (exchange.status === 404) exchange.body = 'Not Found';
		}),
	],
	[
		'null kept as text',
		['update-null-clears'],
		(() => {
			let cleared = false;
			return (exchange: Exchange) => {
				if (exchange.sent.includes('"firstName":null')) cleared = true;
				else if (cleared && exchange.path.startsWith('/contacts/find')) {
					exchange.body = exchange.body.replace('"firstName":null', '"firstName":"null"');
					cleared = false;
				}
			};
		})(),
	],
	[
		'a repeated key taken',
		['event-key-repeated'],
		on('POST', '/events/send', (exchange) => {
			if (exchange.status === 409) {
				exchange.status = 200;
				exchange.body = '{"success":true}';
			}
		}),
	],
	[
		'422 for a key that sent an email before',
		['send-key-repeated'],
		on('POST', '/transactional', status(409, 422)),
	],
])('reports %s under %j, and nothing else', async (_, ids, change) => {
	expect(await differsIn(change)).toEqual(ids);
});
