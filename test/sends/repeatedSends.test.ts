import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, retryWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { sampleItems } from '../harness/sampleItems.mts';
import { perKey, perRawKey } from '../harness/sendOnce.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator();

const sends: Array<[string, string, IDataObject]> = [
	['emails', '/v1/transactional', { ...parametersOf.sendEmail, email: '={{ $json.email }}' }],
	['events', '/v1/events/send', { ...parametersOf.sendEvent, email: '={{ $json.email }}' }],
];
const keys: Array<[string, IDataObject]> = [
	['the automatic key', {}],
	['a key', perKey('={{ $json.email }}')],
	['a raw key', perRawKey('=key-{{ $json.n }}')],
];
const table = sends.flatMap(([kind, path, send]) =>
	keys.map(([key, options]) => ({ kind, path, key, send: { ...send, options } })),
);
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const Continue = { ...retrying, onError: 'continueRegularOutput' } as const;

const deduplicated = (json: IDataObject[]) => json.map((item) => item.deduplicated);
const received = () => [...loops.emulator.outbox, ...loops.emulator.eventLog].length;
const refuse = (path: string) => loops.emulator.inject({ kind: 'status', status: 403, path });

describe.each(table)('$kind with $key in a repeated execution', ({ path, send }) => {
	it('are not marked as deduplicated by Retry On Fail', async () => {
		refuse(path);
		const { json, hints } = await loops.run(send, sampleItems(3), Continue);
		expect(deduplicated(json)).toEqual([false, false, false]);
		expect(hints.join()).not.toContain('before');
		expect(received()).toBe(3);
	});

	it('are marked as deduplicated in a Retry of the execution that sent them', async () => {
		/** How many more messages to each person Loops refuses. */
		let refusals: Record<string, number> = { 'person1@example.com': 2, 'person2@example.com': 2 };
		loops.onRequest = ({ body }) => {
			const { email } = body as { email: string };
			const left = refusals[email] ?? 0;
			refusals[email] = left - 1;
			return left > 0 ? { fault: { kind: 'status', status: 403 } } : undefined;
		};
		const settings = { ...retrying, maxTries: 2 };
		const { run } = await loops.run(send, sampleItems(3), settings);
		refusals = { 'person2@example.com': 1 };
		const workflow = workflowWith(send, settings);
		const retried = await retryWorkflow(source, loops.credentials(), workflow, run);
		const [items] = outputOf(retried, 'Loops');
		// The first try of the Retry sent the second message.
		expect(deduplicated(items.map(({ json }) => json))).toEqual([true, false, false]);
		expect(received()).toBe(3);
	});

	it('are not resent by a Retry that changes their key', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 0, path });
		refuse(path);
		const { run } = await loops.run(send, sampleItems(2));
		const changed = { ...send, options: perKey('={{ $json.n }}-changed') };
		const json = workflowWith(changed);
		for (const { node } of run.data.executionData?.nodeExecutionStack ?? []) {
			node.parameters = json.nodes.find(({ name }) => name === node.name)?.parameters ?? {};
		}
		await retryWorkflow(source, loops.credentials(), json, run);
		expect(received()).toBe(2);
	});

	it('have deduplicated: null when the first try lost the answer', async () => {
		const headers = { 'retry-after': '0' };
		loops.emulator.inject({ kind: 'status', status: 500, path, headers, after: true, times: 5 });
		const { json } = await loops.run(send, sampleItems(1), Continue);
		expect(deduplicated(json)).toEqual([null]);
		expect(received()).toBe(1);
	});
});

describe.each(sends)('a 409 without an earlier send in the execution: %s', (_kind, path, send) => {
	const conflict = { success: false, message: 'Request has already been processed.' };
	const injectConflict = (times = 1) =>
		loops.emulator.inject({ kind: 'body', status: 409, body: conflict, path, times });

	it('is an error', async () => {
		injectConflict();
		const { error } = await loops.run(send, sampleItems(1));
		expect(error?.message).toBe(
			"Loops already received this message's idempotency key, but this execution has not sent the message before (HTTP 409: Request has already been processed.) [item 0]",
		);
		expect(error?.description).toBe(
			'Nothing was sent now. Check in Loops whether the message was already sent. If not, start a new execution with this item.',
		);
	});

	it('stays an error with Retry On Fail', async () => {
		injectConflict(3);
		await loops.expectError(send, 'HTTP 409', sampleItems(1), retrying);
	});
});
