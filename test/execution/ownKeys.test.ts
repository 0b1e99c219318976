import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { people } from '../harness/people.mts';
import { countsOf } from '../harness/stops.mts';

const loops = useEmulator();

const sends = [
	['email', parametersOf.sendEmail, '/v1/transactional'],
	['event', parametersOf.sendEvent, '/v1/events/send'],
] as const;

/** Ways to give a message a key of its own. The same value in all of them by default. */
const ways = [
	['Send Only Once For', (value: string) => ({ sendOnlyOnceFor: value })],
	['Custom Idempotency Key', (value: string) => ({ customIdempotencyKey: value })],
	[
		'Custom Idempotency Key',
		(value: string) => ({ headers: { header: [{ name: 'Idempotency-Key', value }] } }),
	],
] as const;

const table = sends.flatMap(([kind, send, path]) =>
	ways.map(([field, options], index) => ({
		name: `${kind}, ${field}${index === 2 ? ' among the headers' : ''}`,
		field,
		path,
		parameters: (value = 'order-1'): IDataObject => ({
			...send,
			email: '={{ $json.email }}',
			options: options(value),
		}),
	})),
);

const received = () =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].map(({ email }) => email);
const Continue = { onError: 'continueErrorOutput' } as const;

/** The messages of the failed items. */
const reasons = (failed: Array<{ json: IDataObject }>) =>
	failed.map(({ json }) => String((json.error as IDataObject).message));

