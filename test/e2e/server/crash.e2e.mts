import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { N8nClient } from '../n8n/client.mts';
import { type N8nProcess, startN8n } from '../n8n/server.mts';
import { chain, coreNode, loopsNode } from '../nodes.mts';

const ITEMS = 60;

let emulator: Emulator;
let running: N8nProcess | undefined;

beforeEach(async () => {
	emulator = await startEmulator({ rateLimit: 10 });
});
afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') console.error(running?.log());
	await running?.stop();
	await emulator.close();
});

/** Publishes Webhook → Split Out → Loops with `name` as webhook path. Returns the ID. */
async function publish(n8n: N8nClient, name: string, options: IDataObject): Promise<string> {
	const webhook = coreNode('Webhook', 'webhook', 1, { httpMethod: 'POST', path: name });
	const workflowId = await n8n.createWorkflow(
		chain([
			{ ...webhook, webhookId: name },
			coreNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.items' }),
			loopsNode('Loops', { ...parametersOf.sendEvent, email: '={{ $json.email }}', options }),
		]),
		await n8n.createCredential(emulator),
	);
	await n8n.activate(workflowId);
	return workflowId;
}

const itemsOf = (tag: string) =>
	Array.from({ length: ITEMS }, (_, n) => ({ email: `${tag}-${n}@example.com`, orderId: n }));

const recipients = (tag: string) =>
	emulator.eventLog.map(({ email }) => email).filter((email) => email.startsWith(`${tag}-`));

// docs/retries.md#after-a-crash
it(
	'a Retry after n8n was killed sends each event once only with Send Only Once For',
	{ timeout: 400_000 },
	async () => {
		const { installation, tarball } = inject('n8n');
		running = await startN8n(installation, tarball);
		const { userFolder } = running;
		let n8n = await N8nClient.connect(running.origin);
		const workflows = {
			plain: await publish(n8n, 'plain', {}),
			once: await publish(n8n, 'once', { sendOnlyOnceFor: '=order-{{ $json.orderId }}' }),
		};
		const tags = ['plain', 'once'] as const;
		for (const tag of tags) await n8n.postToWebhook(tag, { items: itemsOf(tag) });
		await vi.waitUntil(() => tags.every((tag) => recipients(tag).length >= ITEMS / 4), {
			timeout: 60_000,
		});
		running.kill('SIGKILL');
		await running.ended;
		for (const tag of tags) expect(recipients(tag).length).toBeLessThan(ITEMS);

		running = await startN8n(installation, undefined, { userFolder });
		n8n = await N8nClient.connect(running.origin);
		for (const tag of tags) {
			const [{ id }] = await n8n.executions(workflows[tag]);
			const crashed = await n8n.execution(id);
			expect(crashed.status).toBe('crashed');
			expect((await n8n.retry(crashed)).status).toBe('success');
			const everybody = itemsOf(tag).map(({ email }) => email);
			expect(new Set(recipients(tag))).toEqual(new Set(everybody));
		}
		expect(recipients('plain').length).toBeGreaterThan(ITEMS);
		expect(recipients('once')).toHaveLength(ITEMS);
	},
);
