import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { sampleItems } from '../harness/sampleItems.mts';
import { perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const sends = [
	['email', parametersOf.sendEmail, '/v1/transactional'],
	['event', parametersOf.sendEvent, '/v1/events/send'],
] as const;

/** Ways to give a message an idempotency key. */
const ways = [
	['a key', 'Send Only Once: Key', (value: string) => perKey(value)],
	['a raw key', 'Send Only Once: Key', (value: string) => perRawKey(value)],
	[
		'a header',
		'Header Idempotency-Key',
		(value: string) => ({ headers: { header: [{ name: 'Idempotency-Key', value }] } }),
	],
] as const;

const table = sends.flatMap(([kind, send, path]) =>
	ways.map(([way, field, options]) => ({
		name: `${kind}, ${way}`,
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

describe.each(table)('a key shared by several items: $name', ({ field, path, parameters }) => {
	const refuseFirst = (): void =>
		loops.emulator.inject({ kind: 'status', status: 400, path, method: 'POST' });

	it('goes to the second of three items after Loops refused the first', async () => {
		refuseFirst();
		const { done, failed } = await loops.run(parameters(), sampleItems(3), Continue);
		expect(done).toHaveLength(1);
		expect(reasons(failed)).toEqual([
			expect.stringContaining('[item 0]'),
			expect.stringMatching(new RegExp(`'${field}'.*item 1.*\\[item 2\\]`)),
		]);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('is usable again after the node refused the first item', async () => {
		const [first, second] = sampleItems(2);
		const items = [{ ...first, email: 'not an address' }, second];
		const { done } = await loops.run(parameters(), items, Continue);
		expect(done).toHaveLength(1);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('makes the second item wait for the first', async () => {
		const slowRefusal: Fault[] = [
			{ kind: 'status', status: 429, path, headers: { 'retry-after': '0.3' } },
			{ kind: 'status', status: 400, path },
		];
		for (const fault of slowRefusal) loops.emulator.inject(fault);
		const { done } = await loops.run(parameters(), sampleItems(2), Continue);
		expect(done).toHaveLength(1);
		expect(received()).toEqual(['person1@example.com']);
	});

	it('is refused for the second item when the first was sent', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 200, path });
		const { failed } = await loops.run(parameters(), sampleItems(2), Continue);
		expect(reasons(failed)).toEqual([expect.stringMatching(`'${field}'.*item 0.*\\[item 1\\]`)]);
		expect(received()).toEqual(['person0@example.com']);
		expect(loops.calls()).toHaveLength(1);
	});

	it('is refused for the second item when the first may have been sent', async () => {
		const headers = { 'retry-after': '0' };
		loops.emulator.inject({ kind: 'status', status: 500, path, times: 5, headers });
		const { failed } = await loops.run(parameters(), sampleItems(2), Continue);
		expect(reasons(failed)).toEqual([
			expect.stringMatching(/HTTP 500.*\[item 0\]/),
			expect.stringMatching(`'${field}'.*item 0.*\\[item 1\\]`),
		]);
		expect(received()).toEqual([]);
		expect(loops.calls()).toHaveLength(5);
	});

	it('is refused for the second item when an earlier run sent the first', async () => {
		await loops.run(parameters(), sampleItems(1));
		const { json } = await loops.run(parameters(), sampleItems(2), {
			onError: 'continueRegularOutput',
		});
		expect(json[0]).toMatchObject({ success: true, deduplicated: true });
		expect(json[1].error).toBeDefined();
		expect(received()).toEqual(['person0@example.com']);
	});

	it.each(['Request has already been processed.', 'Conflict'])(
		'stays with the item that was sent when Retry On Fail repeats the node: %s',
		async (message) => {
			refuseFirst();
			loops.emulator.inject({ kind: 'slow', delay: 0, path });
			loops.emulator.inject({ kind: 'body', status: 409, body: { success: false, message }, path });
			const retrying = { ...Continue, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const { done, failed } = await loops.run(parameters(), sampleItems(2), retrying);
			expect(done.map(({ json }) => json.email)).toEqual(['person1@example.com']);
			expect(reasons(failed)).toEqual([expect.stringMatching(`'${field}'.*item 1.*\\[item 0\\]`)]);
			expect(received()).toEqual(['person1@example.com']);
		},
	);

	it('stays with the item whose answers were lost when Retry On Fail repeats the node', async () => {
		loops.emulator.inject({ kind: 'status', status: 503, after: true, path, times: 5 });
		refuseFirst();
		const message = 'Request has already been processed.';
		loops.emulator.inject({ kind: 'body', status: 409, body: { success: false, message }, path });
		const retrying = { ...Continue, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { done, failed } = await loops.run(parameters(), sampleItems(2), retrying);
		expect(done).toEqual([]);
		expect(reasons(failed)[1]).toMatch(`'${field}' has the same value as in item 0`);
		expect(received()).toEqual(['person0@example.com']);
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
	['text that contains an object', '={{ "order-" + $json.order }}'],
	['text "undefined"', '={{ String($json.none) }}'],
];

describe.each(table)('the value of an idempotency key: $name', ({ field, parameters }) => {
	it.each(unusable)('is refused before any call when it is %s', async (_value, value) => {
		const orders = sampleItems(2).map((each) => ({ ...each, order: { id: 1 }, lines: [1, 2] }));
		const { done, failed } = await loops.run(parameters(value), orders, Continue);
		expect(done).toEqual([]);
		expect(reasons(failed)).toEqual([
			expect.stringMatching(new RegExp(`'${field}'.*\\[item 0\\]`)),
			expect.stringMatching(new RegExp(`'${field}'.*\\[item 1\\]`)),
		]);
		// 'that of item 0' would mean that the node accepted the value.
		expect(reasons(failed)[1]).not.toContain('that of item');
		expect(loops.emulator.requests).toHaveLength(0);
	});
});

it('a long value is not kept with the execution', async () => {
	const { run } = await loops.run(
		{ ...parametersOf.sendEvent, options: perKey('={{ $json.text }}') },
		[{ text: 'x'.repeat(100_000) }],
	);
	const { contextData } = run.data.executionData ?? {};
	expect(JSON.stringify(contextData)).toContain('Send Only Once: Key');
	expect(JSON.stringify(contextData).length).toBeLessThan(2_000);
});
