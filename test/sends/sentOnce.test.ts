import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { sampleItems } from '../harness/sampleItems.mts';
import { onceOff, perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const sends = [
	['email', { ...parametersOf.sendEmail, email: '={{ $json.email }}' }],
	['event', { ...parametersOf.sendEvent, email: '={{ $json.email }}' }],
] as const;

const received = () =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].map(({ email }) => email).sort();
const oncePerPerson = perKey('={{ $json.email }}');
const noWait = { 'retry-after': '0' };

/** Loops processes the send, but the answer is lost. */
const lostAnswers: Array<[string, Fault]> = [
	['a reset', { kind: 'resetAfter' }],
	['a cut answer', { kind: 'truncate' }],
	['a 502', { kind: 'status', status: 502, after: true, headers: noWait }],
	['a page of a proxy', { kind: 'html', status: 200, after: true, headers: noWait }],
	['an empty answer', { kind: 'empty', status: 200, after: true, headers: noWait }],
];

describe.each(sends)('`deduplicated` of an %s', (_kind, send) => {
	it.each(lostAnswers)('is null when the answer was lost to %s', async (_case, fault) => {
		for (const options of [{}, oncePerPerson, perRawKey('a-key')]) {
			loops.emulator.reset();
			loops.emulator.inject(fault);
			const { json } = await loops.run({ ...send, options }, sampleItems(1));
			expect(json).toMatchObject([{ success: true, deduplicated: null }]);
			expect(loops.calls().at(-1)?.status).toBe(409);
			expect(received()).toHaveLength(1);
		}
	});

	it('is true after a rate-limited call when an earlier run sent the message', async () => {
		await loops.run({ ...send, options: oncePerPerson }, sampleItems(1));
		loops.emulator.inject({ kind: 'status', status: 429, headers: noWait });
		const { json } = await loops.run({ ...send, options: oncePerPerson }, sampleItems(1));
		expect(json).toMatchObject([{ deduplicated: true }]);
	});
});

describe.each(sends)('the summary of a run: %s', (_kind, send) => {
	it('counts messages of an earlier run separately', async () => {
		const parameters = { ...send, options: oncePerPerson };
		await loops.run(parameters, sampleItems(2));
		const { hints } = await loops.run(parameters, sampleItems(5));
		expect(hints.join()).toContain('3 sent');
		expect(hints.join()).toContain('2 already sent in the last 24 hours');
	});

	it('does not count a lost answer as a duplicate', async () => {
		loops.emulator.inject({ kind: 'resetAfter' });
		const { hints } = await loops.run(send, sampleItems(3));
		expect(hints.join()).toContain('3 sent');
		expect(hints.join()).not.toContain('duplicate');
	});
});

const errorValues: Array<[string, INodeExecutionData['json'][string]]> = [
	['text', 'E42'],
	['true', true],
	['a number', 42],
	['an object', { message: 'before' }],
];
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe.each(errorValues)("an input field 'error' that is %s", (_value, error) => {
	const withError = (count: number) => sampleItems(count).map((each) => ({ ...each, error }));
	const passOn = { includeInputFields: true, ...onceOff };

	describe.each(sends)('%s with Include Input Fields and Retry On Fail', (_kind, send) => {
		it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'is passed on and causes no second send (On Error: %s)',
			async (onError) => {
				const { json, done, failed } = await loops.run({ ...send, options: passOn }, withError(2), {
					...retrying,
					onError,
				});
				expect(received()).toEqual(['person0@example.com', 'person1@example.com']);
				expect(json).toEqual(
					sampleItems(2).map((each) => ({
						...each,
						inputError: error,
						loops: expect.objectContaining({ success: true }),
					})),
				);
				expect(done).toHaveLength(2);
				expect(failed).toEqual([]);
			},
		);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'is kept as inputError when the item fails: %s',
		async (onError) => {
			const [item] = withError(1);
			const { done, failed } = await loops.run(
				{ ...parametersOf.sendEvent, email: 'not an address' },
				[item],
				{ onError },
			);
			const [{ json }] = [...done, ...failed];
			expect(json).toEqual({
				...sampleItems(1)[0],
				error: {
					message: expect.stringContaining('[item 0]') as unknown,
					description: expect.any(String) as unknown,
					inputError: error,
				},
			});
		},
	);
});
