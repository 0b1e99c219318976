import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { type Call, RELEASE_NOTES, WELCOME } from '../../emulator/testClient.mts';
import { EVENT_NAMES } from '../../emulator/webhooks/events.mts';
import { jsonOf, N8nClient } from '../n8n/client.mts';
import {
	callLoops,
	createSecret,
	publish,
	storeTrigger,
	type TriggerWorkflow,
} from './trigger.mts';

const KIM = 'kim@example.com';

let client: N8nClient;
let emulator: Emulator;
beforeAll(async () => {
	client = await N8nClient.connect(inject('n8n').origin);
});
beforeEach(async () => {
	emulator = await startEmulator({ rateLimit: 100_000 });
});
afterEach(async () => await emulator.close());

/** Stores a workflow that receives the emulator's events. */
async function receiving(options = {}): Promise<TriggerWorkflow> {
	const credential = await createSecret(client, { signingSecret: emulator.webhook.secret });
	const workflow = await storeTrigger(client, { events: ['*'], options }, credential);
	emulator.setWebhook({ url: workflow.url });
	return workflow;
}

async function published(options = {}): Promise<TriggerWorkflow> {
	const workflow = await receiving(options);
	await publish(client, workflow);
	return workflow;
}

const call = async (...request: Parameters<Call>) => await callLoops(emulator, ...request);

/** Waits for `count` answered deliveries. */
async function deliveries(count: number) {
	const { deliveries: log } = emulator;
	await vi.waitUntil(() => log.length >= count && log.every(({ ms }) => ms !== undefined), {
		timeout: 30_000,
	});
	expect(log).toHaveLength(count);
	return log;
}

/** Waits for `count` successful executions; returns `webhookId` and `event` of each. */
async function ran({ id }: TriggerWorkflow, count: number) {
	const executions = await vi.waitUntil(
		async () => {
			const all = await client.executions(id);
			return all.length >= count && all.every(({ status }) => status === 'success') && all;
		},
		{ timeout: 30_000, interval: 100 },
	);
	const items = [];
	for (const execution of executions) {
		items.push(...jsonOf(await client.execution(execution.id), 'Loops Trigger'));
	}
	expect(items).toHaveLength(count);
	return items.map(({ webhookId, event }) => ({ webhookId, event }));
}

const test = () => emulator.happen({ event: 'testing.testEvent' });

it('the trigger runs each of the 17 events of the emulator', async () => {
	const workflow = await published();
	const nia = { email: 'nia@example.com' };
	await call('POST', '/contacts/create', { ...nia, mailingLists: { [RELEASE_NOTES]: true } });
	await call('PUT', '/contacts/update', { ...nia, mailingLists: { [RELEASE_NOTES]: false } });
	await call('PUT', '/contacts/update', { ...nia, subscribed: false });
	await call('POST', '/contacts/delete', nia);
	const dataVariables = { firstName: 'Kim' };
	await call('POST', '/transactional', { transactionalId: WELCOME, email: KIM, dataVariables });
	emulator.happen({ event: 'loop.email.sent', email: KIM });
	emulator.happen({ event: 'campaign.email.sent', email: KIM });
	const emailId = emulator.email('marketing', 1).id;
	for (const event of EVENT_NAMES) {
		if (/^email\.(?!delivered)/.test(event)) emulator.happen({ event, emailId });
	}
	test();

	const { length } = EVENT_NAMES;
	expect(length).toBe(17);
	await vi.waitUntil(() => emulator.deliveries.at(-1)?.event.eventName === 'testing.testEvent', {
		timeout: 30_000,
	});
	const sent = await deliveries(emulator.deliveries.length);
	expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
	expect(new Set(sent.map(({ event }) => event.eventName))).toEqual(new Set(EVENT_NAMES));
	const expected = sent.map(({ webhookId, event }) => ({ webhookId, event: event.eventName }));
	const key = ({ webhookId }: { webhookId: unknown }) => String(webhookId);
	const byId = <T extends { webhookId: unknown }>(items: T[]) =>
		items.sort((a, b) => key(a).localeCompare(key(b)));
	expect(byId(await ran(workflow, sent.length))).toEqual(byId(expected));
});

describe('the trigger', () => {
	it('runs a retried event after the workflow is published', async () => {
		const workflow = await receiving();
		emulator.setWebhook({ retries: 5 });
		test();
		await vi.waitUntil(() => emulator.deliveries[0]?.status === 404, { timeout: 30_000 });
		await publish(client, workflow);
		await vi.waitUntil(() => emulator.deliveries.at(-1)?.status === 200, { timeout: 30_000 });
		const [{ webhookId }, again] = emulator.deliveries;
		expect(again).toMatchObject({ webhookId, reason: 'retry' });
		await ran(workflow, 1);
	});
});
