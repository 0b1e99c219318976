import type { INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type FailedCall, failedCall } from '../../nodes/Loops/http/errors.ts';
import type { IdempotencyKey, LoopsRequest, Repeat } from '../../nodes/Loops/http/request.ts';

const node: INode = {
	id: 'loops',
	name: 'Loops',
	type: 'n8n-nodes-loops-email.loops',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const send: LoopsRequest = {
	method: 'POST',
	path: '/transactional',
	repeat: { kind: 'never' },
	isAnswer: () => false,
};

/** The error of a call that was given up after a 500, unless `failed` says something else. */
const errorOf = (failed: Partial<FailedCall> = {}, request: Partial<LoopsRequest> = {}) =>
	failedCall(node, {
		request: { ...send, ...request },
		outcome: { statusCode: 500, headers: {} },
		failure: 'unavailable',
		attempts: 1,
		elapsedMs: 0,
		mayHaveArrived: true,
		apiKey: 'the-api-key',
		...failed,
	});

const UNKNOWN = 'It is not known whether Loops processed the request';

const withKey = (key: Omit<IdempotencyKey, 'value' | 'path' | 'message'>): Repeat => ({
	kind: 'refused',
	status: 409,
	key: { value: 'k', path: '/transactional', message: 'm', ...key },
});
const lookUp: Repeat = {
	kind: 'lookUp',
	request: { ...send, method: 'GET' },
	found: () => undefined,
};

/** What is said of a call that may have arrived, by what a second arrival would do. */
const fates: Array<[string, Partial<LoopsRequest>, string]> = [
	[
		'may be repeated',
		{ repeat: { kind: 'safe' } },
		`${UNKNOWN}. It is safe to run this item again.`,
	],
	[
		'may be repeated, and its item not',
		{ repeat: { kind: 'safe' }, rerun: 'refused' },
		`${UNKNOWN}. If it did, it refuses the same again.`,
	],
	[
		'is refused the second time',
		{ repeat: { kind: 'refused', status: 404 } },
		`${UNKNOWN}. If it did, it refuses the same again.`,
	],
	[
		'has a key of the user',
		{ repeat: withKey({ option: 'Send Only Once For' }) },
		`${UNKNOWN}. It is safe to run this item again with the same key and contents, within 24 hours of its first send.`,
	],
	[
		'has an automatic key',
		{ repeat: withKey({ scope: 'execution' }) },
		`${UNKNOWN}. Retrying this execution within 24 hours of the first send does not send it twice. Before a new one, look in Loops.`,
	],
	[
		'has the automatic key of a sub-workflow',
		{ repeat: withKey({ scope: 'subWorkflow' }) },
		`${UNKNOWN}. Look in Loops before you retry the parent execution, which would send it again.`,
	],
	[
		'has the automatic key of a tool call',
		{ repeat: withKey({ scope: 'toolCall' }) },
		`${UNKNOWN}. Calling the tool again with exactly the same values does not send it twice in this execution.`,
	],
	[
		'can be asked about',
		{ repeat: lookUp },
		`${UNKNOWN}: look in Loops before you run this item again.`,
	],
	[
		'would be done twice',
		{},
		`${UNKNOWN}, and it was not repeated because that could do it twice: look in Loops before you run it again.`,
	],
];

describe.each(fates)('a change that %s', (_what, request, fate) => {
	it.each(['unavailable', 'noAnswer'] as const)('says so first after: %s', (failure) => {
		const { description } = errorOf({ failure, mayHaveArrived: false }, request);
		expect(description?.startsWith(fate)).toBe(true);
		expect(description).not.toContain('Run it again later');
	});

	it('says so after an answer that is not of Loops', () => {
		const outcome = { statusCode: 200, headers: {}, body: '<p>Hello</p>' };
		const { description } = errorOf(
			{ failure: 'notLoops', outcome, mayHaveArrived: false },
			request,
		);
		expect(description?.endsWith(fate)).toBe(true);
	});

	it('says so where an attempt before the refusal may have arrived', () => {
		const refused = { failure: 'refused', outcome: { statusCode: 403, headers: {} } } as const;
		expect(errorOf({ ...refused, mayHaveArrived: true }, request).description).toContain(fate);
		const never = errorOf({ ...refused, mayHaveArrived: false }, request);
		expect(never.description).not.toContain(UNKNOWN);
	});

	it('says so alone where a 429 followed that may have arrived', () => {
		const limited = { failure: 'rateLimited', outcome: { statusCode: 429, headers: {} } } as const;
		const { description } = errorOf({ ...limited, mayHaveArrived: true }, request);
		expect(description?.endsWith(`other workflows and tools finish. ${fate}`)).toBe(true);
		const never = errorOf({ ...limited, mayHaveArrived: false }, request);
		expect(never.description?.endsWith('tools finish. Run it again later.')).toBe(true);
	});

	it('says nothing of it where it is a read', () => {
		const { description } = errorOf({}, { ...request, method: 'GET' });
		expect(description).toBe('Run it again later.');
	});
});

describe('a rate limit that lasts', () => {
	const limited = (headers: Record<string, string>, more: Partial<FailedCall> = {}) =>
		errorOf({
			failure: 'rateLimited',
			outcome: { statusCode: 429, headers, body: { message: 'Slow down' } },
			mayHaveArrived: false,
			...more,
		});

	it('is told with the limit, where the answer names it', () => {
		expect(limited({ 'x-ratelimit-limit': '10' }).message).toBe(
			"Loops' rate limit is reached (10 requests per second)",
		);
	});

	it('is told without it where the answer does not', () => {
		expect(limited({}).message).toBe("Loops' rate limit is reached");
	});

	it('counts as one for n8n', () => {
		expect(limited({})).toMatchObject({ httpCode: '429', failure: { cause: 'rate-limited' } });
	});

	it('says what was tried', () => {
		expect(limited({}).description).not.toContain('Gave up');
		expect(limited({}, { attempts: 3, elapsedMs: 1_234 }).description).toMatch(
			/ Gave up after 3 attempts in 1\.2 s\.$/,
		);
	});
});

describe('the words of an answer', () => {
	const messageFor = (body: unknown, failed: Partial<FailedCall> = {}) =>
		errorOf({
			failure: 'refused',
			outcome: { statusCode: 400, headers: {}, body },
			mayHaveArrived: false,
			...failed,
		}).message;

	it.each<[unknown, string]>([
		[{ message: 'No' }, 'Loops refused the request (HTTP 400: No)'],
		[{ error: 'No' }, 'Loops refused the request (HTTP 400: No)'],
		[{ error: { message: 'No' } }, 'Loops refused the request (HTTP 400: No)'],
		[{ error: { reason: 'No' } }, 'Loops refused the request (HTTP 400: No)'],
		[{ error: { message: 7, reason: 'No' } }, 'Loops refused the request (HTTP 400: No)'],
		[{ path: 'email', message: 'No' }, "Loops refused 'Email' (HTTP 400: No)"],
		[{ error: { path: 'email', message: 'No' } }, "Loops refused 'Email' (HTTP 400: No)"],
		[{ path: 7, message: 'No' }, 'Loops refused the request (HTTP 400: No)'],
		[{ a: 1 }, 'Loops refused the request (HTTP 400: {"a":1})'],
		[null, 'Loops refused the request (HTTP 400)'],
		[undefined, 'Loops refused the request (HTTP 400)'],
		['', 'Loops refused the request (HTTP 400)'],
		[{ message: 'x'.repeat(200) }, `Loops refused the request (HTTP 400: ${'x'.repeat(200)})`],
		[{ message: 'x'.repeat(201) }, `Loops refused the request (HTTP 400: ${'x'.repeat(200)}…)`],
		[{ message: ' a\n <b>b</b> ' }, 'Loops refused the request (HTTP 400: a b)'],
		[{ message: '<p>a</p><p>b</p>' }, 'Loops refused the request (HTTP 400: a b)'],
		[{ message: 'a<style>x</style>b' }, 'Loops refused the request (HTTP 400: a b)'],
		[{ message: 'the-api-key is wrong' }, 'Loops refused the request (HTTP 400: *** is wrong)'],
	])('%j: %s', (body, message) => {
		expect(messageFor(body)).toBe(message);
	});

	it('are left out where the answer was cut off', () => {
		const outcome = { statusCode: 200, networkCode: '200', headers: {}, body: 'half' };
		expect(messageFor('', { failure: 'noAnswer', outcome })).toBe(
			'The answer of Loops was cut off (HTTP 200)',
		);
	});

	it('give way to the code of the connection where there was no answer', () => {
		const outcome = { networkCode: 'ECONNRESET', headers: {} };
		expect(messageFor('', { failure: 'noAnswer', outcome, itemIndex: 3 })).toBe(
			'No answer from Loops (ECONNRESET) [item 3]',
		);
	});
});
