// `npm run demo`: runs examples/sign-ups.json three times in n8n's engine, with the built package, against
// an emulator of Loops on this machine. Needs no account and no n8n.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { startEmulator } from '../test/emulator/server.mts';
import { loadBuiltPackage } from '../test/harness/builtPackage.mts';
import { outputOf, runWorkflow } from '../test/harness/engine.mts';
import type { WorkflowJson } from '../test/harness/workflow.mts';

const CONTACT = 'Create or Update Contact';
const EMAILS = '/v1/transactional';

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const shortened = (key = '') => `${key.slice(0, 12)}…`;

function printTable(title: string, head: string[], rows: unknown[][]) {
	const table = new Table({ head, style: { head: [], border: [], compact: true } });
	for (const row of rows) table.push(row.map(text));
	console.log(`\n${title}\n${table.toString()}`);
}

function check(fact: string, isTrue: boolean) {
	if (isTrue) return;
	console.error(`\nThe demo failed: ${fact}`);
	process.exitCode = 1;
}

const workflow = JSON.parse(
	readFileSync(new URL('sign-ups.json', import.meta.url), 'utf8'),
) as WorkflowJson;
// A row that Loops refuses leaves through the node's error output; the others go on.
workflow.nodes.find(({ name }) => name === CONTACT)!.onError = 'continueErrorOutput';
const signUps = workflow.pinData!['Sign-ups'].map(({ json }) => json);
const [nia, omar, kim] = signUps;

// n8n keeps files: not in the home folder of whoever runs this.
const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-loops-email-demo-'));
Object.assign(process.env, { N8N_USER_FOLDER: folder, N8N_ENCRYPTION_KEY: 'demo' });
const emulator = await startEmulator();
try {
	const { pkg } = await loadBuiltPackage();

	/** Runs the workflow and says what became of each sign-up. */
	async function run(title: string, rows: typeof signUps, expected: string) {
		const { requests, outbox } = emulator;
		const before = { requests: requests.length, emails: outbox.length };
		const result = await runWorkflow(
			pkg,
			{ apiKey: emulator.apiKey, baseUrl: emulator.baseUrl },
			{ ...workflow, pinData: { 'Sign-ups': rows.map((json) => ({ json })) } },
		);
		check(String(result.data.resultData.error?.message), result.status === 'success');

		const failed = outputOf(result, CONTACT)[1] ?? [];
		const answers = emulator.requests.slice(before.requests);
		const emails = answers.filter(({ path }) => path === EMAILS);
		const again = emails.filter(({ status }) => status === 409).length;
		const sent = outbox.length - before.emails;
		const summary = `${sent} sent, ${again} sent before, ${failed.length} failed`;
		console.log(`${title}: ${summary}`);
		for (const { json } of failed) {
			const { message, description } = json.error as IDataObject;
			console.log(`  Failed: ${text(message)}\n    ${text(description)}`);
		}
		const repeated = emails.filter(({ status }) => status === 503).length;
		if (repeated > 0)
			console.log(`  Loops answered 503 to ${repeated} email; the node retried it.`);
		check(`expected ${expected}`, summary === expected);
	}

	console.log(`"${workflow.name}": contacts, an event and a welcome email for three sign-ups\n`);
	const mistyped = { ...kim, email: 'kim@example' };
	emulator.inject({ kind: 'status', status: 503, path: EMAILS });
	await run('1. One address is mistyped', [nia, omar, mistyped], '2 sent, 0 sent before, 1 failed');
	await run('2. The same rows again', [nia, omar, mistyped], '0 sent, 2 sent before, 1 failed');
	await run('3. The address is corrected', [nia, omar, kim], '1 sent, 2 sent before, 0 failed');

	printTable(
		'Emails that Loops sent',
		['To', 'Email', 'Variables', 'Idempotency-Key'],
		emulator.outbox.map(({ email, templateName, dataVariables, idempotencyKey }) => [
			...[email, templateName, dataVariables, shortened(idempotencyKey)],
		]),
	);
	const columns = ['email', 'planName', 'seats', 'isBeta', 'trialEndsAt', 'referrer'];
	printTable(
		'Contacts in Loops (values keep their types)',
		columns,
		signUps.map(({ email }) => {
			const contact = emulator.contact(String(email));
			return columns.map((column) => contact?.[column]);
		}),
	);
	if (!process.exitCode) {
		console.log(`
Next:
  npm run n8n          try it in the editor: n8n with this package and all examples
  npm run emulator     an emulator of Loops for your own n8n; its page shows what it received
  npm test             all tests`);
	}
} finally {
	await emulator.close();
	rmSync(folder, { recursive: true, force: true });
}
