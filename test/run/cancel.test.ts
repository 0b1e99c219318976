import { sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { runWorkflow } from '../harness/engine.mts';
import { source, type StoredError, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { workflowWith } from '../harness/workflow.mts';

describe('a cancel', () => {
	const loops = useEmulator({ latency: 20 });
	const items = sampleItems(300).map((json) => ({ json }));

	it('does not reduce the concurrency of the next run', async () => {
		const workflow = workflowWith(each(parametersOf.upsert));
		await loops.run(parametersOf.upsert);
		loops.emulator.inject({ kind: 'hang', times: 'always' });
		for (let run = 1; run <= 2; run++) {
			const running = runWorkflow(source, loops.credentials(), workflow, items);
			await sleep(5_000);
			running.cancel();
			await running;
			expect(loops.emulator.requests).toHaveLength(1 + run * 10);
		}
	});

	it('of 300 sends is an error with their counts, and says whether to run them again', async () => {
		const workflow = workflowWith(each(parametersOf.sendEmail));
		const running = runWorkflow(source, loops.credentials(), workflow, items);
		await expect.poll(() => loops.emulator.outbox.length).toBeGreaterThan(30);
		running.cancel();
		const { status, data } = await running;
		expect(status).toBe('canceled');
		const { message, description } = data.resultData.error as StoredError;
		const counts =
			/^The execution was canceled\. Of 300 items: (\d+) done, (\d+) possibly done, (\d+) not started, and none went on to the next node\.$/;
		const [done, maybe, notStarted] = (counts.exec(message) ?? []).slice(1).map(Number);
		expect(done + maybe + notStarted).toBe(300);
		const sent = loops.emulator.outbox.length;
		expect(sent).toBeGreaterThanOrEqual(done);
		expect(sent).toBeLessThanOrEqual(done + maybe);
		expect(description).toContain("in n8n's list of executions within 24 hours");
	});

	it('ends the wait for a list that another execution reads', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 5_000, path: '/v1/contacts/properties' });
		const strict = workflowWith({
			...parametersOf.upsert,
			additionalFields: { contactPropertiesJson: '{ "seats": 1, "nope": 2 }' },
			options: { unknownProperties: 'dontSend' },
		});
		const start = () => runWorkflow(source, loops.credentials(), strict);
		const reading = start();
		await expect.poll(() => loops.emulator.requests.length).toBe(1);
		const waiting = start();
		const startedAt = Date.now();
		waiting.cancel();
		expect((await waiting).status).toBe('canceled');
		expect(Date.now() - startedAt).toBeLessThan(3_000);
		reading.cancel();
		await reading;
	});
});

describe('a cancel in real time', () => {
	const loops = useEmulator({}, { time: 'real' });

	it('of one send says that it may have been sent', async () => {
		loops.emulator.inject({ kind: 'hang', path: '/v1/transactional', times: 'always' });
		const workflow = workflowWith(parametersOf.sendEmail);
		const running = runWorkflow(source, loops.credentials(), workflow);
		await expect.poll(() => loops.changes().length).toBe(1);
		running.cancel();
		const { error } = (await running).data.resultData;
		expect(error?.message).toMatch(
			/^The execution was canceled\. Of 1 item: 1 possibly done, and none/,
		);
	});

	it.each([
		['Validate Only', each(parametersOf.upsert, { validateOnly: true })],
		['invalid addresses', { ...parametersOf.upsert, email: 'nobody' }],
	])('ends a run that makes no calls: %s', async (_case, parameters) => {
		const workflow = workflowWith(parameters, { onError: 'continueRegularOutput' });
		const items = sampleItems(3_000).map((json) => ({ json }));
		const running = runWorkflow(source, loops.credentials(), workflow, items);
		await sleep(1);
		running.cancel();
		expect((await running).status).toBe('canceled');
	});
});
