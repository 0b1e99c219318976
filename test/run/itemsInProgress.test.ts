import { type IDataObject, sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { batchesWorkflow } from '../harness/batches.mts';
import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator({ latency: 20 });

describe('concurrent items', () => {
	it('stay few where each holds attachments in memory', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 4_500, times: 'always' });
		const attachments = {
			base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGk=' }],
		};
		await loops.run(
			{ ...parametersOf.sendEmail, email: '={{ $json.email }}', options: { attachments } },
			sampleItems(80),
		);
		const times = loops.calls().map(({ at }) => at);
		const inProgress = times.map((at) => times.filter((t) => t <= at && t > at - 4_500).length);
		expect(Math.max(...inProgress)).toBe(20);
	});

	it('run one by one with One Item at a Time', async () => {
		await loops.run(each(parametersOf.upsert, { oneItemAtATime: true }), sampleItems(5));
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
		[
			'both, then the user ID alone',
			{ findBy: '={{ $json.n % 2 ? "userId" : "emailAndUserId" }}', userId: 'u-77' },
		],
	])('keep their order when they change one contact: by %s', async (_identifier, identifier) => {
		// The first call is the slowest, so the others would overtake it.
		loops.emulator.inject({ kind: 'slow', delay: 300 });
		await loops.run(
			{
				...parametersOf.upsert,
				...identifier,
				additionalFields: { contactPropertiesJson: '={{ { seats: $json.n } }}' },
			},
			sampleItems(8),
		);
		expect(loops.calls().map(({ body }) => (body as IDataObject).seats)).toEqual([
			0, 1, 2, 3, 4, 5, 6, 7,
		]);
		expect(loops.emulator.contact('u-77')?.seats).toBe(7);
	});

	it.each([1e-9, 5e-324])('respect the lowest possible rate: %d', async (maxRequestsPerSecond) => {
		const upsert = each(parametersOf.upsert, { maxRequestsPerSecond });
		const items = sampleItems(3).map((json) => ({ json }));
		const running = runWorkflow(source, loops.credentials(), workflowWith(upsert), items);
		await sleep(60_000);
		running.cancel();
		await running;
		expect(loops.calls()).toHaveLength(1);
	});

	it.each([1, 4])(
		'respect the rate across all batches of a loop: %i per batch',
		async (batchSize) => {
			const upsert = each(parametersOf.upsert, { maxRequestsPerSecond: 1 });
			const workflow = batchesWorkflow(upsert, { batchSize });
			const items = sampleItems(8).map((json) => ({ json }));
			await runWorkflow(source, loops.credentials(), workflow, items);
			const times = loops.calls().map(({ at }) => at);
			// Seven intervals; the first may be half as long.
			expect(times[7] - times[0]).toBeGreaterThanOrEqual(6_400);
			const [, ...intervals] = times.slice(1).map((at, n) => at - times[n]);
			expect(Math.min(...intervals)).toBeGreaterThanOrEqual(900);
		},
	);

	it('share no Max Requests per Second with other executions', async () => {
		const upsert = each(parametersOf.upsert, { maxRequestsPerSecond: 1 });
		await Promise.all([loops.run(upsert, sampleItems(2)), loops.run(upsert, sampleItems(2))]);
		const [first, , , last] = loops.calls().map(({ at }) => at);
		expect(last - first).toBeLessThan(900);
	});

	it.each<[string, string, IDataObject, number]>([
		['timeout', '={{ $json.n ? 30 : "x" }}', { maxRequestsPerSecond: 4 }, 249],
		[
			'timeout',
			'={{ $json.n ? 30 : $("Done").item.json.throws }}',
			{ maxRequestsPerSecond: 4 },
			249,
		],
		['timeout', '={{ $json.n ? 30 : 0.001 }}', { maxRequestsPerSecond: 4 }, 249],
		['oneItemAtATime', '={{ $json.n ? true : "x" }}', { maxRequestsPerSecond: 4 }, 249],
		['maxRequestsPerSecond', '={{ $json.n ? 4 : "x" }}', { oneItemAtATime: true }, 19],
	])('follow the first item, whose %s is invalid: %s', async (name, value, others, ms) => {
		const options = { ...others, [name]: value };
		const settings = { onError: 'continueRegularOutput' } as const;
		const { json } = await loops.run(each(parametersOf.upsert, options), sampleItems(9), settings);
		expect(json.map((item) => 'error' in item)).toEqual(sampleItems(9).map(({ n }) => n === 0));
		const times = loops.calls().map(({ at }) => at);
		const [, ...intervals] = times.slice(1).map((at, n) => at - times[n]);
		expect(Math.min(...intervals)).toBeGreaterThanOrEqual(ms);
	});
});
