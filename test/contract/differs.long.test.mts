import { afterEach, expect, it } from 'vitest';

import { Journal } from './journal.mts';
import { type Exchange, EMAIL_ID, KEY, startOtherLoops } from './otherLoops.mts';
import { EFFECTS } from './assumption.mts';
import { cleanUp } from './cleanUp.mts';
import { checkAll } from './run.mts';
import { Service } from './service.mts';

type Change = (exchange: Exchange) => void;

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** The IDs of what differs, and whether all that was made is removed. */
async function differsIn(change: Change): Promise<string[]> {
	const other = await startOtherLoops(change);
	closing.push(other.close);
	const journal = new Journal();
	const service = new Service(
		{
			...{ baseUrl: other.baseUrl, apiKey: KEY, pace: 10_000 },
			...{ domain: 'example.com', recipient: 'kim@example.com', transactionalId: EMAIL_ID },
		},
		journal,
	);
	const results = await checkAll(service, EFFECTS);
	expect((await cleanUp(service, journal)).remaining).toEqual([]);
	expect([other.made('contacts'), other.made('workflows')]).toEqual([[], []]);
	return results.filter(({ outcome }) => outcome === 'differs').map(({ assumption: { id } }) => id);
}

const on =
	(method: string, path: string, change: Change): Change =>
	(exchange) => {
		if (exchange.method === method && exchange.path.startsWith(path)) change(exchange);
	};
const status =
	(from: number, to: number): Change =>
	(exchange) => {
		if (exchange.status === from) exchange.status = to;
	};
/** Renames a field, or a value, wherever it is. */
const rename =
	(from: string, to: string): Change =>
	(exchange) => {
		const text = JSON.stringify(exchange.body).replaceAll(`"${from}"`, `"${to}"`);
		exchange.body = JSON.parse(text) as unknown;
	};

it.each<[difference: string, ids: string[], change: Change]>([
	['the same answers', [], () => {}],
	['no team name', ['key-test'], on('GET', '/api-key', rename('teamName', 'name'))],
	['403 for a bad key', ['key-wrong', 'key-missing'], on('GET', '/api-key', status(401, 403))],
	[
		'no header with what is left',
		['rate-headers'],
		({ headers }) => delete headers['x-ratelimit-remaining'],
	],
	[
		'a limit of 5',
		['rate-limit-10'],
		({ headers }) => {
			if (headers['x-ratelimit-limit'] === '10') headers['x-ratelimit-limit'] = '5';
		},
	],
	[
		'404 for nobody',
		['find-nobody'],
		on('GET', '/contacts/find?email=nobody-at-all', (exchange) => (exchange.status = 404)),
	],
	['lists in an object', ['lists'], on('GET', '/lists', rename('isPublic', 'public'))],
	['another type', ['properties'], on('GET', '/contacts/properties', rename('date', 'datetime'))],
	[
		'pages without a cursor',
		['published-emails'],
		on('GET', '/transactional?perPage=10', rename('nextCursor', 'next')),
	],
	['pages of any size', ['page-size'], on('GET', '/transactional?perPage=51', status(400, 200))],
	[
		'an empty event for an unknown name',
		['event-by-name-unknown'],
		on('GET', '/event-patterns/by-name/no', status(404, 200)),
	],
	[
		'422 for a bad address',
		['email-invalid'],
		on('POST', '/contacts/create', (exchange) => {
			if (String(exchange.sent.email).endsWith('no address')) exchange.status = 422;
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
		on('GET', '/contacts/find', (exchange) => {
			if (Array.isArray(exchange.body))
				exchange.body = (exchange.body as Array<Record<string, unknown>>).map((each) =>
					each.firstName === null ? { ...each, firstName: 'null' } : each,
				);
		}),
	],
	[
		'a repeated key taken',
		['event-key-repeated'],
		on('POST', '/events/send', (exchange) => {
			if (exchange.status === 409) {
				exchange.status = 200;
				exchange.body = { success: true };
			}
		}),
	],
	[
		'422 for a key that sent an email before',
		['send-key-repeated'],
		on('POST', '/transactional', status(409, 422)),
	],
	[
		'one limit for all calls',
		['content-limit-60'],
		({ headers }) => (headers['x-ratelimit-limit'] = '10'),
	],
	[
		'groups without a name',
		['content-lists'],
		on('GET', '/campaign-groups', rename('name', 'title')),
	],
	[
		'another code for a stale revision',
		['workflow-stale'],
		on('POST', '/workflows/', status(409, 412)),
	],
	[
		'a stale revision told in other words',
		['workflow-stale'],
		on('POST', '/workflows/', (exchange) => {
			if (exchange.status === 409) exchange.body = { message: 'Conflict' };
		}),
	],
	[
		'200 for a deleted workflow',
		['workflow-delete'],
		on('DELETE', '/workflows/', status(204, 200)),
	],
	[
		'a page for an unknown campaign',
		['content-unknown'],
		on('GET', '/campaigns/', rename('message', 'text')),
	],
])('reports %s under %j, and nothing else', async (_, ids, change) => {
	expect(await differsIn(change)).toEqual(ids);
});
