import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { sampleItems } from '../../harness/sampleItems.mts';
import { webhookToLoops } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
/** Takes 10 calls per second, like Loops. */
let emulator: Emulator;
beforeEach(async () => {
	emulator = await startEmulator();
});
afterEach(async () => await emulator.close());

const ITEMS = sampleItems(60);

/** Starts an execution of a published workflow that emails 60 people, which takes six seconds. */
async function startSending(name: string, settings: object = {}): Promise<string> {
	const workflow = webhookToLoops(name, parametersOf.sendEmail);
	const id = await n8n.client.createWorkflow(
		{ ...workflow, settings: { executionOrder: 'v1', ...settings } },
		await n8n.client.createCredential(emulator),
	);
	await n8n.client.activate(id);
	await n8n.client.postToWebhook(name, { items: ITEMS });
	await vi.waitUntil(() => emulator.outbox.length > 10, { timeout: 20_000 });
	return (await n8n.client.executions(id))[0].id;
}

/** Waits until the execution is stored, and a run that ends has sent its last emails. */
async function ended(id: string) {
	await vi.waitUntil(
		async () => (await n8n.client.execution(id)).data.resultData.error !== undefined,
		{ timeout: 20_000, interval: 200 },
	);
	await wait(2_000);
	return await n8n.client.execution(id);
}

const people = () => new Set(emulator.outbox.map(({ email }) => email)).size;

it('a run that times out tells what it has done, and a Retry emails nobody twice', async () => {
	const execution = await ended(await startSending('late', { executionTimeout: 4 }));
	expect(execution.status).toBe('canceled');
	const { message } = execution.data.resultData.error ?? {};
	const [, done = 0] =
		/^The execution was canceled\. Of 60 items: (\d+) done, .*not started(, and none went on to the next node)?\.$/.exec(
			String(message),
		) ?? [];
	expect(Number(done)).toBeGreaterThan(10);
	expect(emulator.outbox.length).toBeGreaterThanOrEqual(Number(done));

	const retried = await n8n.client.retry(execution);
	expect(retried.status).toBe('success');
	expect([emulator.outbox.length, people()]).toEqual([60, 60]);
});

// n8n stores its own error at once, and nothing that the node did or remembers.
it('a Retry of a run that was stopped by hand emails people again', async () => {
	const id = await startSending('stopped');
	await n8n.client.call('POST', `/rest/executions/${id}/stop`, {});
	const execution = await ended(id);
	expect(execution.status).toBe('canceled');
	expect(execution.data.resultData).toMatchObject({
		error: { message: 'The execution was cancelled manually' },
		runData: {},
	});
	const before = emulator.outbox.length;

	await n8n.client.retry(execution);
	expect([emulator.outbox.length, people()]).toEqual([60 + before, 60]);
});
