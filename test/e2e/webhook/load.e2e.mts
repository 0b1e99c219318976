import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';

import { post, type WebhookAnswer } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { newId, signedRequest } from '../../trigger/sign.mts';
import { jsonOf, N8nClient, type StoredCredential } from '../n8n/client.mts';
import { createSecret, publish, storeTrigger, type TriggerWorkflow } from './trigger.mts';

const EVENTS = 150;
/** Maximum concurrent requests. */
const LANES = 50;

let client: N8nClient;
let credential: StoredCredential;
let workflow: TriggerWorkflow;

beforeAll(async () => {
	client = await N8nClient.connect(inject('n8n').origin);
	credential = await createSecret(client, { signingSecret: secret });
});
beforeEach(async () => {
	workflow = await storeTrigger(client, { events: ['*'] }, credential);
	await publish(client, workflow);
});

/** Number of executions with a status, and the ID of the latest. */
async function executions(status: string[] = []): Promise<{ count: number; id: number }> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status }));
	const { count, results } = await client.call<{ count: number; results: Array<{ id: string }> }>(
		'GET',
		`/rest/executions?limit=1&filter=${filter}`,
	);
	return { count, id: Number(results[0]?.id) };
}

const succeeded = async (count: number) =>
	await vi.waitUntil(async () => (await executions(['success'])).count >= count, {
		timeout: 240_000,
		interval: 500,
	});

const send = async (id: string) => await post(workflow.url, signedRequest(secret, event, { id }));

/**
 * Sends the events, then a fifth of them again, like Loops after a lost answer.
 */
async function sendWithRepeats() {
	const ids = Array.from({ length: EVENTS }, newId);
	const sent = [...ids, ...ids.filter((_id, index) => index % 5 === 0)];
	// Execution IDs are consecutive and nothing else runs, so all later IDs are ours.
	await send(newId());
	await succeeded(1);
	const { id: before } = await executions();

	const startedAt = Date.now();
	const answers: WebhookAnswer[] = [];
	const next = sent.entries();
	const lane = async () => {
		for (const [index, id] of next) {
			// Signed right before sending, since signatures expire.
			let answer = await send(id);
			// A repeat before the answer to the first request gets a 503, which Loops retries.
			while (index >= EVENTS && answer.status === 503) {
				await wait(1_000);
				answer = await send(id);
			}
			answers.push(answer);
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	console.log(`${sent.length} requests answered in ${Date.now() - startedAt} ms`);
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(answers.filter(({ body }) => body !== '')).toEqual(
		Array(EVENTS / 5).fill({
			status: 200,
			body: '{"message":"Ignored: the event was already received"}',
		}),
	);

	await succeeded(EVENTS + 1);
	// Time for duplicate executions to appear.
	await wait(2_000);
	expect((await executions()).count).toBe(EVENTS + 1);
	const ran: unknown[] = [];
	for (let id = before + 1; id <= before + EVENTS; id++) {
		const execution = await client.execution(String(id));
		expect(execution).toMatchObject({ workflowId: workflow.id, status: 'success' });
		ran.push(jsonOf(execution, 'Loops Trigger')[0].webhookId);
	}
	expect(ran.sort()).toEqual(ids.sort());
}

it('the trigger runs each of 150 events in a burst once', { timeout: 600_000 }, async () => {
	await sendWithRepeats();
});
