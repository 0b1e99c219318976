import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { post } from '../../trigger/post.mts';
import { event, refused, secret } from '../../trigger/refused.mts';
import { newId, signedRequest } from '../../trigger/sign.mts';
import { itemsOf, N8nClient } from '../n8n/client.mts';
import { onceById } from '../nodes.mts';
import { createSecret, publish, storeTrigger, type TriggerWorkflow } from '../webhook/trigger.mts';
import { type Cluster, startCluster } from './cluster.mts';

const ID = "={{ $('Loops Trigger').item.json.webhookId }}";

let cluster: Cluster;
let client: N8nClient;
let workflow: TriggerWorkflow;
/** The webhook's URL at each webhook processor. */
let urls: string[];

beforeAll(async () => {
	const { installation, tarball } = inject('n8n');
	cluster = await startCluster({ installation, tarball, workers: 1, webhookProcessors: 2 });
	client = await N8nClient.connect(cluster.main.origin);
	const credential = await createSecret(client, { signingSecret: secret });
	workflow = await storeTrigger(client, { events: ['*'] }, credential, onceById(ID));
	await publish(client, workflow);
	urls = cluster.webhookProcessors.map(({ origin }) => workflow.url.replace(client.origin, origin));
});
afterAll(async () => await cluster?.stop());

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

it('webhook processors refuse requests that Loops did not send', async () => {
	for (const { request, status } of refused.filter(({ byN8n }) => !byN8n)) {
		expect((await post(urls[0], request())).status).toBe(status);
	}
	expect(await ended(0)).toEqual([]);
});

it('each webhook processor remembers its own events, and a data table removes other repeats', async () => {
	const id = newId();
	const send = async (url: string) => await post(url, signedRequest(secret, event, { id }));
	expect(await send(urls[0])).toEqual({ status: 200, body: '' });
	expect((await send(urls[0])).body).toContain('received before');
	const [first] = await ended(1);

	expect(await send(urls[1])).toEqual({ status: 200, body: '' });
	const again = (await ended(2)).find((execution) => execution.id !== first.id);
	const passed = async (executionId = '') => itemsOf(await client.execution(executionId), 'Once');
	expect(await passed(first.id)).toHaveLength(1);
	expect(await passed(again?.id)).toEqual([]);
});
