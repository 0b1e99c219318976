// The part of `npm run bench:http` that measures what an item costs a real n8n, on Linux.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Table from 'cli-table3';
import type { IDataObject, INode } from 'n8n-workflow';

import { N8nClient, type StoredCredential } from '../e2e/n8n/client.mts';
import { startPackaged } from '../e2e/n8n/packaged.mts';
import { chain, coreNode, loopsNode, pinned, start } from '../e2e/nodes.mts';
import { commitOf, root } from '../harness/repository.mts';
import { type Spread, spread } from './measure.mts';
import { peakMemory, processorTime } from './processOf.mts';
import { type Service, startService, stopServices } from './service.mts';

const ITEMS = 5_000;
const WARM_UP = 500;
const ROUNDS = 3;

interface Credentials {
	httpHeaderAuth: StoredCredential;
	loopsEmailApi: StoredCredential;
}

/** A node that creates or updates a contact with three properties for each item. */
type NodeOf = (service: Service, credentials: Credentials) => INode;

const BODY =
	'={{ { email: $json.email, firstName: $json.firstName, lastName: $json.lastName, userGroup: $json.userGroup } }}';

/** As docs/moving.md says, but with a short pause, so that 5,000 items don't take eight minutes. */
const BATCHING = { batching: { batch: { batchSize: 10, batchInterval: 10 } } };

const httpRequest =
	(type: keyof Credentials): NodeOf =>
	({ baseUrl }, credentials) => ({
		...coreNode('Upsert', 'httpRequest', 4.2, {
			method: 'PUT',
			url: `${baseUrl}/contacts/update`,
			...(type === 'httpHeaderAuth'
				? { authentication: 'genericCredentialType', genericAuthType: type }
				: { authentication: 'predefinedCredentialType', nodeCredentialType: type }),
			sendBody: true,
			specifyBody: 'json',
			jsonBody: BODY,
			options: BATCHING,
		}),
		credentials: { [type]: credentials[type] },
	});

const thisNode: NodeOf = () =>
	loopsNode('Upsert', {
		resource: 'contact',
		operation: 'upsert',
		email: '={{ $json.email }}',
		contactProperties: {
			mappingMode: 'defineBelow',
			value: {
				firstName: '={{ $json.firstName }}',
				lastName: '={{ $json.lastName }}',
				userGroup: '={{ $json.userGroup }}',
			},
			schema: [],
		},
	});

const NODES: Array<[name: string, nodeOf: NodeOf]> = [
	['No Operation', () => coreNode('Upsert', 'noOp', 1)],
	['HTTP Request, Header Auth', httpRequest('httpHeaderAuth')],
	['HTTP Request, Loops API', httpRequest('loopsEmailApi')],
	['this node', thisNode],
];

interface Cost {
	/** ms of processor time for each item, over the rounds. */
	ms: Spread;
	/** MB that n8n held at most, above the most that it held before the first run. */
	peakMb: number;
}

/** Measures in an n8n of its own, because the memory of a process hardly shrinks. */
async function costOf(nodeOf: NodeOf): Promise<Cost> {
	const service = await startService({ limit: 1_000_000 });
	const server = await startPackaged('2.41');
	try {
		const n8n = await N8nClient.connect(server.origin);
		const header = { name: 'Authorization', value: `Bearer ${service.apiKey}` };
		const loopsEmailApi = await n8n.createCredential(service);
		const httpHeaderAuth = await n8n.createOther('httpHeaderAuth', header);
		const node = nodeOf(service, { httpHeaderAuth, loopsEmailApi });
		const run = async (count: number) => {
			const workflow = pinned(chain([start, node]), peopleOf(count));
			const id = await n8n.createWorkflow(workflow, loopsEmailApi);
			const before = processorTime(server.pid);
			await runWorkflow(n8n, id);
			return processorTime(server.pid) - before;
		};
		const idle = peakMemory(server.pid);
		await run(WARM_UP);
		const ms: number[] = [];
		for (let round = 0; round < ROUNDS; round++) ms.push((await run(ITEMS)) / ITEMS);
		return { ms: spread(ms), peakMb: peakMemory(server.pid) - idle };
	} finally {
		await server.stop();
		await stopServices();
	}
}

/** Runs a workflow. Asks n8n rarely whether it has ended, because the answers cost processor time. */
async function runWorkflow(n8n: N8nClient, id: string): Promise<void> {
	const workflowData = await n8n.call('GET', `/rest/workflows/${id}`);
	const body = { workflowData, triggerToStartFrom: { name: 'Start' } };
	await n8n.call('POST', `/rest/workflows/${id}/run`, body);
	for (;;) {
		await wait(1_000);
		const status = await statusOf(n8n, id);
		if (status === 'success') return;
		if (!['new', 'running'].includes(status)) throw new Error(`The run ended with ${status}`);
	}
}

/** Of the last execution. While a node keeps n8n busy, n8n may answer that its database is not ready. */
async function statusOf(n8n: N8nClient, id: string): Promise<string> {
	try {
		return (await n8n.executions(id))[0]?.status ?? 'new';
	} catch (error) {
		if (!String(error).includes('Database is not ready')) throw error;
		return 'running';
	}
}

const peopleOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({
		email: `p${n}@example.com`,
		firstName: `Kim ${n}`,
		lastName: 'Berg',
		userGroup: 'customers',
	}));

const rows: Array<Cost & { node: string }> = [];
for (const [node, nodeOf] of NODES) {
	rows.push({ node, ...(await costOf(nodeOf)) });
	process.stderr.write('.');
}
const table = new Table({
	head: ['Node', 'ms of processor time', 'MB'],
	style: { head: [], border: [] },
});
for (const { node, ms, peakMb } of rows) {
	table.push([node, ms.median.toFixed(2), peakMb.toFixed(0)]);
}
console.log(`\n${table.toString()}`);
const report = { date: new Date().toISOString(), commit: commitOf(), items: ITEMS, rows };
writeFileSync(join(root, 'test/bench/cost.json'), `${JSON.stringify(report, null, '\t')}\n`);
