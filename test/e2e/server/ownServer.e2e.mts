// Tests that kill an n8n, copy its database or need another setting share one server.
import { cp } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { sampleItems } from '../../harness/sampleItems.mts';
import { perKey } from '../../harness/sendOnce.mts';
import { post } from '../../trigger/post.mts';
import { signedRequest } from '../../trigger/sign.mts';
import { itemsOf, jsonOf, N8nClient } from '../n8n/client.mts';
import { type N8nProcess, removeFolder, startN8n, temporaryFolder } from '../n8n/server.mts';
import { chain, loopsNode, pinned, start, webhookToLoops } from '../nodes.mts';
import { callLoops, endedRuns, publishExample, type TriggerWorkflow } from '../webhook/trigger.mts';

const RELEASE_NOTES = 'cm9list0releasenotes00001';
const KIM = 'kim@example.com';
const ITEMS = sampleItems(60);

let emulator: Emulator;
/** Gets the events of the crash. */
let slow: Emulator;
let n8n: N8nProcess;
let client: N8nClient;
let unsubscribes: TriggerWorkflow;
/** A copy of the database of the killed n8n. */
let backup: string;
/** The first email that the restarted n8n sent. */
let first: Awaited<ReturnType<typeof sendFrom>>;

const tags = ['plain', 'once'] as const;
const crashing: Record<string, string> = {};
const arrived = (tag: string) => slow.eventLog.filter(({ eventName }) => eventName === tag);

async function startOwn(userFolder?: string, port?: number): Promise<N8nProcess> {
	const { installation, tarball } = inject('n8n');
	return await startN8n(installation, tarball, { userFolder, port });
}

/** Sends from a workflow with the same ID in each database. */
async function sendFrom(at: N8nClient, firstName: string) {
	const send = {
		...parametersOf.sendEmail,
		dataVariables: {},
		options: { dataVariablesJson: '={{ { firstName: $json.firstName } }}' },
	};
	const workflow = pinned(chain([start, loopsNode('Loops', send)]), [{ firstName }]);
	const id = await at.createWorkflow(
		{ ...workflow, id: 'aaaaaaaaaaaaaaaa' } as typeof workflow,
		await at.createCredential(emulator),
	);
	const execution = await at.run(id, 'Start');
	return { id: execution.id, deduplicated: jsonOf(execution, 'Loops')[0].deduplicated };
}

/** Kills n8n while two workflows send, copies its database, and starts it again. */
async function crash() {
	const credential = await client.createCredential(slow);
	for (const tag of tags) {
		const workflow = webhookToLoops(tag, {
			...parametersOf.sendEvent,
			eventName: { __rl: true, mode: 'name', value: tag },
			options: tag === 'once' ? perKey('=order-{{ $json.n }}') : {},
		});
		crashing[tag] = await client.createWorkflow(workflow, credential);
		await client.activate(crashing[tag]);
	}
	for (const tag of tags) await client.postToWebhook(tag, { items: ITEMS });
	const isMidway = () => tags.every((tag) => arrived(tag).length >= ITEMS.length / 4);
	await vi.waitUntil(isMidway, { timeout: 60_000 });
	n8n.kill('SIGKILL');
	await n8n.ended;
	for (const tag of tags) expect(arrived(tag).length).toBeLessThan(ITEMS.length);

	const { userFolder, origin } = n8n;
	backup = await temporaryFolder('backup');
	await cp(userFolder, backup, { recursive: true });
	n8n = await startOwn(userFolder, Number(new URL(origin).port));
	client = await N8nClient.connect(n8n.origin);
}

beforeAll(async () => {
	emulator = await startEmulator({ rateLimit: 100_000 });
	slow = await startEmulator({ rateLimit: 10 });
	n8n = await startOwn();
	client = await N8nClient.connect(n8n.origin);
	unsubscribes = await publishExample(client, emulator, 'unsubscribes-to-table.json');
	const lists = { mailingLists: { [RELEASE_NOTES]: false } };
	for (const [index, change] of [lists, { subscribed: false }].entries()) {
		await callLoops(emulator, 'PUT', '/contacts/update', { email: KIM, ...change });
		await endedRuns(client, unsubscribes, index + 1);
	}
	await crash();
	first = await sendFrom(client, 'one');
}, 400_000);
afterAll(async () => {
	await n8n?.stop();
	if (backup) await removeFolder(backup);
	await emulator.close();
	await slow.close();
});

// docs/reliability.md#crashes
it('a Retry after n8n was killed sends each event once only with a key in Send Only Once', async () => {
	for (const tag of tags) {
		const [{ id }] = await client.executions(crashing[tag]);
		const crashed = await client.execution(id);
		expect(crashed.status).toBe('crashed');
		expect((await client.retry(crashed)).status).toBe('success');
		const everybody = ITEMS.map(({ email }) => email);
		expect(new Set(arrived(tag).map(({ email }) => email))).toEqual(new Set(everybody));
	}
	expect(arrived('plain').length).toBeGreaterThan(ITEMS.length);
	expect(arrived('once')).toHaveLength(ITEMS.length);
});

it('unsubscribes-to-table.json adds one row for each event, even after a restart', async () => {
	const { webhookId, event } = emulator.deliveries[0];
	const repeat = async () =>
		await post(unsubscribes.url, signedRequest(emulator.webhook.secret, event, { id: webhookId }));
	await vi.waitUntil(async () => (await repeat()).status === 200, { timeout: 10_000 });
	const [added, , third] = await endedRuns(client, unsubscribes, 3);
	expect(itemsOf(third, 'Unsubscribed')).toHaveLength(1);
	expect(itemsOf(third, 'Each Event Once')).toEqual([]);

	const [{ id }] = jsonOf(added, 'Create Table if Missing');
	const table = await client.tablePath(id);
	const { data } = await client.call<{ data: unknown[] }>('GET', `${table}/rows`);
	const kim = { email: KIM, userId: 'u-77' };
	expect(data).toEqual([
		expect.objectContaining({ ...kim, webhookId, mailingList: 'Release notes' }),
		expect.objectContaining({ ...kim, event: 'contact.unsubscribed', mailingList: null }),
	]);
});

it('a restored backup sends new emails despite a reused execution ID', async () => {
	const restored = await startOwn(backup);
	try {
		const second = await sendFrom(await N8nClient.connect(restored.origin), 'two');
		expect([first, second].map(({ deduplicated }) => deduplicated)).toEqual([false, false]);
		expect(second.id).toBe(first.id);
	} finally {
		await restored.stop();
	}
	const names = emulator.outbox.map(({ dataVariables }) => dataVariables.firstName);
	expect(names).toEqual(['one', 'two']);
});
