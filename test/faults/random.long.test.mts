import { setTimeout } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { batchesWorkflow } from '../harness/batches.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { workflowWith } from '../harness/workflow.mts';
import { source, useEmulator } from '../harness/loops.mts';

/** `FAULT_SEED=7 npm run test:long -- test/faults` repeats the faults of a run; their order is that of arrival. */
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e6));
const loops = useEmulator({ faultSeed: seed, requestLog: 20_000 });

/** Together every fifth request. */
const faults: Fault[] = [
	{ kind: 'status', status: 429 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503, after: true },
	{ kind: 'html' },
	{ kind: 'html', status: 200, after: true },
	{ kind: 'empty' },
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'truncate' },
	{ kind: 'hang' },
];
const injectAll = () => {
	for (const fault of faults) {
		// A 429 with nothing remaining would make the node leave the limit to others for seconds.
		const headers = { 'retry-after': '0', 'x-ratelimit-remaining': '99000' };
		loops.emulator.inject({ ...fault, probability: 0.022, headers });
	}
};

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, email: `person${n}@example.com` }));

const options = { timeout: 5, includeInputFields: true };
const email: IDataObject = {
	resource: 'transactionalEmail',
	operation: 'send',
	email: '={{ $json.email }}',
	transactionalId: { mode: 'id', value: 'cm8tx0welcome00000000001a' },
	options: { dataVariablesJson: '={{ { firstName: "P" + $json.n } }}', ...options },
};
const event: IDataObject = {
	resource: 'event',
	operation: 'send',
	eventName: 'signup',
	email: '={{ $json.email }}',
	options: { eventPropertiesJson: '={{ { n: $json.n } }}', ...options },
};

/** How often each person is in the outbox or the event log. */
function received(): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { email } of [...loops.emulator.outbox, ...loops.emulator.eventLog]) {
		counts.set(email, (counts.get(email) ?? 0) + 1);
	}
	return counts;
}

/** Nobody twice, everybody who was reported, and errors that do not claim more than is known. */
function expectTruth(done: IDataObject[], failed: IDataObject[], total: number) {
	const counts = received();
	expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
	expect(done.filter((json) => counts.get(String(json.email)) !== 1)).toEqual([]);
	expect(done.length + failed.length).toBe(total);
	for (const { error } of failed) {
		expect((error as IDataObject).message).toMatch(
			/^(No (complete )?answer from Loops|Loops could not be reached|Loops is not available|The answer of Loops was cut|This address answers|Loops' rate limit)/,
		);
	}
	// Five tries at a rate of one fault in five: about one in two thousand is given up.
	expect(failed.length).toBeLessThan(3 + total * 0.01);
}

describe(`one fault in five, seed ${seed}`, () => {
	it.each([
		['emails', email],
		['events', event],
	])(
		`1,000 %s arrive once (seed ${seed})`,
		async (_kind, parameters) => {
			injectAll();
			const { done, failed } = await loops.run(parameters, people(1_000), {
				onError: 'continueErrorOutput',
			});
			expectTruth(
				done.map(({ json }) => json),
				failed.map(({ json }) => json),
				1_000,
			);
			expect(loops.emulator.stats.faulted).toBeGreaterThan(150);
		},
		120_000,
	);

	it('contacts are as they were reported', async () => {
		injectAll();
		const { done, failed } = await loops.run(
			{
				resource: 'contact',
				operation: 'upsert',
				email: '={{ $json.email }}',
				additionalFields: { contactPropertiesJson: '={{ { seats: $json.n } }}' },
				options,
			},
			people(500),
			{ onError: 'continueErrorOutput' },
		);
		for (const { json } of done) {
			expect(loops.emulator.contact(String(json.email))?.seats).toBe(json.n);
		}
		expect(done.length + failed.length).toBe(500);
	}, 120_000);

	it('with Retry On Fail nothing is sent twice', async () => {
		injectAll();
		// An item that fails for good makes n8n run the node again, for all items.
		const items = [{ n: -1, email: 'not an address' }, ...people(300)];
		const { done, failed } = await loops.run(email, items, {
			onError: 'continueErrorOutput',
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 0,
		});
		expect(failed.map(({ json }) => json.n)).toContain(-1);
		expectTruth(
			done.map(({ json }) => json),
			failed.slice(1).map(({ json }) => json),
			300,
		);
	}, 120_000);

	it('with Retry On Fail after a stop nothing is sent twice', async () => {
		const refusal = { kind: 'status', status: 403, path: '/v1/transactional' } as const;
		loops.emulator.inject(refusal);
		loops.emulator.inject({ ...refusal, probability: 0.02 });
		await loops.run(email, people(100), { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 });
		expect([...received()].filter(([, count]) => count > 1)).toEqual([]);
		expect(loops.emulator.requests.some(({ status }) => status === 403)).toBe(true);
	}, 120_000);

	it('with Loop Over Items every batch is sent, and none twice', async () => {
		injectAll();
		const run = await runWorkflow(
			source,
			loops.credentials(),
			// The same body in each batch: only the run index tells them apart.
			batchesWorkflow(email, { batchSize: 25 }),
			people(200).map((json) => ({ json })),
		);
		expect(run.status).toBe('success');
		const batches = run.data.resultData.runData.Loops.map((_, index) =>
			outputOf(run, 'Loops', index),
		);
		expect(batches).toHaveLength(8);
		const [done, failed] = [0, 1].map((output) =>
			batches.flatMap((outputs) => outputs[output] ?? []).map(({ json }) => json),
		);
		expectTruth(done, failed, 200);
	}, 120_000);

	it('after a cancel nothing more leaves, and nothing is there twice', async () => {
		injectAll();
		const running = runWorkflow(
			source,
			loops.credentials(),
			workflowWith(email),
			people(2_000).map((json) => ({ json })),
		);
		await expect.poll(() => loops.emulator.outbox.length, { timeout: 20_000 }).toBeGreaterThan(100);
		running.cancel();
		expect((await running).status).toBe('canceled');
		// What had left may still be on its way: as many as are in progress at once, on a busy machine.
		await setTimeout(3_000);
		const left = loops.emulator.requests.length;
		await setTimeout(2_000);
		expect(loops.emulator.requests.length - left).toBe(0);
		expect([...received()].filter(([, count]) => count > 1)).toEqual([]);
		expect(loops.emulator.outbox.length).toBeLessThan(2_000);
	}, 120_000);
});
