// `npm run demo`: runs examples/sign-ups.json through n8n's engine, with the built package, against an
// emulator of Loops on this machine. Needs no account and no n8n.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { startEmulator } from '../test/emulator/server.mts';
import { loadBuiltPackage } from '../test/harness/builtPackage.mts';
import { outputOf, runWorkflow } from '../test/harness/engine.mts';
import { LOOPS, type WorkflowJson } from '../test/harness/workflow.mts';

// n8n keeps a config file: not in the home folder of whoever runs this.
process.env.N8N_USER_FOLDER = join(tmpdir(), 'n8n-nodes-loops-email-demo');

const text = (value: unknown) =>
	typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function printTable(title: string, rows: IDataObject[], columns: string[]) {
	const table = new Table({ head: columns, style: { head: [], border: [], compact: true } });
	for (const row of rows) table.push(columns.map((column) => text(row[column])));
	console.log(`\n${title}`);
	console.log(table.toString());
}

const workflow = JSON.parse(
	readFileSync(new URL('sign-ups.json', import.meta.url), 'utf8'),
) as WorkflowJson;
const emulator = await startEmulator();
const seeded = emulator.contacts().length;
console.log(`Loops emulator at ${emulator.origin}, 10 requests per second`);

try {
	const { pkg } = await loadBuiltPackage();
	const startedAt = Date.now();
	const run = await runWorkflow(
		pkg,
		{ apiKey: emulator.apiKey, baseUrl: emulator.baseUrl },
		workflow,
	);
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);

	const steps = workflow.nodes.filter(({ type }) => type === LOOPS).map(({ name }) => name);
	const failed: string[] = [];
	console.log(`\n"${workflow.name}" ran in ${seconds} s. What each step returned:`);
	for (const step of steps) {
		const rows = outputOf(run, step)[0]?.map(({ json }) => json) ?? [];
		if (rows.length === 0 || rows.some(({ error }) => error !== undefined)) failed.push(step);
		const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
		printTable(step, rows, columns.slice(0, 6));
	}

	console.log(`\nWhat the service now holds. ${seeded} of the contacts were in it before the run:`);
	printTable(
		'Contacts',
		emulator
			.contacts()
			.map((contact) => ({ ...contact, lists: Object.keys(contact.mailingLists).length })),
		['email', 'userId', 'planName', 'seats', 'isBeta', 'trialEndsAt', 'referrer', 'lists'],
	);
	printTable(
		'Event log',
		emulator.eventLog.map((event) => ({ ...event })),
		['eventName', 'email', 'eventProperties', 'idempotencyKey'],
	);
	printTable(
		'Outbox',
		emulator.outbox.map((email) => ({ ...email })),
		['templateName', 'email', 'dataVariables', 'idempotencyKey'],
	);
	const { requests, rateLimited } = emulator.stats;
	console.log(`\n${requests} requests, ${rateLimited} of them answered 429 and made again.`);

	if (run.status !== 'success' || failed.length > 0) {
		const { error } = run.data.resultData;
		console.error(`\nFailed: ${failed.join(', ')} ${error?.message ?? ''}`);
		process.exitCode = 1;
	} else {
		console.log(`
Next:
  npm test                    all tests
  npm run n8n                 an n8n in the browser, with the package and all examples
  npm run emulator            keep an emulator running, to try workflows against and to look at
  examples/sign-ups.json      import it into n8n with the package installed (see README.md)`);
	}
} finally {
	await emulator.close();
}
