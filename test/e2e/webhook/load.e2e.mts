import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';

import { post, type WebhookAnswer } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { newId, signedRequest } from '../../trigger/sign.mts';
import { jsonOf, N8nClient, type StoredCredential } from '../n8n/client.mts';
import { createSecret, publish, storeTrigger, type TriggerWorkflow } from './trigger.mts';

const EVENTS = 1_000;
/** Requests under way at once, at most. */
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

/** How many executions the workflow has, and the ID of the latest. */
async function executions(filter: IDataObject = {}): Promise<{ count: number; latest: number }> {
	const query = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, ...filter }));
	const { count, results } = await client.call<{ count: number; results: Array<{ id: string }> }>(
		'GET',
		`/rest/executions?limit=1&filter=${query}`,
	);
	return { count, latest: Number(results[0]?.id) };
}

/** The event of each execution, once `wanted` have succeeded and there was time for more. */
async function eventsThatRan(wanted: number): Promise<string[]> {
	const areDone = async () => (await executions({ status: ['success'] })).count >= wanted;
	await vi.waitUntil(areDone, { timeout: 240_000, interval: 500 });
	await wait(2_000);
	const { count, latest } = await executions();
	const events: string[] = [];
	// Nothing else runs here meanwhile, and n8n counts its executions.
	for (let id = latest; id > latest - count; id--) {
		const execution = await client.execution(String(id));
		expect(execution).toMatchObject({ workflowId: workflow.id, status: 'success' });
		events.push(String(jsonOf(execution, 'Loops Trigger')[0].webhookId));
	}
	return events;
}

/**
 * Sends 1,000 events, then a fifth of them once more, as Loops does where it saw no answer.
 * @param everyMs between two of them
 */
async function sendWithRepeats(everyMs: number) {
	const ids = Array.from({ length: EVENTS }, newId);
	const sent = [...ids, ...ids.filter((_id, index) => index % 5 === 0)];
	const startedAt = Date.now();
	const answers: WebhookAnswer[] = [];
	const next = sent.entries();
	const lane = async () => {
		for (const [index, id] of next) {
			await wait(Math.max(0, startedAt + index * everyMs - Date.now()));
			// Signed when it leaves: a signature gets old.
			answers.push(await post(workflow.url, signedRequest(secret, event, { id })));
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	console.log(`${sent.length} requests answered in ${Date.now() - startedAt} ms`);
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(answers.filter(({ body }) => body !== '')).toEqual(
		Array(EVENTS / 5).fill({ status: 200, body: '{"message":"Ignored: received before"}' }),
	);
	expect((await eventsThatRan(EVENTS)).sort()).toEqual(ids.sort());
}

it('runs each of 1,000 events in a burst once', { timeout: 600_000 }, async () => {
	await sendWithRepeats(0);
});

it('runs each of 1,000 events at ten a second once', { timeout: 600_000 }, async () => {
	await sendWithRepeats(100);
});
