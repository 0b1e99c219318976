import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { retryWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator({ latency: 20 });
const { sendEmail, sendEvent } = parametersOf;

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, email: `person${n}@example.com` }));
const each = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	email: '={{ $json.email }}',
	options,
});
const keys = () => loops.calls().map(({ headers }) => headers['idempotency-key']);

describe('the idempotency key', () => {
	it.each([
		['email', sendEmail],
		['event', sendEvent],
	])('is there by default, and differs by item: %s', async (_kind, send) => {
		await loops.run(each(send), people(3));
		expect(new Set(keys()).size).toBe(3);
		expect(keys().every((key) => /^[0-9a-f]{64}$/.test(String(key)))).toBe(true);
	});

	it('differs by execution', async () => {
		await loops.run(sendEmail);
		await loops.run(sendEmail);
		expect(new Set(keys()).size).toBe(2);
		expect(loops.emulator.outbox).toHaveLength(2);
	});

	it('is the same across retries of the node and of n8n', async () => {
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/transactional' });
		loops.emulator.inject({ kind: 'status', status: 403, path: '/v1/transactional' });
		const { run } = await loops.run(sendEmail, [{}], { retryOnFail: true, waitBetweenTries: 0 });
		expect(run.status).toBe('success');
		expect(keys()).toHaveLength(3);
		expect(new Set(keys()).size).toBe(1);
	});

	it('is the same when a failed execution is retried, which has a new ID', async () => {
		loops.emulator.inject({ kind: 'status', status: 403, path: '/v1/transactional' });
		const parameters = each(sendEmail);
		const { run } = await loops.run(parameters, people(3));
		expect(run.status).toBe('error');
		const sentBefore = loops.emulator.outbox.length;
		expect(sentBefore).toBeGreaterThan(0);

		const retried = await retryWorkflow(source, loops.credentials(), workflowWith(parameters), run);
		expect(retried.status).toBe('success');
		expect(keys()).toHaveLength(6);
		expect(new Set(keys()).size).toBe(3);
		expect(loops.emulator.outbox).toHaveLength(3);
	});

	it('is not there when turned off', async () => {
		await loops.run({ ...sendEmail, options: { preventDuplicatesOnRetry: false } });
		expect(keys()).toEqual([undefined]);
	});

	it('is on no other operation', async () => {
		for (const [name, parameters] of everyOperation) {
			if (!name.endsWith('send')) await loops.run(parameters);
		}
		expect(keys().every((key) => key === undefined)).toBe(true);
	});
});

describe('Send Only Once For', () => {
	const oncePer = (value: string, send: IDataObject = sendEmail) =>
		each(send, { sendOnlyOnceFor: value });

	it('sends once, whatever execution asks', async () => {
		await loops.run(oncePer('order-1'), people(1));
		const { json } = await loops.run(oncePer('order-1'), people(1));
		expect(json).toMatchObject([{ success: true, deduplicated: true }]);
		expect(loops.emulator.outbox).toHaveLength(1);
	});

	it('counts for one email and for one event, not for all of them', async () => {
		await loops.run(oncePer('order-1'), people(1));
		await loops.run(
			oncePer('order-1', {
				...sendEmail,
				transactionalId: { mode: 'id', value: 'cm8tx0pwreset00000000002a' },
				dataVariablesJson: '{ "firstName": "K", "resetUrl": "u" }',
			}),
			people(1),
		);
		await loops.run(oncePer('order-1', sendEvent), people(1));
		await loops.run(oncePer('order-1', { ...sendEvent, eventName: 'other' }), people(1));
		expect(new Set(keys()).size).toBe(4);
		expect(loops.emulator.outbox).toHaveLength(2);
		expect(loops.emulator.eventLog).toHaveLength(2);
	});

	it('tells long values apart', async () => {
		const long = 'x'.repeat(150);
		await loops.run(oncePer(`={{ "${long}" + $json.n }}`), people(2));
		expect(loops.emulator.outbox).toHaveLength(2);
	});

	it.each([
		['Send Only Once For', { sendOnlyOnceFor: 'the same' }],
		['Custom Idempotency Key', { customIdempotencyKey: 'the same' }],
	])('finds two items with one value before the second is sent: %s', async (field, options) => {
		const { error } = await loops.run(each(sendEmail, options), people(2));
		expect(error?.message).toBe(`'${field}' has the same value as that of item 0 [item 1]`);
		expect(loops.emulator.outbox).toHaveLength(1);
	});

	it('is refused when it is empty, or next to a key', async () => {
		const empty = await loops.run(oncePer('={{ $json.none }}'), people(1));
		expect(empty.error?.message).toBe("'Send Only Once For' is empty [item 0]");
		const both = await loops.run(
			each(sendEmail, { sendOnlyOnceFor: 'a', customIdempotencyKey: 'b' }),
			people(1),
		);
		expect(both.error?.message).toBe(
			"'Send Only Once For' and 'Custom Idempotency Key' are both set [item 0]",
		);
		expect(loops.emulator.requests).toHaveLength(0);
	});
});

