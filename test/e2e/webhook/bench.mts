// `npm run bench:webhook` compares the cost of a request to Loops Trigger with n8n's Webhook node.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { post } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { newId, signedRequest, type WebhookRequest } from '../../trigger/sign.mts';
import { N8nClient } from '../n8n/client.mts';
import { startPackaged } from '../n8n/packaged.mts';
import type { N8nVersion } from '../n8n/install.mts';
import { type N8nProcess, startN8n } from '../n8n/server.mts';
import { coreNode } from '../nodes.mts';
import { startCluster } from '../queue/cluster.mts';
import { measureCopies } from './copies.mts';
import { createSecret, publish, storeTrigger } from './trigger.mts';

const HELP = `Sends requests to Loops Trigger and to n8n's Webhook node 1 and 2 in turns, in the same n8n.

  npm run bench:webhook -- [options]

  --version <number>   of n8n, default 2.41
  --settings <list>    default defaults,lazy; also legacy, pool4, processor (queue mode)
  --rates <list>       requests per second, default 5,10,20
  --seconds <number>   of each turn, default 10
  --rounds <number>    default 2
  --events <number>    instead: sends as many events at 10 a second, every fifth twice, and counts executions
  --copies <number>    instead: sends as many copies of an event at one instant, and counts what passes n8n's
                       own nodes against duplicates; needs no setting
  --package <tarball>  another build of the package
  --json               print numbers instead of tables`;

const { values: flags } = parseArgs({
	options: {
		version: { type: 'string', default: '2.41' },
		settings: { type: 'string', default: 'defaults,lazy' },
		rates: { type: 'string', default: '5,10,20' },
		seconds: { type: 'string', default: '10' },
		rounds: { type: 'string', default: '2' },
		events: { type: 'string' },
		copies: { type: 'string' },
		package: { type: 'string' },
		json: { type: 'boolean' },
		help: { type: 'boolean' },
	},
});

const SETTINGS: Record<string, Record<string, string>> = {
	defaults: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	legacy: { N8N_EXPRESSION_ENGINE: 'legacy' },
	pool4: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' },
	processor: {},
};

/** The measured processes, and the requests to send. */
interface Bench {
	/** Processes whose CPU time counts. */
	processes: N8nProcess[];
	client: N8nClient;
	/** ID of the workflow with Loops Trigger. */
	workflowId: string;
	targets: Array<{ name: string; url: string; request(): WebhookRequest }>;
	stop(): Promise<void>;
}

interface Turn {
	cpuMs: number;
	answersMs: number[];
	statuses: Set<number>;
}

const other = `whsec_${Buffer.from('a secret of someone else').toString('base64')}`;
const unsigned = () => ({
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(JSON.stringify(event)),
});

async function startBench(settings: string): Promise<Bench> {
	const packaged = await startPackaged(flags.version as N8nVersion);
	const { installation } = packaged;
	const tarball = flags.package ?? packaged.tarball;
	const env = SETTINGS[settings];
	const cluster =
		settings === 'processor'
			? await startCluster({ installation, tarball, workers: 1, webhookProcessors: 1, env })
			: undefined;
	const main = cluster?.main ?? (await startN8n(installation, tarball, { env }));
	const client = await N8nClient.connect(main.origin);
	const credential = await createSecret(client, { signingSecret: secret });
	const trigger = await storeTrigger(client, { events: ['*'] }, credential);
	await publish(client, trigger);
	const webhook = async (version: number) => {
		const path = `bench-${version}`;
		const node = coreNode(`Webhook ${version}`, 'webhook', version, { path, httpMethod: 'POST' });
		const id = await client.createWorkflow({
			name: path,
			nodes: [{ ...node, webhookId: path }],
			connections: {},
		});
		const stored = { id, url: `${main.origin}/webhook/${path}`, testUrl: '' };
		await publish(client, stored);
		return stored.url;
	};
	const urls = { trigger: trigger.url, 1: await webhook(1), 2: await webhook(2) };
	const [processor] = cluster?.webhookProcessors ?? [];
	const at = (url: string) => (processor ? url.replace(main.origin, processor.origin) : url);
	const signed = (key: string) => () => signedRequest(key, event);
	return {
		processes: processor ? [processor] : [main],
		client,
		workflowId: trigger.id,
		targets: [
			{ name: 'Loops Trigger: event', url: at(urls.trigger), request: signed(secret) },
			{ name: 'Loops Trigger: forged', url: at(urls.trigger), request: signed(other) },
			{ name: 'Loops Trigger: unsigned', url: at(urls.trigger), request: unsigned },
			{ name: 'Webhook 1', url: at(urls[1]), request: signed(secret) },
			{ name: 'Webhook 2', url: at(urls[2]), request: signed(secret) },
		],
		async stop() {
			await (cluster ?? main).stop();
			await packaged.stop();
		},
	};
}

