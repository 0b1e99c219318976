import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { post } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { newId, signedRequest, type WebhookRequest } from '../../trigger/sign.mts';
import { N8nClient } from '../n8n/client.mts';
import { coreNode } from '../nodes.mts';
import { createSecret, publish, storeTrigger, type TriggerWorkflow } from './trigger.mts';

const EVENTS = 1_000;

/** What the node behind the trigger sent on: the ID of each event that an execution ran with. */
const ran: string[] = [];
let sink: Server;
let workflow: TriggerWorkflow;

beforeAll(async () => {
	sink = createServer((request, response) => {
		void text(request).then((body) => {
			ran.push((JSON.parse(body) as { webhookId: string }).webhookId);
			response.end();
		});
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => sink.once('listening', resolve));
	const { port } = sink.address() as AddressInfo;

	const client = await N8nClient.connect(inject('n8n').origin);
	const credential = await createSecret(client, { signingSecret: secret });
	const sendOn = coreNode('Send On', 'httpRequest', 4.2, {
		method: 'POST',
		url: `http://127.0.0.1:${port}`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { webhookId: $json.webhookId } }}',
		options: {},
	});
	workflow = await storeTrigger(client, { events: ['*'] }, credential, [sendOn]);
	await publish(client, workflow);
});
afterAll(() => sink?.close());

/** Events, a fifth of them twice, as Loops sends them again where it saw no answer. */
function eventsWithRepeats(): { ids: string[]; requests: WebhookRequest[] } {
	const ids = Array.from({ length: EVENTS }, newId);
	const again = ids.filter((_id, index) => index % 5 === 0);
	return { ids, requests: [...ids, ...again].map((id) => signedRequest(secret, event, { id })) };
}

async function expectEachOnce(ids: string[], answers: Array<{ status: number; body: string }>) {
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(answers.filter(({ body }) => body.includes('received before'))).toHaveLength(EVENTS / 5);
	await vi.waitUntil(() => ran.length >= ids.length, { timeout: 120_000, interval: 200 });
	// What ran twice would have come meanwhile.
	await wait(2_000);
	expect([...ran].sort()).toEqual([...ids].sort());
}

it('runs each of 1,000 events in a burst, and no repeat', { timeout: 300_000 }, async () => {
	ran.length = 0;
	const { ids, requests } = eventsWithRepeats();
	const startedAt = Date.now();
	const answers = await Promise.all(
		requests.map(async (request) => await post(workflow.url, request)),
	);
	console.log(`${requests.length} requests answered in ${Date.now() - startedAt} ms`);
	await expectEachOnce(ids, answers);
});

it(
	'runs each of 1,000 events at ten a second, as Loops sends them',
	{ timeout: 300_000 },
	async () => {
		ran.length = 0;
		const { ids, requests } = eventsWithRepeats();
		const startedAt = Date.now();
		const answers = await Promise.all(
			requests.map(async (request, index) => {
				await wait(index * 100);
				const { headers, body } = request;
				const sent = signedRequest(secret, body, { id: String(headers['webhook-id']) });
				return await post(workflow.url, sent);
			}),
		);
		expect(Date.now() - startedAt).toBeGreaterThan((requests.length - 1) * 100);
		await expectEachOnce(ids, answers);
	},
);