describe('Validate Only', () => {
	const writes = everyOperation.filter(([name]) => !/getAll|find|test|check/.test(name));

	it.each(writes)('sends nothing: %s', async (_name, parameters) => {
		const { json } = await loops.run({ ...parameters, options: { validateOnly: true } });
		expect(json).toEqual([
			{
				ready: true,
				reasons: [],
				request: expect.objectContaining({ method: expect.any(String), path: expect.any(String) }),
				warnings: [],
			},
		]);
		expect(loops.emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('puts out the exact request, which is the one that is sent otherwise', async () => {
		const parameters = each(sendEmail, { sendOnlyOnceFor: 'order-1' });
		const { json } = await loops.run(
			{ ...parameters, options: { ...(parameters.options as IDataObject), validateOnly: true } },
			people(1),
		);
		await loops.run(parameters, people(1));
		const [{ method, path, body, headers }] = loops
			.calls()
			.filter((call) => call.method === 'POST');
		expect(json[0].request).toEqual({
			method,
			path: path.replace('/v1', ''),
			body,
			headers: { 'idempotency-key': headers['idempotency-key'] },
		});
	});

	it('says which variables have no value, and warns of unknown properties', async () => {
		const variables = await loops.run({
			...sendEmail,
			dataVariablesFrom: 'fields',
			dataVariables: {
				mappingMode: 'defineBelow',
				value: { firstName: '' },
				schema: [{ id: 'firstName' }],
			},
			options: { validateOnly: true },
		});
		expect(variables.json).toEqual([
			{
				ready: false,
				reasons: [
					'The email needs data variables that have no value: firstName. Loops refuses an email without them: give each one a value that is not empty.',
				],
				warnings: [],
				request: null,
			},
		]);
		const properties = await loops.run({
			...parametersOf.upsert,
			contactPropertiesFrom: 'json',
			contactPropertiesJson: '{ "seat": 1 }',
			options: { validateOnly: true },
		});
		expect(properties.json[0].warnings).toEqual([expect.stringContaining("Did you mean 'seats'?")]);
	});

	it('says of each item that can not be sent why, and stops at none', async () => {
		const options = { validateOnly: true };
		const { json, hints } = await loops.run(
			{ ...parametersOf.upsert, email: '={{ $json.email }}', options },
			['none', 'a@example.com', ''].map((email) => ({ email })),
		);
		expect(json.map(({ ready, reasons }) => [ready, ...(reasons as string[])])).toEqual([
			[false, expect.stringMatching(/^'Email' is not an email address: "none"\. It takes one/)],
			[true],
			[false, expect.stringMatching(/^'Email' is empty\. Enter an email address/)],
		]);
		expect(hints).toEqual([
			"Validate Only is on: nothing was sent. 1 ready, 2 not ready: see 'reasons'.",
		]);
	});

	it('says so of an email that Loops does not list', async () => {
		const transactionalId = { mode: 'id', value: 'unknown' };
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...sendEmail, transactionalId, options });
		expect(json[0].reasons).toEqual([expect.stringMatching(/^Loops lists no published email/)]);
	});

	it('fails where it can not look up what it has to know', async () => {
		loops.emulator.inject({
			kind: 'status',
			status: 403,
			times: 'always',
			path: '/v1/transactional',
		});
		const { error } = await loops.run({ ...sendEmail, options: { validateOnly: true } });
		expect(error?.message).toContain('HTTP 403');
	});

	it('tells how many it is on for, where an expression decides', async () => {
		const options = { validateOnly: '={{ $json.n > 0 }}' };
		const { hints } = await loops.run({ ...parametersOf.upsert, options }, people(3));
		expect(hints).toEqual([
			'Validate Only is on for 2 of 3 items: none of them was sent. 2 ready.',
		]);
	});
});

describe('items in progress', () => {
	it('are several at once, and put out in their order', async () => {
		const { json } = await loops.run(
			each(parametersOf.upsert, { includeInputFields: true }),
			people(40),
		);
		expect(json.map(({ n }) => n)).toEqual(people(40).map(({ n }) => n));
		const [first, ...rest] = loops.calls();
		// Three go ahead; with the first answer the others follow.
		expect(rest.filter(({ at }) => at - first.at < 1_000).length).toBeGreaterThan(10);
	});

	it('are one at a time when asked for', async () => {
		await loops.run(each(parametersOf.upsert, { oneItemAtATime: true }), people(5));
		const times = loops.calls().map(({ at }) => at);
		for (let n = 1; n < times.length; n++) {
			expect(times[n] - times[n - 1]).toBeGreaterThanOrEqual(19);
		}
	});

	it.each([
		[
			'email',
			{ findBy: 'email', email: '={{ $json.n % 2 ? "KIM@example.com" : "kim@example.com" }}' },
		],
		['user ID', { findBy: 'userId', userId: 'u-77' }],
	])('about the same contact keep their order: by %s', async (_identifier, identifier) => {
		// The first one takes longest: the others would overtake it.
		loops.emulator.inject({ kind: 'slow', delay: 300 });
		await loops.run(
			{
				...parametersOf.upsert,
				...identifier,
				contactPropertiesFrom: 'json',
				contactPropertiesJson: '={{ { seats: $json.n } }}',
			},
			people(8),
		);
		expect(loops.calls().map(({ body }) => (body as IDataObject).seats)).toEqual([
			0, 1, 2, 3, 4, 5, 6, 7,
		]);
		expect(loops.emulator.contact('u-77')?.seats).toBe(7);
	});

	it('stay under a rate that the user sets', async () => {
		await loops.run(each(parametersOf.upsert, { maxRequestsPerSecond: 4 }), people(9));
		const times = loops.calls().map(({ at }) => at);
		// Eight intervals of 250 ms, less by what the first call was late on a busy machine; ten a second
		// would take 800 ms. To the millisecond it is tested in virtual time.
		expect(times[8] - times[0]).toBeGreaterThanOrEqual(1_400);
	});

	it('wait no longer for an answer than the user sets', async () => {
		loops.emulator.inject({ kind: 'hang' });
		const { error } = await loops.run({
			...sendEmail,
			options: { preventDuplicatesOnRetry: false, timeout: 1 },
		});
		expect(error?.message).toMatch(
			/^No answer from Loops \(ECONNABORTED|^No answer from Loops \(ETIMEDOUT/,
		);
	});
});

describe('a stop', () => {
	const failAt = (n: number) => `={{ $json.n === ${n} ? "not an address" : $json.email }}`;

	it('lets the items before it finish, starts none after it, and says what is done', async () => {
		const { error } = await loops.run(
			{ ...sendEmail, email: failAt(38), options: { maxRequestsPerSecond: 50 } },
			people(100),
		);
		const done = loops.emulator.outbox.length;
		expect(error?.message).toContain('[item 38]');
		expect(error?.description).toMatch(
			new RegExp(`Of 100 items: ${done} done, 1 failed, ${99 - done} not started\\.`),
		);
		expect(
			loops.emulator.outbox
				.slice(0, 38)
				.map(({ email }) => email)
				.sort(),
		).toEqual(
			people(38)
				.map(({ email }) => email)
				.sort(),
		);
		expect(done).toBeLessThan(100);
	});

	it.each<[string, IDataObject, string]>([
		['writes', parametersOf.upsert, 'It is safe to run all items again.'],
		['sends', sendEmail, 'To retry this execution is safe for 24 hours. To run all items in a new'],
		[
			'sends without a key',
			{ ...sendEmail, options: { preventDuplicatesOnRetry: false } },
			'To run all items again would do what is or may be done a second time',
		],
		[
			'sends once per something',
			{ ...sendEmail, options: { sendOnlyOnceFor: '={{ $json.n }}' } },
			'It is safe to run all items again within 24 hours.',
		],
	])('says whether to run all items again is safe, for %s', async (_kind, parameters, advice) => {
		const { error } = await loops.run({ ...parameters, email: failAt(3) }, people(5));
		expect(error?.description).toContain(advice);
	});
});

describe('the summary of a run', () => {
	it('tells waits, retries and duplicates', async () => {
		const once = each(sendEmail, { sendOnlyOnceFor: '={{ $json.n }}', maxRequestsPerSecond: 4 });
		await loops.run(once, people(1));
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/transactional' });
		const { hints } = await loops.run(once, people(6));
		expect(hints).toEqual([
			expect.stringMatching(
				/^6 sent, 1 of them perhaps before this run, \d+ waits? for the rate limit \(\d\.\d s\), 1 retry$/,
			),
		]);
	});

	it('is silent where there is nothing to tell', async () => {
		const { hints } = await loops.run(each(sendEmail), people(5));
		expect(hints).toEqual([]);
	});
});