/** CPU time of a process so far; Linux counts in hundredths of a second. */
function cpuMs({ pid }: N8nProcess): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name in the second field can contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

const cpuOf = (processes: N8nProcess[]) =>
	processes.reduce((sum, process) => sum + cpuMs(process), 0);

/** Waits until n8n is idle, since executions continue after their answers. */
async function idle(processes: N8nProcess[]): Promise<void> {
	for (let before = cpuOf(processes); ; ) {
		await wait(500);
		const now = cpuOf(processes);
		if (now - before <= 20) return;
		before = now;
	}
}

async function takeTurn(
	{ processes }: Bench,
	{ url, request }: Bench['targets'][number],
	rate: number,
): Promise<Turn> {
	await idle(processes);
	const answersMs: number[] = [];
	const statuses = new Set<number>();
	const before = cpuOf(processes);
	await Promise.all(
		Array.from({ length: rate * Number(flags.seconds) }, async (_, index) => {
			await wait((index * 1_000) / rate);
			const sentAt = performance.now();
			const { status } = await post(url, request());
			answersMs.push(performance.now() - sentAt);
			statuses.add(status);
		}),
	);
	await idle(processes);
	return { cpuMs: cpuOf(processes) - before, answersMs, statuses };
}

const quantile = (values: number[], q: number) =>
	values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

async function measure(settings: string): Promise<void> {
	const bench = await startBench(settings);
	try {
		for (const target of bench.targets) await takeTurn(bench, target, 5);
		const rates = flags.rates.split(',').map(Number);
		const rows = [];
		for (const rate of rates) {
			const turns = new Map<string, Turn[]>();
			for (let round = 0; round < Number(flags.rounds); round++) {
				for (const target of bench.targets) {
					const turn = await takeTurn(bench, target, rate);
					turns.set(target.name, [...(turns.get(target.name) ?? []), turn]);
				}
			}
			for (const [name, of] of turns) {
				const answers = of.flatMap(({ answersMs }) => answersMs);
				const requests = rate * Number(flags.seconds);
				rows.push({
					settings,
					rate,
					name,
					cpuMs: Math.round(
						quantile(
							of.map((turn) => turn.cpuMs / requests),
							0.5,
						),
					),
					p50Ms: Math.round(quantile(answers, 0.5)),
					p95Ms: Math.round(quantile(answers, 0.95)),
					statuses: [...new Set(of.flatMap(({ statuses }) => [...statuses]))].join(' '),
				});
			}
		}
		print(rows);
	} finally {
		await bench.stop();
	}
}

/** Sends events at Loops' rate, every fifth twice, and counts executions. */
async function countRuns(settings: string, events: number): Promise<void> {
	const bench = await startBench(settings);
	try {
		const [{ url }] = bench.targets;
		const ids = Array.from({ length: events }, newId);
		const sent = ids.flatMap((id, index) => (index % 5 === 0 ? [id, id] : [id]));
		const answers = new Map<string, number>();
		await Promise.all(
			sent.map(async (id, index) => {
				await wait(index * 100);
				const { status, body } = await post(url, signedRequest(secret, event, { id }));
				const answer = `${status} ${body}`;
				answers.set(answer, (answers.get(answer) ?? 0) + 1);
			}),
		);
		const filter = encodeURIComponent(
			JSON.stringify({ workflowId: bench.workflowId, status: ['success'] }),
		);
		const path = `/rest/executions?limit=1&filter=${filter}`;
		let ran = 0;
		for (let unchanged = 0; unchanged < 5; await wait(1_000)) {
			const { count } = await bench.client.call<{ count: number }>('GET', path);
			unchanged = count === ran ? unchanged + 1 : 0;
			ran = count;
		}
		console.log(
			JSON.stringify({ settings, events, sent: sent.length, ran, ...Object.fromEntries(answers) }),
		);
	} finally {
		await bench.stop();
	}
}

function print(rows: Array<Record<string, string | number>>): void {
	if (flags.json) {
		for (const row of rows) console.log(JSON.stringify(row));
		return;
	}
	const head = ['settings', 'per second', 'to', 'CPU ms', 'median ms', '95 % ms', 'answers'];
	const table = new Table({ head, style: { head: [], border: [] } });
	table.push(...rows.map((row) => Object.values(row)));
	console.log(table.toString());
}

if (flags.help) console.log(HELP);
else if (flags.copies) {
	await measureCopies(flags.version as N8nVersion, Number(flags.copies));
} else {
	for (const settings of flags.settings.split(',')) {
		if (flags.events) await countRuns(settings, Number(flags.events));
		else await measure(settings);
	}
}
