import { describe, expect, it, vi } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { batchesWorkflow } from '../../harness/batches.mts';
import { parametersOf } from '../../harness/operations.mts';
import { sampleItems } from '../../harness/sampleItems.mts';
import type { WorkflowJson } from '../../harness/workflow.mts';
import type { Execution } from '../n8n/client.mts';
import { chain, coreNode, loopsNode, pinned, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

const once = (count: number) => sampleItems(count).map(({ email }) => email);

/** Each send has different contents. */
const send = {
	...parametersOf.sendEvent,
	email: '={{ $json.email }}',
	options: {
		eventPropertiesJson: '={{ { at: $now.toMillis(), n: Math.random() } }}',
	},
};

const PATH = '/v1/events/send';
const recipients = () => n8n.emulator.eventLog.map(({ email }) => email).sort();

/** Accepts `count` sends, then answers 403 to the next `times`. */
function refuseAfter(count: number, times: Fault['times'] = 1) {
	if (count > 0) n8n.emulator.inject({ kind: 'slow', delay: 0, path: PATH, times: count });
	n8n.emulator.inject({ kind: 'status', status: 403, path: PATH, times });
}

const descriptionOf = ({ data }: Execution) =>
	String((data.resultData.error as { description?: string } | undefined)?.description);

/** Stores a sub-workflow that sends its input, and a workflow that calls it. */
async function storeParent(): Promise<{ sub: string; parent: WorkflowJson }> {
	const sub = await n8n.store(
		chain([
			coreNode('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
			loopsNode('Loops', send),
		]),
	);
	// In a Retry, n8n 2 runs the published sub-workflow; n8n 1 cannot activate it.
	await n8n.client.activate(sub).catch(() => undefined);
	const call = coreNode('Sub', 'executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: sub },
		options: {},
	});
	return { sub, parent: pinned(chain([start, call]), sampleItems(3)) };
}

describe('the automatic idempotency key stays equal', () => {
	it('with Retry On Fail', async () => {
		refuseAfter(2);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const execution = await n8n.runLoops(send, sampleItems(3), settings);
		expect(execution.status).toBe('success');
		expect(recipients()).toEqual(once(3));
	});

	it('in a Retry with the currently saved workflow', async () => {
		refuseAfter(2);
		const failed = await n8n.runLoops(send, sampleItems(3));
		expect(descriptionOf(failed)).toContain("in n8n's list of executions within 24 hours");
		expect((await n8n.client.retry(failed, { loadWorkflow: true })).status).toBe('success');
		expect(recipients()).toEqual(once(3));
	});

	it('in a Retry of a Retry', async () => {
		refuseAfter(1, 'always');
		const first = await n8n.runLoops(send, sampleItems(3));
		n8n.emulator.clearFaults();
		refuseAfter(1);
		const second = await n8n.client.retry(first);
		expect(second.status).toBe('error');
		expect((await n8n.client.retry(second)).status).toBe('success');
		expect(recipients()).toEqual(once(3));
	});

	it('in a Retry after Loop Over Items and a Wait node', async () => {
		const wait = coreNode('Wait', 'wait', 1.1, { resume: 'webhook', options: {} });
		// When resumed, Wait outputs the webhook request instead of its input.
		const email = "={{ $('Start').all()[$runIndex].json.email }}";
		const loop = batchesWorkflow({ ...send, email }, { batchSize: 1 });
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		const workflow = pinned(
			{
				...loop,
				nodes: [
					...loop.nodes.map(({ onError: _, ...node }) => node),
					{ ...wait, webhookId: 'wait' },
				],
				connections: {
					...loop.connections,
					Batches: { main: [to('Done'), to('Wait')] },
					Wait: { main: [to('Loops')] },
					Loops: { main: [to('Batches')] },
				},
			},
			sampleItems(2),
		);
		refuseAfter(1);
		const id = await n8n.store(workflow);
		const resume = async ({ id: waiting, data }: Execution) => {
			const query = data.resumeToken ? `?signature=${data.resumeToken}` : '';
			await fetch(`${n8n.client.origin}/webhook-waiting/${waiting}${query}`);
		};
		const failed = await n8n.client.run(id, 'Start', resume);
		expect(failed.data.resultData.error?.message).toContain('403');
		expect(recipients()).toEqual(once(1));
		expect((await n8n.client.retry(failed)).status).toBe('success');
		expect(recipients()).toEqual(once(2));
	});

	it('in a Retry of an error workflow', async () => {
		const items = { items: sampleItems(3) };
		const errorWorkflow = await n8n.store(
			chain([
				coreNode('Error Trigger', 'errorTrigger', 1),
				coreNode('People', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(items) }),
				coreNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'items' }),
				loopsNode('Loops', send),
			]),
		);
		const path = `fails-${n8n.credential.id}`;
		const webhook = coreNode('Webhook', 'webhook', 1, { httpMethod: 'POST', path });
		const fails = coreNode('Stop', 'stopAndError', 1, { errorMessage: 'On purpose' });
		const failing = chain([{ ...webhook, webhookId: path }, fails]);
		refuseAfter(2);
		await n8n.client.activate(errorWorkflow).catch(() => undefined);
		await n8n.client.activate(
			await n8n.store({ ...failing, settings: { executionOrder: 'v1', errorWorkflow } }),
		);
		await n8n.client.postToWebhook(path, {});
		const [{ id }] = await vi.waitUntil(
			async () => {
				const executions = await n8n.client.executions(errorWorkflow);
				return executions[0]?.status === 'error' && executions;
			},
			{ timeout: 30_000 },
		);
		expect(recipients()).toEqual(once(2));
		const retried = await n8n.client.retry(await n8n.client.execution(id));
		expect(retried.status).toBe('success');
		expect(recipients()).toEqual(once(3));
	});
});

describe('the automatic idempotency key changes', () => {
	it('in a new execution', async () => {
		const workflow = await n8n.store(
			pinned(chain([start, loopsNode('Loops', send)]), sampleItems(2)),
		);
		for (const _ of [1, 2]) await n8n.client.run(workflow, 'Start');
		expect(recipients()).toEqual([...once(2), ...once(2)].sort());
	});

	it('in a Retry of the parent of a sub-workflow, of which the error warns', async () => {
		const { sub, parent } = await storeParent();
		refuseAfter(2);
		const failed = await n8n.run(parent);
		const [{ id }] = await n8n.client.executions(sub);
		const advice = descriptionOf(await n8n.client.execution(id));
		expect(advice).toContain('messages that were already sent are sent again');
		expect(advice).not.toMatch(/safe|Retry/);

		expect((await n8n.client.retry(failed)).status).toBe('success');
		expect(recipients()).toEqual([...once(3), ...once(2)].sort());
	});

	it('except in a Retry of the sub-workflow itself', async () => {
		const { sub, parent } = await storeParent();
		refuseAfter(2);
		await n8n.run(parent);
		const [{ id }] = await n8n.client.executions(sub);
		refuseAfter(0);
		const retried = await n8n.client.retry(await n8n.client.execution(id));
		expect(descriptionOf(retried)).toContain('messages that were already sent are sent again');
		expect((await n8n.client.retry(retried)).status).toBe('success');
		expect(recipients()).toEqual(once(3));
	});
});
