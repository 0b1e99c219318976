import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { N8nClient } from '../n8n/client.mts';
import { createSecret, endedRuns, publish, storeTrigger } from './trigger.mts';

let emulator: Emulator;
beforeEach(async () => {
	emulator = await startEmulator();
});
afterEach(async () => await emulator.close());

it('the trigger runs a retried event after the workflow is published', async () => {
	const client = await N8nClient.connect(inject('n8n').origin);
	const credential = await createSecret(client, { signingSecret: emulator.webhook.secret });
	const workflow = await storeTrigger(client, { events: ['*'] }, credential);
	emulator.setWebhook({ url: workflow.url, retries: 5 });
	emulator.happen({ event: 'testing.testEvent' });
	await vi.waitUntil(() => emulator.deliveries[0]?.status === 404, { timeout: 30_000 });
	await publish(client, workflow);
	await vi.waitUntil(() => emulator.deliveries.at(-1)?.status === 200, { timeout: 30_000 });
	const [{ webhookId }, again] = emulator.deliveries;
	expect(again).toMatchObject({ webhookId, reason: 'retry' });
	await endedRuns(client, workflow, 1);
});
