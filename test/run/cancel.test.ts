import { type IDataObject, sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each } from '../harness/sampleItems.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator({ latency: 20 });

const people = Array.from({ length: 300 }, (_, n) => ({
	json: { n, email: `person${n}@example.com` },
}));
const update = {
	resource: 'contact',
	operation: 'update',
	email: '={{ $json.n ? $json.email : "kim@example.com" }}',
	additionalFields: { contactPropertiesJson: '{ "seats": 9 }' },
};

/** Cancels after some requests, and counts those that arrive in the minute after. */
async function cancelAfter(
	requests: number,
	parameters: IDataObject,
	onError?: 'continueErrorOutput',
) {
	const workflow = workflowWith(parameters, { onError });
	const running = runWorkflow(source, loops.credentials(), workflow, people);
	while (loops.emulator.requests.length < requests) await sleep(5);
	running.cancel();
	// Requests that were sent may still arrive.
	await sleep(50);
	const arrived = loops.emulator.requests.length;
	const canceled = await running;
	await sleep(60_000);
	return { run: canceled, more: loops.emulator.requests.length - arrived };
}

const waits: Array<[string, IDataObject, Fault[], number]> = [
	['events in progress', each(parametersOf.sendEvent, { maxRequestsPerSecond: 20 }), [], 10],
	[
		'emails in progress, one at a time',
		each(parametersOf.sendEmail, { oneItemAtATime: true }),
		[],
		5,
	],
	[
		'a wait for the rate limit',
		each(parametersOf.upsert),
		[{ kind: 'status', status: 429, times: 'always', headers: { 'retry-after': '1' } }],
		1,
	],
	[
		'a wait before a retry',
		each(parametersOf.sendEvent, { oneItemAtATime: true }),
		[{ kind: 'status', status: 503, times: 'always', headers: { 'retry-after': '1' } }],
		1,
	],
	[
		'the look-up of an update',
		{ ...update, options: { oneItemAtATime: true } },
		[{ kind: 'slow', path: '/v1/contacts/find', delay: 900 }],
		1,
	],
	[
		'the look-up after a lost answer',
		each(parametersOf.create, { oneItemAtATime: true }),
		[
			{ kind: 'resetBefore', method: 'POST' },
			{ kind: 'slow', path: '/v1/contacts/find', delay: 900 },
		],
		2,
	],
	[
		'an answer that hangs',
		each(parametersOf.sendEvent, { oneItemAtATime: true, timeout: 1 }),
		[{ kind: 'hang' }],
		1,
	],
];

describe.each([undefined, 'continueErrorOutput'] as const)('a cancel (On Error: %s)', (onError) => {
	it.each(waits)('sends nothing more during %s', async (_when, parameters, faults, requests) => {
		for (const fault of faults) loops.emulator.inject(fault);
		const { run, more } = await cancelAfter(requests, parameters, onError);
		expect(run.status).toBe('canceled');
		expect(more).toBe(0);
		expect(loops.emulator.contact('kim@example.com')?.seats).toBe(4);
	});
});

it('a cancel does not reduce the concurrency of the next run', async () => {
	const start = () => {
		const workflow = workflowWith(each(parametersOf.upsert));
		return runWorkflow(source, loops.credentials(), workflow, people);
	};
	await loops.run(parametersOf.upsert);
	loops.emulator.inject({ kind: 'hang', times: 'always' });
	for (let run = 1; run <= 2; run++) {
		const running = start();
		await sleep(5_000);
		running.cancel();
		await running;
		expect(loops.emulator.requests).toHaveLength(1 + run * 10);
	}
});
