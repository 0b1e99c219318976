import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { name } from '../../../package.json';
import { post } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { signedRequest } from '../../trigger/sign.mts';
import { jsonOf, N8nClient } from '../n8n/client.mts';
import { type Registry, startRegistry } from '../n8n/registry.mts';
import { createSecret, publish, storeTrigger } from '../webhook/trigger.mts';
import { type Cluster, startCluster } from './cluster.mts';

let registry: Registry;
let cluster: Cluster;

beforeAll(async () => {
	const { installation, tarball } = inject('n8n');
	registry = await startRegistry(tarball);
	cluster = await startCluster({
		installation,
		workers: 1,
		webhookProcessors: 1,
		env: registry.env,
	});
});
afterAll(async () => {
	await cluster?.stop();
	await registry?.close();
});

it('an installation from the settings page reaches all running processes', async ({
	onTestFailed,
}) => {
	onTestFailed(() => console.error(cluster.log()));
	const client = await N8nClient.connect(cluster.main.origin);
	await client.call('POST', '/rest/community-packages', { name });
	const [processor] = cluster.webhookProcessors;
	for (const { userFolder } of [...cluster.workers, processor]) {
		const installed = join(userFolder, '.n8n/nodes/node_modules', name, 'dist');
		await vi.waitUntil(() => existsSync(installed), { timeout: 60_000, interval: 200 });
	}

	// The webhook processor receives the event, the worker runs the execution.
	const credential = await createSecret(client, { signingSecret: secret });
	const workflow = await storeTrigger(client, { events: ['*'] }, credential);
	await publish(client, workflow);
	const url = workflow.url.replace(client.origin, processor.origin);
	// A process loads the package some time after its files are there, and answers 400 until then.
	const status = async () => (await post(url, signedRequest(secret, event))).status;
	await expect.poll(status, { timeout: 30_000, interval: 500 }).toBe(200);
	const [{ id }] = await vi.waitUntil(
		async () => {
			const executions = await client.executions(workflow.id);
			return executions.some(({ status }) => status === 'success') && executions;
		},
		{ timeout: 60_000, interval: 200 },
	);
	expect(cluster.workerOf(id)).toBe(cluster.workers[0]);
	expect(jsonOf(await client.execution(id), 'Loops Trigger')).toHaveLength(1);
});
