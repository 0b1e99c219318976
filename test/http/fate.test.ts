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

/** The error of a call that failed with a 500, unless `failed` overrides it. */
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

const withKey = (key: Omit<IdempotencyKey, 'value' | 'path' | 'fingerprint'>): Repeat => ({
	kind: 'once',
	status: 409,
	key: { value: 'k', path: '/transactional', fingerprint: 'm', ...key },
});
const lookUp: Repeat = {
	kind: 'lookUp',
	request: { ...send, method: 'GET' },
	found: () => undefined,
};

/** The advice for a call that may have arrived, by its effect if it arrives twice. */
const advices: Array<[string, Partial<LoopsRequest>, string]> = [
	['is idempotent', { repeat: { kind: 'safe' } }, `${UNKNOWN}. It is safe to run this item again.`],
	[
		'is idempotent, but whose item is not',
		{ repeat: { kind: 'safe' }, rerun: 'once' },
		`${UNKNOWN}. You can run this item again: if Loops did, the repeat is refused.`,
	],
	[
		'Loops refuses the second time',
		{ repeat: { kind: 'once', status: 404 } },
		`${UNKNOWN}. You can run this item again: if Loops did, the repeat is refused.`,
	],
	[
		"has the user's idempotency key",
		{ repeat: withKey({ option: 'Send Only Once For' }) },
		`${UNKNOWN}. It is safe to run this item again within 24 hours of its first send. Keep its idempotency key and contents the same.`,
	],
	[
		'has an automatic idempotency key',
		{ repeat: withKey({ scope: 'execution' }) },
		`${UNKNOWN}. Retrying this execution within 24 hours of the first send does not send it twice. Before you start a new execution, look in Loops for the message.`,
	],
	[
		'has the automatic idempotency key of a sub-workflow',
		{ repeat: withKey({ scope: 'subWorkflow' }) },
		`${UNKNOWN}. Look in Loops before you retry the parent execution, which would send it again.`,
	],
	[
		'has the automatic idempotency key of a tool call',
		{ repeat: withKey({ scope: 'toolCall' }) },
		`${UNKNOWN}. Calling the tool again with exactly the same values does not send it twice in this execution.`,
	],
	[
		'can be looked up',
		{ repeat: lookUp },
		`${UNKNOWN}. You can run this item again: if Loops did, the repeat is refused.`,
	],
	[
		'would take effect twice',
		{},
		`${UNKNOWN}. The node did not repeat it, since Loops could do it twice. Look in Loops before you run it again.`,
	],
];

describe.each(advices)('the error of a change that %s', (_what, request, advice) => {
	it.each(['unavailable', 'noAnswer'] as const)('starts with the advice after %s', (failure) => {
		const { description } = errorOf({ failure, mayHaveArrived: true }, request);
		expect(description?.startsWith(advice)).toBe(true);
		expect(description).not.toContain('Run it again later');
	});

	it('ends with the advice after an answer that is not from Loops', () => {
		const outcome = { statusCode: 200, headers: {}, body: '<p>Hello</p>' };
		const { description } = errorOf(
			{ failure: 'notLoops', outcome, mayHaveArrived: true },
			request,
		);
		expect(description?.endsWith(advice)).toBe(true);
	});

	it('has the advice after a refusal only if an earlier attempt may have arrived', () => {
		const refused = { failure: 'refused', outcome: { statusCode: 403, headers: {} } } as const;
		expect(errorOf({ ...refused, mayHaveArrived: true }, request).description).toContain(advice);
		const never = errorOf({ ...refused, mayHaveArrived: false }, request);
		expect(never.description).not.toContain(UNKNOWN);
	});

	it('has the advice after a 429 only if an earlier attempt may have arrived', () => {
		const limited = { failure: 'rateLimited', outcome: { statusCode: 429, headers: {} } } as const;
		const { description } = errorOf({ ...limited, mayHaveArrived: true }, request);
		expect(description?.endsWith(`other workflows and tools finish. ${advice}`)).toBe(true);
		const never = errorOf({ ...limited, mayHaveArrived: false }, request);
		expect(never.description?.endsWith('tools finish. Run it again later.')).toBe(true);
	});

	it('has no such advice for a read', () => {
		const { description } = errorOf({}, { ...request, method: 'GET' });
		expect(description).toBe('Run it again later.');
	});
});

describe('the error of a lasting rate limit', () => {
	const limited = (headers: Record<string, string>, more: Partial<FailedCall> = {}) =>
		errorOf({
			failure: 'rateLimited',
			outcome: { statusCode: 429, headers, body: { message: 'Slow down' } },
			mayHaveArrived: false,
			...more,
		});

	it('names no limit when the answer does not', () => {
		expect(limited({}).message).toBe("Loops' rate limit is reached");
	});
});

describe('the error of a refusal', () => {
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
	])('quotes %j as: %s', (body, message) => {
		expect(messageFor(body)).toBe(message);
	});

	it('does not quote an answer that was cut off', () => {
		const outcome = { statusCode: 200, networkCode: '200', headers: {}, body: 'half' };
		expect(messageFor('', { failure: 'noAnswer', outcome })).toBe(
			'The answer of Loops was cut off (HTTP 200)',
		);
	});
});
