import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { readExample, triggered } from '../../harness/examples.mts';
import type { WorkflowJson } from '../../harness/workflow.mts';
import { post } from '../../trigger/post.mts';
import { signedRequest } from '../../trigger/sign.mts';
import { itemsOf, jsonOf, N8nClient } from '../n8n/client.mts';
import { type N8nProcess, startN8n } from '../n8n/server.mts';
import {
	createSecret,
	publish,
	storeTriggerWorkflow,
	type TriggerWorkflow,
} from '../webhook/trigger.mts';

const RELEASE_NOTES = 'cm9list0releasenotes00001';
const KIM = 'kim@example.com';

// A separate n8n, since it is restarted.
let n8n: N8nProcess;
let client: N8nClient;
let emulator: Emulator;
/** The published example. */
let example: TriggerWorkflow;
const published: string[] = [];

beforeAll(async () => {
	const { installation, tarball } = inject('n8n');
	n8n = await startN8n(installation, tarball);
	client = await N8nClient.connect(n8n.origin);
});
afterAll(async () => await n8n?.stop());
beforeEach(async () => {
	emulator = await startEmulator({ rateLimit: 100_000 });
});
afterEach(async () => await emulator.close());

/** Publishes an example with replacements, and sets its URL in the emulator. */
async function publishExample(file: string, replaced = '', by = '') {
	const source = JSON.stringify(readExample(file));
	const workflow = JSON.parse(source.replaceAll(replaced, by)) as WorkflowJson;
	const credential = await createSecret(client, { signingSecret: emulator.webhook.secret });
	example = await storeTriggerWorkflow(client, workflow, credential);
	await publish(client, example);
	emulator.setWebhook({ url: example.url });
	published.push(file);
}

/** Waits for `count` successful executions; returns them, oldest first. */
async function ended(count: number) {
	const listed = await vi.waitUntil(
		async () => {
			// The list includes executions of sub-workflows defined inside a node.
			const all = (await client.executions(example.id)).filter(({ mode }) => mode === 'webhook');
			return all.length >= count && all.every(({ status }) => status === 'success') && all;
		},
		{ timeout: 30_000, interval: 100 },
	);
	expect(listed).toHaveLength(count);
	const inOrder = listed.sort((a, b) => Number(a.id) - Number(b.id));
	return await Promise.all(
		inOrder.map(async ({ id: execution }) => await client.execution(execution)),
	);
}

async function call(method: string, path: string, body: object) {
	const { baseUrl, apiKey } = emulator;
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	const answer = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
	expect(answer.status).toBe(200);
}

it('webhook-router.json passes each event to the sub-workflow for its kind', async () => {
	await publishExample('webhook-router.json');
	await call('POST', '/contacts/create', { email: 'nia@example.com' });
	emulator.happen({ event: 'campaign.email.sent', email: KIM });
	const emailId = emulator.email('marketing', 0).id;
	emulator.happen({ event: 'email.clicked', emailId });
	emulator.happen({ event: 'email.spamReported', emailId });
	emulator.happen({ event: 'testing.testEvent' });

	const branches = [
		'Contacts and Lists',
		'Bounces and Spam',
		'Sent, Opened, Clicked',
		'Other Events',
	];
	const went = (await ended(6)).flatMap((execution) =>
		branches.flatMap((name) =>
			jsonOf(execution, name).map(({ event, handledBy }) => [event, name, handledBy]),
		),
	);
	expect(went.sort()).toEqual([
		['campaign.email.sent', 'Sent, Opened, Clicked', 'Sent, Opened, Clicked'],
		['contact.created', 'Contacts and Lists', 'Contacts and Lists'],
		['email.clicked', 'Sent, Opened, Clicked', 'Sent, Opened, Clicked'],
		['email.delivered', 'Sent, Opened, Clicked', 'Sent, Opened, Clicked'],
		['email.spamReported', 'Bounces and Spam', 'Bounces and Spam'],
		['testing.testEvent', 'Other Events', undefined],
	]);
});

it('bounce-to-crm.json suppresses unreachable contacts in the CRM, with a retry', async () => {
	const received: unknown[] = [];
	const crm = createServer((request, response) => {
		void text(request).then((body) => {
			received.push([request.method, request.url, JSON.parse(body)]);
			response.statusCode = received.length === 1 ? 503 : 204;
			response.end();
		});
	}).listen(0, '127.0.0.1');
	await once(crm, 'listening');
	try {
		const { port } = crm.address() as AddressInfo;
		await publishExample(
			'bounce-to-crm.json',
			'https://crm.example.com',
			`http://127.0.0.1:${port}`,
		);
		emulator.happen({ event: 'campaign.email.sent', email: KIM });
		const { id: emailId, sourceName } = emulator.email('marketing', 0);
		emulator.happen({ event: 'email.opened', emailId });
		emulator.happen({ event: 'email.hardBounced', emailId });
		await ended(1);
		const request = [
			'PUT',
			'/api/people/kim%40example.com/suppression',
			{
				suppressed: true,
				reason: 'email.hardBounced',
				at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				source: 'campaign',
				subject: sourceName,
			},
		];
		expect(received).toEqual([request, request]);
	} finally {
		crm.close();
	}
});

async function restart() {
	const { installation, tarball } = inject('n8n');
	const { userFolder, origin } = n8n;
	n8n.kill('SIGTERM');
	await n8n.ended;
	n8n = await startN8n(installation, tarball, { userFolder, port: Number(new URL(origin).port) });
	client = await N8nClient.connect(n8n.origin);
}

it('unsubscribes-to-table.json adds one row for each event, even after a restart', async () => {
	await publishExample('unsubscribes-to-table.json');
	const change = async (mailingLists: object) =>
		await call('PUT', '/contacts/update', { email: KIM, ...mailingLists });
	await change({ mailingLists: { [RELEASE_NOTES]: false } });
	await ended(1);
	await change({ subscribed: false });
	await ended(2);

	await restart();
	const { webhookId, event } = emulator.deliveries[0];
	const repeat = async () =>
		await post(example.url, signedRequest(emulator.webhook.secret, event, { id: webhookId }));
	await vi.waitUntil(async () => (await repeat()).status === 200, { timeout: 10_000 });
	const [first, , third] = await ended(3);
	expect(itemsOf(third, 'Unsubscribed')).toHaveLength(1);
	expect(itemsOf(third, 'Each Event Once')).toEqual([]);

	const [{ id }] = jsonOf(first, 'Create Table if Missing');
	const project = await client.call<{ id: string }>('GET', '/rest/projects/personal');
	const table = `/rest/projects/${project.id}/data-tables/${String(id)}`;
	const { data } = await client.call<{ data: unknown[] }>('GET', `${table}/rows`);
	const kim = { email: KIM, userId: 'u-77' };
	expect(data).toEqual([
		expect.objectContaining({ ...kim, webhookId, mailingList: 'Release notes' }),
		expect.objectContaining({ ...kim, event: 'contact.unsubscribed', mailingList: null }),
	]);
});

it('all examples with a Loops Trigger are tested', () => {
	expect(published.sort()).toEqual(triggered);
});
