import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';

import { name } from '../../../package.json';
import { post } from '../../trigger/post.mts';
import { event, refused, secret } from '../../trigger/refused.mts';
import { newId, signedRequest } from '../../trigger/sign.mts';
import { itemsOf, jsonOf, N8nClient } from '../n8n/client.mts';
import { type Registry, startRegistry } from '../n8n/registry.mts';
import { onceById } from '../nodes.mts';
import { createSecret, publish, storeTrigger, type TriggerWorkflow } from '../webhook/trigger.mts';
import { type Cluster, startCluster } from './cluster.mts';

const ID = "={{ $('Loops Trigger').item.json.webhookId }}";

let registry: Registry;
let cluster: Cluster;
let client: N8nClient;
let workflow: TriggerWorkflow;
/** The webhook's URL at each webhook processor. */
let urls: string[];

beforeAll(async () => {
	const { installation, tarball } = inject('n8n');
	registry = await startRegistry(tarball);
	// As docs/trigger.md advises.
	const env = { ...registry.env, N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	cluster = await startCluster({ installation, workers: 1, webhookProcessors: 2, env });
	client = await N8nClient.connect(cluster.main.origin);
});
afterAll(async () => {
	await cluster?.stop();
	await registry?.close();
});
afterEach(({ task }) => {
	if (task.result?.state === 'fail') console.error(cluster.log());
});

/** Executions of the first test. */
let before: number;

/** Waits for `count` successful executions. */
const ended = async (count: number) =>
	await vi.waitUntil(
		async () => {
			const executions = await client.executions(workflow.id);
			const areDone = executions.every(({ status }) => status === 'success');
			return areDone && executions.length === count && executions;
		},
		{ timeout: 60_000, interval: 200 },
	);

it('an installation from the settings page reaches all running processes', async () => {
	await client.call('POST', '/rest/community-packages', { name });
	for (const { userFolder } of [...cluster.workers, ...cluster.webhookProcessors]) {
		const installed = join(userFolder, '.n8n/nodes/node_modules', name, 'dist');
		await vi.waitUntil(() => existsSync(installed), { timeout: 60_000, interval: 200 });
	}

	// A webhook processor receives the event, the worker runs the execution.
	const credential = await createSecret(client, { signingSecret: secret });
	workflow = await storeTrigger(client, { events: ['*'] }, credential, onceById(ID));
	await publish(client, workflow);
	urls = cluster.webhookProcessors.map(({ origin }) => workflow.url.replace(client.origin, origin));
	for (const url of urls) {
		// A process loads the package some time after its files are there, and answers 400 until then.
		const status = async () => (await post(url, signedRequest(secret, event))).status;
		await expect.poll(status, { timeout: 30_000, interval: 500 }).toBe(200);
	}
	const executions = await ended(urls.length);
	for (const { id } of executions) {
		expect(cluster.workerOf(id)).toBe(cluster.workers[0]);
		expect(jsonOf(await client.execution(id), 'Loops Trigger')).toHaveLength(1);
	}
	before = executions.length;
});

it('webhook processors refuse requests that Loops did not send', async () => {
	for (const { request, status } of refused.filter(({ byN8n }) => !byN8n)) {
		expect((await post(urls[0], request())).status).toBe(status);
	}
	expect(await ended(before)).toHaveLength(before);
});

it('each webhook processor remembers its own events, and a data table removes other repeats', async () => {
	const id = newId();
	const send = async (url: string) => await post(url, signedRequest(secret, event, { id }));
	expect(await send(urls[0])).toEqual({ status: 200, body: '' });
	expect((await send(urls[0])).body).toContain('already received');
	const [first] = await ended(before + 1);

	expect(await send(urls[1])).toEqual({ status: 200, body: '' });
	const [again] = await ended(before + 2);
	const passed = async (executionId: string) =>
		itemsOf(await client.execution(executionId), 'Once');
	expect(await passed(first.id)).toHaveLength(1);
	expect(await passed(again.id)).toEqual([]);
});