describe.each(table)('a key that several items have: $name', ({ field, path, parameters }) => {
	const refuseFirst = (): void =>
		loops.emulator.inject({ kind: 'status', status: 400, path, method: 'POST' });

	it('is free again when Loops has refused the first of them', async () => {
		refuseFirst();
		const { done, failed } = await loops.run(parameters(), people(2), Continue);
		expect(reasons(failed)).toEqual([expect.stringMatching(/HTTP 400.*\[item 0\]/)]);
		expect(done).toHaveLength(1);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('is taken by the second of three when the first was refused', async () => {
		refuseFirst();
		const { done, failed } = await loops.run(parameters(), people(3), Continue);
		expect(done).toHaveLength(1);
		expect(reasons(failed)).toEqual([
			expect.stringContaining('[item 0]'),
			expect.stringMatching(new RegExp(`'${field}'.*item 1.*\\[item 2\\]`)),
		]);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('is free again when the first was refused before it was sent', async () => {
		const [first, second] = people(2);
		const items = [{ ...first, email: 'not an address' }, second];
		const { done } = await loops.run(parameters(), items, Continue);
		expect(done).toHaveLength(1);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('is waited for while the first of them is under way', async () => {
		const slowRefusal: Fault[] = [
			{ kind: 'status', status: 429, path, headers: { 'retry-after': '0.3' } },
			{ kind: 'status', status: 400, path },
		];
		for (const fault of slowRefusal) loops.emulator.inject(fault);
		const { done } = await loops.run(parameters(), people(2), Continue);
		expect(done).toHaveLength(1);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('is refused to the second one when the first was sent', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 200, path });
		const { failed } = await loops.run(parameters(), people(2), Continue);
		expect(reasons(failed)).toEqual([expect.stringMatching(`'${field}'.*item 0.*\\[item 1\\]`)]);
		expect(received()).toEqual(['person0@example.com']);
		expect(loops.calls()).toHaveLength(1);
	});

	it('is refused to the second one when nobody knows whether the first was sent', async () => {
		const headers = { 'retry-after': '0' };
		loops.emulator.inject({ kind: 'status', status: 500, path, times: 5, headers });
		const { failed } = await loops.run(parameters(), people(2), Continue);
		expect(reasons(failed)).toEqual([
			expect.stringMatching(/HTTP 500.*\[item 0\]/),
			expect.stringMatching(`'${field}'.*item 0.*\\[item 1\\]`),
		]);
		expect(received()).toEqual([]);
		expect(loops.calls()).toHaveLength(5);
	});

	it('is refused to the second one when an earlier run has sent it', async () => {
		await loops.run(parameters(), people(1));
		const { json } = await loops.run(parameters(), people(2), {
			onError: 'continueRegularOutput',
		});
		expect(json[0]).toMatchObject({ success: true, deduplicated: true });
		expect(json[1].error).toBeDefined();
		expect(received()).toEqual(['person0@example.com']);
	});

	it.each(['Request has already been processed.', 'Conflict'])(
		'stays with the item that was sent in Retry On Fail: %s',
		async (message) => {
			refuseFirst();
			loops.emulator.inject({ kind: 'slow', delay: 0, path });
			loops.emulator.inject({ kind: 'body', status: 409, body: { success: false, message }, path });
			const retrying = { ...Continue, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const { done, failed } = await loops.run(parameters(), people(2), retrying);
			expect(done.map(({ json }) => json.email)).toEqual(['person1@example.com']);
			expect(reasons(failed)).toEqual([expect.stringMatching(`'${field}'.*item 1.*\\[item 0\\]`)]);
			expect(received()).toEqual(['person1@example.com']);
		},
	);

	it('stays in Retry On Fail with the item whose answers were lost before', async () => {
		loops.emulator.inject({ kind: 'status', status: 503, after: true, path, times: 5 });
		refuseFirst();
		const message = 'Request has already been processed.';
		loops.emulator.inject({ kind: 'body', status: 409, body: { success: false, message }, path });
		const retrying = { ...Continue, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { done, failed } = await loops.run(parameters(), people(2), retrying);
		expect(done).toEqual([]);
		expect(reasons(failed)[1]).toMatch(`'${field}' has the same value as that of item 0`);
		expect(received()).toEqual(['person0@example.com']);
	});

	it('is not sent by an item after the one that stopped the run', async () => {
		refuseFirst();
		const { error } = await loops.run(parameters(), people(2));
		expect(error?.context.itemIndex).toBe(0);
		expect(countsOf(error)).toEqual({ done: 0, others: 0, notStarted: 1 });
		expect(received()).toEqual([]);
	});
});

const unusable: Array<[string, string]> = [
	['an object', '={{ $json.order }}'],
	['an array', '={{ $json.lines }}'],
	['an empty array', '={{ [] }}'],
	['true', '={{ true }}'],
	['false', '={{ false }}'],
	['NaN', '={{ Number("x") }}'],
	['Infinity', '={{ 1 / 0 }}'],
	['text made of an object', '={{ "order-" + $json.order }}'],
	['text that is one', '[object Object]'],
	['text "undefined"', '={{ String($json.none) }}'],
	['text "null"', 'null'],
	['text "NaN"', 'NaN'],
];

describe.each(table)('a value that names no message: $name', ({ field, parameters }) => {
	it.each(unusable)('%s is refused before anything is sent', async (_value, value) => {
		const orders = people(2).map((each) => ({ ...each, order: { id: 1 }, lines: [1, 2] }));
		const { done, failed } = await loops.run(parameters(value), orders, Continue);
		expect(done).toEqual([]);
		expect(reasons(failed)).toEqual([
			expect.stringMatching(new RegExp(`'${field}'.*\\[item 0\\]`)),
			expect.stringMatching(new RegExp(`'${field}'.*\\[item 1\\]`)),
		]);
		// That of item 0 again would say that the value itself was taken.
		expect(reasons(failed)[1]).not.toContain('that of item');
		expect(loops.emulator.requests).toHaveLength(0);
	});

	it.each([
		['a number', '={{ $json.n }}'],
		['text', '=order-{{ $json.n }}'],
		['text with such a word in it', '=null and void {{ $json.n }}'],
	])('but %s is fine', async (_value, value) => {
		const { error } = await loops.run(parameters(value), people(2));
		expect(error).toBeUndefined();
		expect(received()).toHaveLength(2);
	});
});
