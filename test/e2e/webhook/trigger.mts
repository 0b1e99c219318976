import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { expect, vi } from 'vitest';

import type { Emulator } from '../../emulator/server.mts';
import { type Call, callerOf } from '../../emulator/testClient.mts';
import { readExample } from '../../harness/examples.mts';
import { TRIGGER, type WorkflowJson } from '../../harness/workflow.mts';
import { post } from '../../trigger/post.mts';
import type { Execution, N8nClient, StoredCredential } from '../n8n/client.mts';
import { chain } from '../nodes.mts';

/** A stored workflow that starts with a Loops Trigger. */
export interface TriggerWorkflow {
	id: string;
	/** Webhook URL once published. */
	url: string;
	/** Webhook URL while the editor listens. */
	testUrl: string;
}

export const createSecret = async (client: N8nClient, data: IDataObject) =>
	await client.createOther('loopsEmailWebhookApi', data, 'Loops Webhook');

/** Stores Loops Trigger → `next`. */
export async function storeTrigger(
	client: N8nClient,
	parameters: IDataObject,
	loopsEmailWebhookApi?: StoredCredential,
	next: INode[] = [],
): Promise<TriggerWorkflow> {
	const webhookId = randomUUID();
	const trigger: INode = {
		id: randomUUID(),
		name: 'Loops Trigger',
		type: TRIGGER,
		typeVersion: 2,
		position: [0, 0],
		parameters: parameters as INodeParameters,
		webhookId,
		...(loopsEmailWebhookApi && { credentials: { loopsEmailWebhookApi } }),
	};
	const { id } = await client.call<{ id: string }>('POST', '/rest/workflows', {
		settings: { executionOrder: 'v1' },
		active: false,
		...chain([trigger, ...next]),
	});
	return { id, ...urlsOf(client, webhookId) };
}

/** Stores a workflow that starts with a Loops Trigger. */
export async function storeTriggerWorkflow(
	client: N8nClient,
	workflow: WorkflowJson,
	secret: StoredCredential,
	loopsApi?: StoredCredential,
): Promise<TriggerWorkflow> {
	const id = await client.createWorkflow(workflow, loopsApi, secret);
	const { nodes } = await client.call<WorkflowJson>('GET', `/rest/workflows/${id}`);
	const trigger = nodes.find(({ type }) => type === TRIGGER);
	return { id, ...urlsOf(client, trigger?.webhookId) };
}

const urlsOf = ({ origin }: N8nClient, webhookId = '') => ({
	url: `${origin}/webhook/${webhookId}/loops`,
	testUrl: `${origin}/webhook-test/${webhookId}/loops`,
});

/** Publishes a workflow and waits until n8n has registered its webhook. */
export async function publish(client: N8nClient, { id, url }: TriggerWorkflow): Promise<void> {
	await client.activate(id);
	for (const deadline = Date.now() + 10_000; Date.now() < deadline; await wait(100)) {
		const { status } = await post(url, { headers: {}, body: Buffer.alloc(0) });
		if (status !== 404) return;
	}
	throw new Error(`Nothing answers at ${url}`);
}

/** Publishes an example with a replacement, to which the emulator then sends its events. */
export async function publishExample(
	client: N8nClient,
	emulator: Emulator,
	file: string,
	replaced = '',
	by = '',
): Promise<TriggerWorkflow> {
	const source = JSON.stringify(readExample(file));
	const workflow = JSON.parse(source.replaceAll(replaced, by)) as WorkflowJson;
	const secret = await createSecret(client, { signingSecret: emulator.webhook.secret });
	const loopsApi = await client.createCredential(emulator);
	const example = await storeTriggerWorkflow(client, workflow, secret, loopsApi);
	await publish(client, example);
	emulator.setWebhook({ url: example.url });
	return example;
}

/** Waits for `count` successful executions of a trigger; returns them, oldest first. */
export async function endedRuns(
	client: N8nClient,
	{ id }: TriggerWorkflow,
	count: number,
): Promise<Execution[]> {
	const listed = await vi.waitUntil(
		async () => {
			// The list includes executions of sub-workflows defined inside a node.
			const all = (await client.executions(id)).filter(({ mode }) => mode === 'webhook');
			return all.length >= count && all.every(({ status }) => status === 'success') && all;
		},
		{ timeout: 60_000, interval: 100 },
	);
	expect(listed).toHaveLength(count);
	listed.sort((a, b) => Number(a.id) - Number(b.id));
	return await Promise.all(listed.map(async (each) => await client.execution(each.id)));
}

/** Calls Loops' API without n8n. */
export async function callLoops(emulator: Emulator, ...request: Parameters<Call>) {
	expect(await callerOf(emulator)(...request)).toMatchObject({ status: 200 });
}
