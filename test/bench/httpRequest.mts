// `npm run bench:http` sends events with n8n's HTTP Request node and with this node, in a real n8n.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { IDataObject, INode } from 'n8n-workflow';

import { N8nClient } from '../e2e/n8n/client.mts';
import { startPackaged } from '../e2e/n8n/packaged.mts';
import { chain, coreNode, loopsNode, pinned, start } from '../e2e/nodes.mts';
import { type Emulator, startEmulator } from '../emulator/server.mts';
import { commitOf, root } from '../harness/repository.mts';

const ITEMS = 100;
/** The item whose first request is answered with 503, in half of the runs. */
const UNLUCKY = 50;
const LATENCY = 50;

/** n8n's defaults, once Retry On Fail is on. */
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };
const BATCHING = { batching: { batch: { batchSize: 10, batchInterval: 1_000 } } };
const KEY = { name: 'Idempotency-Key', value: '=order-{{ $json.n }}' };

const EVENT = '={{ { email: $json.email, eventName: "signup" } }}';

/** A node that sends an event for each item. `id` is that of a credential with the API key as a header. */
type NodeOf = (baseUrl: string, id: string) => INode;

const httpRequest =
	(settings: Partial<INode> = {}, options: IDataObject = {}, header?: IDataObject): NodeOf =>
	(baseUrl, id) => ({
		...coreNode('HTTP Request', 'httpRequest', 4.2, {
			method: 'POST',
			url: `${baseUrl}/events/send`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: EVENT,
			...(header && { sendHeaders: true, headerParameters: { parameters: [header] } }),
			options,
		}),
		credentials: { httpHeaderAuth: { id, name: 'Loops' } },
		...settings,
	});

const thisNode: NodeOf = () =>
	loopsNode('Loops', {
		resource: 'event',
		operation: 'send',
		email: '={{ $json.email }}',
		eventName: { __rl: true, mode: 'name', value: 'signup' },
	});

const SETTINGS: Array<[name: string, nodeOf: NodeOf]> = [
	['HTTP Request', httpRequest()],
	['HTTP Request, Retry On Fail', httpRequest(RETRY)],
	['HTTP Request, Batching', httpRequest({}, BATCHING)],
	['HTTP Request, Batching, Retry On Fail', httpRequest(RETRY, BATCHING)],
	['HTTP Request, Batching, Retry On Fail, Idempotency-Key', httpRequest(RETRY, BATCHING, KEY)],
	['this node', thisNode],
];

interface Row {
	setting: string;
	isUnlucky: boolean;
	/** `never`, `once` and `again` count people. */
	numbers: Record<'never' | 'once' | 'again' | 'requests' | 'rateLimited' | 'seconds', number>;
	/** How the execution ended. */
	status: string;
}

async function measure(n8n: N8nClient, nodeOf: NodeOf, isUnlucky: boolean) {
	let isHit = false;
	const emulator: Emulator = await startEmulator({
		latency: LATENCY,
		script: ({ body }) => {
			const isNow = !isHit && isUnlucky && JSON.stringify(body).includes(`"p${UNLUCKY}@`);
			isHit ||= isNow;
			return isNow ? { fault: { kind: 'status', status: 503 } } : undefined;
		},
	});
	try {
		const header = { name: 'Authorization', value: `Bearer ${emulator.apiKey}` };
		const { id } = await n8n.createOther('httpHeaderAuth', header);
		const people = Array.from({ length: ITEMS }, (_, n) => ({ email: `p${n}@example.com`, n }));
		const workflow = pinned(chain([start, nodeOf(emulator.baseUrl, id)]), people);
		const stored = await n8n.createWorkflow(workflow, await n8n.createCredential(emulator));
		const { status } = await n8n.run(stored, 'Start');
		const sends = emulator.requests.filter(({ path }) => path === '/v1/events/send');
		const counts = people.map(
			({ email }) => emulator.eventLog.filter((event) => event.email === email).length,
		);
		const numbers = {
			never: counts.filter((count) => count === 0).length,
			once: counts.filter((count) => count === 1).length,
			again: counts.filter((count) => count > 1).length,
			requests: sends.length,
			rateLimited: sends.filter((request) => request.status === 429).length,
			seconds: Math.round(((sends.at(-1)?.at ?? 0) - (sends[0]?.at ?? 0)) / 1_000),
		};
		return { numbers, status };
	} finally {
		await emulator.close();
	}
}

const server = await startPackaged('2.41');
const rows: Row[] = [];
try {
	const n8n = await N8nClient.connect(server.origin);
	for (const isUnlucky of [false, true]) {
		for (const [setting, nodeOf] of SETTINGS) {
			rows.push({ setting, isUnlucky, ...(await measure(n8n, nodeOf, isUnlucky)) });
			process.stderr.write('.');
		}
	}
} finally {
	await server.stop();
}

const table = new Table({
	head: ['', 'Sent with', 'Execution', ...Object.keys(rows[0].numbers)],
	style: { head: [], border: [] },
});
for (const { setting, isUnlucky, numbers, status } of rows) {
	table.push([isUnlucky ? 'one 503' : '', setting, status, ...Object.values(numbers)]);
}
console.log(`\n${table.toString()}`);
const report = { date: new Date().toISOString(), commit: commitOf(), items: ITEMS, rows };
writeFileSync(join(root, 'test/bench/http.json'), `${JSON.stringify(report, null, '\t')}\n`);
