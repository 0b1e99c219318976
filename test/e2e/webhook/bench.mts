// `npm run bench:webhook` compares the cost of a request to Loops Trigger with n8n's Webhook node.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { post } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { signedRequest, type WebhookRequest } from '../../trigger/sign.mts';
import { N8nClient } from '../n8n/client.mts';
import { startPackaged } from '../n8n/packaged.mts';
import type { N8nVersion } from '../n8n/install.mts';
import type { N8nProcess } from '../n8n/server.mts';
import { coreNode } from '../nodes.mts';
import { createSecret, publish, storeTrigger } from './trigger.mts';

const HELP = `Sends requests to Loops Trigger and to n8n's Webhook node 1 and 2 in turns, in the same n8n.

  npm run bench:webhook -- [options]

  --version <number>   of n8n, default 2.41
  --settings <list>    default defaults,lazy
  --rates <list>       requests per second, default 5,10,20
  --seconds <number>   of each turn, default 10
  --rounds <number>    default 2`;

const { values: flags } = parseArgs({
	options: {
		version: { type: 'string', default: '2.41' },
		settings: { type: 'string', default: 'defaults,lazy' },
		rates: { type: 'string', default: '5,10,20' },
		seconds: { type: 'string', default: '10' },
		rounds: { type: 'string', default: '2' },
		help: { type: 'boolean' },
	},
});

const SETTINGS: Record<string, Record<string, string>> = {
	defaults: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

/** The measured n8n, and the requests to send. */
interface Bench {
	n8n: N8nProcess;
	targets: Array<{ name: string; url: string; request(): WebhookRequest }>;
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
	const n8n = await startPackaged(flags.version as N8nVersion, { env: SETTINGS[settings] });
	const client = await N8nClient.connect(n8n.origin);
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
		const stored = { id, url: `${n8n.origin}/webhook/${path}`, testUrl: '' };
		await publish(client, stored);
		return stored.url;
	};
	const signed = (key: string) => () => signedRequest(key, event);
	const { url } = trigger;
	return {
		n8n,
		targets: [
			{ name: 'Loops Trigger: event', url, request: signed(secret) },
			{ name: 'Loops Trigger: forged', url, request: signed(other) },
			{ name: 'Loops Trigger: unsigned', url, request: unsigned },
			{ name: 'Webhook 1', url: await webhook(1), request: signed(secret) },
			{ name: 'Webhook 2', url: await webhook(2), request: signed(secret) },
		],
	};
}

/** CPU time of a process so far; Linux counts in hundredths of a second. */
function cpuMs({ pid }: N8nProcess): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name in the second field can contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Waits until n8n is idle, since executions continue after their answers. */
async function idle(n8n: N8nProcess): Promise<void> {
	for (let before = cpuMs(n8n); ; ) {
		await wait(500);
		const now = cpuMs(n8n);
		if (now - before <= 20) return;
		before = now;
	}
}

async function takeTurn(
	{ n8n }: Bench,
	{ url, request }: Bench['targets'][number],
	rate: number,
): Promise<Turn> {
	await idle(n8n);
	const answersMs: number[] = [];
	const statuses = new Set<number>();
	const before = cpuMs(n8n);
	await Promise.all(
		Array.from({ length: rate * Number(flags.seconds) }, async (_, index) => {
			await wait((index * 1_000) / rate);
			const sentAt = performance.now();
			const { status } = await post(url, request());
			answersMs.push(performance.now() - sentAt);
			statuses.add(status);
		}),
	);
	await idle(n8n);
	return { cpuMs: cpuMs(n8n) - before, answersMs, statuses };
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
		await bench.n8n.stop();
	}
}

function print(rows: Array<Record<string, string | number>>): void {
	const head = ['settings', 'per second', 'to', 'CPU ms', 'median ms', '95 % ms', 'answers'];
	const table = new Table({ head, style: { head: [], border: [] } });
	table.push(...rows.map((row) => Object.values(row)));
	console.log(table.toString());
}

if (flags.help) console.log(HELP);
else {
	for (const settings of flags.settings.split(',')) await measure(settings);
}
