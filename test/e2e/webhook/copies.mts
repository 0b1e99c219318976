import { setTimeout as wait } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';

import { N8nClient } from '../n8n/client.mts';
import type { N8nVersion } from '../n8n/install.mts';
import { startPackaged } from '../n8n/packaged.mts';
import { chain, coreNode, onceById } from '../nodes.mts';

const ROUNDS = 5;

/** Nodes of n8n that may pass an event only once. */
const GATES: Record<string, INode[]> = {
	'Remove Duplicates': [
		coreNode('Gate', 'removeDuplicates', 2, {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.body.id }}',
		}),
	],
	'Data Table': onceById("={{ $('Webhook').item.json.body.id }}"),
};

const pathOf = (gate: string) => gate.toLowerCase().replace(' ', '-');

/** A gate between a Webhook node and work that takes two seconds. */
async function publish(client: N8nClient, gate: string): Promise<string> {
	const path = pathOf(gate);
	const webhook = coreNode('Webhook', 'webhook', 2, { path, httpMethod: 'POST' });
	const work = coreNode('Work', 'wait', 1.1, { amount: 2 });
	const done = coreNode('Done', 'noOp', 1);
	const id = await client.createWorkflow(
		chain([{ ...webhook, webhookId: path }, ...GATES[gate], work, done]),
	);
	await client.activate(id);
	return id;
}

async function executions(client: N8nClient, workflowId: string) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `/rest/executions?limit=100&filter=${filter}`;
	const { results } = await client.call<{ results: Array<{ id: string; status: string }> }>(
		'GET',
		path,
	);
	return results;
}

/** Waits for all executions and counts those that passed the event. */
async function passed(client: N8nClient, workflowId: string, expected: number): Promise<number> {
	const ended = async () => {
		const found = await executions(client, workflowId);
		const isOver = found.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
		return found.length >= expected && isOver ? found : undefined;
	};
	let all = await ended();
	while (!all) {
		await wait(500);
		all = await ended();
	}
	const runs = await Promise.all(all.map(async ({ id }) => await client.execution(id)));
	return runs.filter(({ data }) => data.resultData.runData.Done).length;
}

/** Counts passed events: of concurrent copies, of different events, and of repeats of those. */
async function sendAtOnce(origin: string, gate: string, count: number) {
	const client = await N8nClient.connect(origin);
	const numbers = Array.from({ length: count }, (_, number) => number);
	const result = { copies: [] as number[], different: [] as number[], repeated: [] as number[] };
	for (let round = 0; round < ROUNDS; round++) {
		for (const kinds of [['copies'], ['different', 'repeated']] as const) {
			const workflowId = await publish(client, gate);
			for (const [sent, kind] of kinds.entries()) {
				const before = await passed(client, workflowId, 0);
				await Promise.all(
					numbers.map(async (number) => {
						const id = `${round} ${kind === 'copies' ? kind : number}`;
						await client.postToWebhook(pathOf(gate), { id });
					}),
				);
				result[kind].push((await passed(client, workflowId, (sent + 1) * count)) - before);
			}
			await client.call('POST', `/rest/workflows/${workflowId}/deactivate`);
		}
	}
	return result;
}

/** Prints how many copies pass each gate. */
export async function measureCopies(version: N8nVersion, copies: number): Promise<void> {
	const n8n = await startPackaged(version);
	try {
		for (const gate of Object.keys(GATES)) {
			const result = await sendAtOnce(n8n.origin, gate, copies);
			console.log(JSON.stringify({ version, gate, count: copies, ...result }));
		}
	} finally {
		await n8n.stop();
	}
}
