import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { batchesWorkflow } from '../../harness/batches.mts';
import { parametersOf } from '../../harness/operations.mts';
import { itemsOf, jsonOf } from '../n8n/client.mts';
import { chain, coreNode, loopsNode, pinned, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, email: `person${n}@example.com` }));

const sendEmail = (options: IDataObject = {}) => ({
	...parametersOf.sendEmail,
	email: '={{ $json.email }}',
	options,
});

/** Answers 403 to one email. Emails in flight by then are still sent. */
const refuseOne = () =>
	n8n.emulator.inject({ kind: 'status', status: 403, path: '/v1/transactional' });
const recipients = () => n8n.emulator.outbox.map(({ email }) => email).sort();
const everyone = (count: number) =>
	people(count)
		.map(({ email }) => email)
		.sort();

describe('each email is sent once', () => {
	it('with Retry On Fail', async () => {
		refuseOne();
		const execution = await n8n.runLoops(sendEmail(), people(5), {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 0,
		});
		expect(execution.status).toBe('success');
		expect(recipients()).toEqual(everyone(5));
		expect(n8n.calls().filter(({ status }) => status === 403)).toHaveLength(1);
	});

	it('in a Retry with Send Only Once For', async () => {
		refuseOne();
		const failed = await n8n.runLoops(
			sendEmail({ sendOnlyOnceFor: '=order-{{ $json.n }}' }),
			people(5),
		);
		expect(failed.status).toBe('error');
		expect(recipients().length).toBeGreaterThan(0);
		expect(recipients().length).toBeLessThan(5);

		const retried = await n8n.client.retry(failed);
		expect(retried).toMatchObject({ status: 'success', retryOf: failed.id });
		expect(recipients()).toEqual(everyone(5));
		expect(jsonOf(retried, 'Done')).toHaveLength(5);
	});

	it('in Loop Over Items', async () => {
		const execution = await n8n.run(
			pinned(batchesWorkflow(sendEmail(), { batchSize: 4 }), people(10)),
		);
		expect(execution.status).toBe('success');
		expect(recipients()).toEqual(everyone(10));
		expect(itemsOf(execution, 'Loops', { run: 2 })).toHaveLength(2);
		expect(jsonOf(execution, 'Done')).toHaveLength(10);
	});

	it('in a sub-workflow that gets 50 items', async () => {
		const sub = await n8n.store(
			chain([
				coreNode('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
				loopsNode('Loops', sendEmail({ includeInputFields: true })),
			]),
		);
		const execution = await n8n.run(
			pinned(
				chain([
					start,
					coreNode('Sub', 'executeWorkflow', 1.2, {
						workflowId: { __rl: true, mode: 'id', value: sub },
						options: {},
					}),
				]),
				people(50),
			),
		);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(recipients()).toEqual(everyone(50));
		expect(jsonOf(execution, 'Sub').map(({ n }) => n)).toEqual(people(50).map(({ n }) => n));
	});
});
