// `npm run bench:trigger` measures what an event costs a real n8n, on Linux: with the Loops Trigger and
// with n8n's Webhook node, in both settings of N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Table from 'cli-table3';

import { N8nClient } from '../e2e/n8n/client.mts';
import { startPackaged } from '../e2e/n8n/packaged.mts';
import { chain, coreNode } from '../e2e/nodes.mts';
import { createSecret, publish, storeTrigger } from '../e2e/webhook/trigger.mts';
import { commitOf, root } from '../harness/repository.mts';
import { post } from '../trigger/post.mts';
import { event, secret } from '../trigger/refused.mts';
import { signedRequest } from '../trigger/sign.mts';
import { type Spread, spread } from './measure.mts';
import { processorTime } from './processOf.mts';

const VERSION = '2.41';
const ROUNDS = 3;
const WARM_UP = 30;
const EVENTS = 100;

interface Row {
	node: string;
	isLazy: boolean;
	/** ms of processor time for each event, over the rounds. */
	ms: Spread;
}

async function measure(isLazy: boolean): Promise<Row[]> {
	const env = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: String(isLazy) };
	const server = await startPackaged(VERSION, { env });
	try {
		const client = await N8nClient.connect(server.origin);
		const credential = await createSecret(client, { signingSecret: secret });
		const webhook = {
			...coreNode('Webhook', 'webhook', 2, { httpMethod: 'POST', path: 'bench' }),
			webhookId: 'bench',
		};
		const workflows: Array<[node: string, id: string, url: string]> = [];
		const trigger = await storeTrigger(client, { events: ['*'] }, credential);
		workflows.push(['Loops Trigger', trigger.id, trigger.url]);
		const id = await client.createWorkflow(chain([webhook]));
		workflows.push(['Webhook', id, `${server.origin}/webhook/bench`]);

		const ms = workflows.map((): number[] => []);
		for (const [, workflow, url] of workflows) {
			await publish(client, { id: workflow, url, testUrl: '' });
		}
		for (let round = 0; round < ROUNDS; round++) {
			for (const [index, [, workflow, url]] of workflows.entries()) {
				await send(client, workflow, url, WARM_UP);
				const before = processorTime(server.pid);
				await send(client, workflow, url, EVENTS);
				ms[index].push((processorTime(server.pid) - before) / EVENTS);
				process.stderr.write('.');
			}
		}
		return workflows.map(([node], index) => ({ node, isLazy, ms: spread(ms[index]) }));
	} finally {
		await server.stop();
	}
}

/** Sends events one after the other, and waits until their executions have succeeded. */
async function send(client: N8nClient, workflowId: string, url: string, count: number) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
	const succeeded = async () => {
		const path = `/rest/executions?limit=1&filter=${filter}`;
		return (await client.call<{ count: number }>('GET', path)).count;
	};
	const before = await succeeded();
	for (let n = 0; n < count; n++) {
		const { status } = await post(url, signedRequest(secret, event));
		if (status !== 200) throw new Error(`${url} answers ${status}`);
	}
	while ((await succeeded()) < before + count) await wait(500);
}

const rows = [...(await measure(false)), ...(await measure(true))];
const table = new Table({
	head: ['Node', 'Lazy', 'ms of processor time'],
	style: { head: [], border: [] },
});
for (const { node, isLazy, ms } of rows) table.push([node, isLazy, ms.median.toFixed(0)]);
console.log(`\n${table.toString()}`);
const report = { date: new Date().toISOString(), commit: commitOf(), events: EVENTS, rows };
writeFileSync(join(root, 'test/bench/trigger.json'), `${JSON.stringify(report, null, '\t')}\n`);
