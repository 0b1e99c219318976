import {
	allWith,
	Difference,
	expectAnswer,
	isRecord,
	NotChecked,
	refusal,
	refusalOr,
	seenIn,
} from './assumption.mts';
import type { Answer, Service } from './service.mts';

export const get =
	(path: string, status: number, body?: Parameters<typeof expectAnswer>[2]) =>
	async (service: Service): Promise<void> =>
		expectAnswer(await service.call('GET', path), status, body);

const unauthorized = (answer: Answer) =>
	expectAnswer(answer, 401, {
		of: 'a body with success: false and a message',
		is: refusal.is,
	});

/** What GET alone finds out. */
export const READING = allWith('read', [
	{
		id: 'key-test',
		says: 'GET /api-key answers a valid key with 200, success: true and the name of the team.',
		reliedOnBy: 'the test of the credential, API Key > Test',
		check: get('/api-key', 200, {
			of: 'success: true and a teamName',
			is: (body) => isRecord(body) && body.success === true && typeof body.teamName === 'string',
		}),
	},
	{
		id: 'key-wrong',
		says: 'A wrong key gets 401 with success: false and a message.',
		source: 'seen',
		reliedOnBy: 'the message about a wrong key',
		check: async (service) => unauthorized(await service.keyAs('Bearer wrong-example-key')),
	},
	{
		id: 'key-missing',
		says: 'A request without a key gets the same 401 as one with a wrong key.',
		source: 'seen',
		reliedOnBy: 'the message about a wrong key',
		check: async (service) => unauthorized(await service.keyAs()),
	},
	{
		id: 'route-unknown',
		says: 'A path that does not exist gets a 404 that is not JSON with success: false.',
		source: 'seen',
		reliedOnBy: 'telling a wrong Base URL from a contact that does not exist',
		ifNot: 'what counts as an answer of Loops',
		check: async (service) => {
			const answer = await service.call('GET', '/no-such-route');
			expectAnswer(answer, 404);
			if (refusal.is(answer.body)) throw new Difference('a page', seenIn(answer));
		},
	},
	{
		id: 'method-wrong',
		says: 'A wrong method gets 405.',
		reliedOnBy: 'the advice to check the Base URL',
		check: get('/contacts/create', 405),
	},
	{
		id: 'rate-headers',
		says: 'Answers carry x-ratelimit-limit and x-ratelimit-remaining as whole numbers.',
		reliedOnBy: 'the rate limiter, which starts from 10 a second without them',
		check: async (service) => {
			const { headers } = await service.call('GET', '/lists');
			for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining']) {
				const value = headers.get(name);
				if (!/^\d+$/.test(value ?? '')) throw new Difference(`${name}: a number`, String(value));
			}
		},
	},
	{
		id: 'rate-limit-10',
		says: 'The limit of a team is 10 requests per second, or more where Loops raised it.',
		reliedOnBy: 'the pace of the first calls',
		check: async (service) => {
			const { headers } = await service.call('GET', '/lists');
			const limit = headers.get('x-ratelimit-limit');
			if (limit === null) throw new NotChecked('no header x-ratelimit-limit');
			if (!(Number(limit) >= 10)) throw new Difference('10 or more', limit);
		},
	},
	{
		id: 'find-nobody',
		says: 'Find answers with 200 and an empty array where there is no such contact.',
		reliedOnBy: 'Contact > Find, Update, Subscribe; looking up a lost answer',
		check: get('/contacts/find?email=nobody-at-all%40example.com', 200, {
			of: 'an empty array',
			is: (body) => Array.isArray(body) && body.length === 0,
		}),
	},
	{
		id: 'find-one-identifier',
		says: 'Find refuses both identifiers, and neither, with 400.',
		reliedOnBy: 'the choice of one identifier in the form',
		check: async (service) => {
			const both = '/contacts/find?email=nobody%40example.com&userId=nobody';
			expectAnswer(await service.call('GET', both), 400, refusal);
			expectAnswer(await service.call('GET', '/contacts/find'), 400, refusal);
		},
	},
	{
		id: 'suppression-nobody',
		says: 'The suppression of a contact that does not exist is 404 with success: false, or "Contact not found."',
		reliedOnBy: 'Contact > Check Suppression, When Not Found',
		check: get(
			'/contacts/suppression?email=nobody-at-all%40example.com',
			404,
			refusalOr('Contact not found.', 'This contact was not found.'),
		),
	},
]);
