import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { batchesWorkflow } from '../harness/batches.mts';
import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { sampleItems } from '../harness/sampleItems.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator();

/** Sends whose body differs on every evaluation. */
const sends: Array<[string, string, IDataObject]> = [
	[
		'emails',
		'/v1/transactional',
		{
			...parametersOf.sendEmail,
			email: '={{ $json.email }}',
			dataVariables: {},
			options: { dataVariablesJson: '={{ { firstName: "P" + Math.random() } }}' },
		},
	],
	[
		'events',
		'/v1/events/send',
		{
			...parametersOf.sendEvent,
			email: '={{ $json.email }}',
			options: { eventPropertiesJson: '={{ { at: $now.toISO(), n: Math.random() } }}' },
		},
	],
];

const once = (count: number) => sampleItems(count).map(({ email }) => email);
const received = () =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].map(({ email }) => email).sort();
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Lets some requests of a path through, and refuses the next one. */
function refuseAfter(count: number, path: string) {
	if (count > 0) loops.emulator.inject({ kind: 'slow', delay: 0, path, times: count });
	loops.emulator.inject({ kind: 'status', status: 403, path });
}

describe.each(sends)(
	'the automatic idempotency key of %s with a changing body',
	(_kind, path, send) => {
		it('prevents duplicates with Retry On Fail', async () => {
			refuseAfter(2, path);
			const { run } = await loops.run(send, sampleItems(4), retrying);
			expect(run.status).toBe('success');
			expect(received()).toEqual(once(4));
		});

		it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'prevents duplicates with Retry On Fail and On Error: %s',
			async (onError) => {
				// n8n repeats the node when its first item has failed.
				refuseAfter(0, path);
				const { json } = await loops.run(send, sampleItems(4), { ...retrying, onError });
				expect(json).toHaveLength(4);
				expect(received()).toEqual(once(4));
			},
		);

		it('prevents duplicates in Loop Over Items with Retry On Fail', async () => {
			const workflow = batchesWorkflow(send, { batchSize: 2 });
			for (const node of workflow.nodes) {
				if (node.name === 'Loops') Object.assign(node, retrying, { onError: undefined });
			}
			refuseAfter(3, path);
			const items = sampleItems(6).map((json) => ({ json }));
			const run = await runWorkflow(source, loops.credentials(), workflow, items);
			expect(run.status).toBe('success');
			expect(received()).toEqual(once(6));
		});

		it('differs between two databases with equal instance and execution IDs', async () => {
			for (let n = 0; n < 2; n++) {
				const { json } = await loops.run(send, sampleItems(2), { executionId: '1' });
				expect(json.map(({ deduplicated }) => deduplicated)).toEqual([false, false]);
			}
			expect(received()).toEqual([...once(2), ...once(2)].sort());
		});
	},
);

describe('messages with equal bodies and item indexes', () => {
	const items = sampleItems(2).map((json) => ({ json }));

	it.each(sends)('are sent by each of two nodes: %s', async (_kind, _path, send) => {
		const same = { ...send, email: 'kim@example.com' };
		const workflow = workflowWith(same);
		const first = workflow.nodes.find(({ name }) => name === 'Loops');
		workflow.nodes.push({
			...first,
			id: 'Again',
			name: 'Again',
		} as (typeof workflow.nodes)[number]);
		workflow.connections.Start.main[0]?.push({ node: 'Again', type: 'main', index: 0 });
		await runWorkflow(source, loops.credentials(), workflow, items);
		expect(received()).toHaveLength(4);
	});

	it.each(sends)('are sent by each batch of Loop Over Items: %s', async (_kind, _path, send) => {
		const same = { ...send, email: 'kim@example.com' };
		await runWorkflow(source, loops.credentials(), batchesWorkflow(same, { batchSize: 1 }), items);
		expect(received()).toHaveLength(2);
	});
});
