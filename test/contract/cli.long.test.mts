import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { main, type Terminal } from './cli.mts';
import { Journal } from './journal.mts';
import { startService } from './testService.mts';

const { emulator } = await startService();
const folder = mkdtempSync(join(tmpdir(), 'loops-contract-'));
const journals = join(folder, 'journals');
const live = ['--live', '--base-url', emulator.baseUrl, '--pace', '5000', '--journal', journals];
const write = [...live, '--write', '--domain', 'example.com'];

async function run(args: string[], key = emulator.apiKey, ask = undefined as Terminal['ask']) {
	const lines: string[] = [];
	const print = (text: string) => void lines.push(text);
	const code = await main(args, { LOOPS_API_KEY: key }, { print, ask });
	return { code, output: lines.join('\n') };
}

it('prints each result and their counts, and writes them as JSON', async () => {
	const file = join(folder, 'a.json');
	const { code, output } = await run([...live, '--json', file]);
	expect(code).toBe(0);
	expect(output).toMatch(/\d+ held, 0 differs, \d+ not checked, 0 not finished$/);
	for (const text of [output, readFileSync(file, 'utf8')]) {
		expect(text).toContain('key-test');
		expect(text).not.toContain(emulator.apiKey);
	}
});

it('does not go on with a key that Loops refuses', async () => {
	const { code, output } = await run(live, 'wrong-example-key');
	expect([code, output]).toEqual([2, 'Loops refuses the key (HTTP 401).']);
	expect(emulator.requests).toHaveLength(1);
});

it('does not begin where a proxy answers', async () => {
	emulator.inject({ kind: 'html', status: 200, times: 'always' });
	const { code, output } = await run(live);
	expect([code, output]).toEqual([
		2,
		'Something other than Loops answers (HTTP 200). Check for a proxy.',
	]);
});

it.each<[string, string[], string | undefined, number?]>([
	['no key', live, ''],
	['no domain', [...live, '--write'], undefined],
	['a pace above half the limit', ['--live', '--pace', '6'], undefined],
	['an address as the domain', [...live, '--write', '--domain', '@example.com'], undefined],
	['no recipient', [...live, '--send'], undefined],
	['an unknown ID', [...live, '--only', 'lists,no-such-id'], undefined],
	['checks with clean-up alone', [...write, '--clean'], undefined],
	['nobody who could be asked', write, undefined, 1],
	['an unknown flag', ['--delete-all'], undefined],
	['an address without --live', ['--base-url', 'http://127.0.0.1:1'], undefined],
])('does not begin with %s', async (_, args, key, requests = 0) => {
	const { code } = await run(args, key);
	expect(code).toBe(2);
	expect(emulator.requests).toHaveLength(requests);
});

it('ends where nothing answers', async () => {
	const { code, output } = await run(['--live', '--base-url', 'http://127.0.0.1:1/api/v1']);
	expect([code, output]).toEqual([2, 'The run did not begin: the connection broke.']);
});

it('names each changing request, and sends it once the answer is yes', async () => {
	const questions: string[] = [];
	const answer = (yes: boolean) => async (question: string) => {
		questions.push(question);
		return yes;
	};
	const no = await run(write, undefined, answer(false));
	expect([no.code, emulator.requests.map(({ path }) => path)]).toEqual([2, ['/v1/api-key']]);
	expect(no.output).toMatch(
		/Team "\w.+journals.+create-conflict +2 × POST \/contacts\/create.+an event/s,
	);
	expect(readdirSync(journals)).toEqual([]);
	const yes = await run(write, undefined, answer(true));
	expect([yes.code, questions]).toEqual([0, ['Go on? [y/N] ', 'Go on? [y/N] ']]);
	expect(yes.output).toMatch(/Removed \d\d contacts and workflows/);
	// What stays in Loops is still listed by ID.
	expect(readdirSync(journals)).toHaveLength(1);
	const clean = await run([...live, '--clean', '--yes']);
	const listed = clean.output.match(/Stays in Loops: event contract-\S+ \(ID \w+\)/g);
	expect([clean.code, listed?.length]).toEqual([0, 2]);
});

it('leaves what a run that is under way has made', async () => {
	const first = Journal.start(journals, 'account');
	first.ask([{ kind: 'contact', name: 'a' }]);
	expect(Journal.left(journals, 'account')).toEqual([]);
	first.close();
	const [left] = Journal.left(journals, 'account');
	expect(left.entries).toEqual(first.entries);
	expect(Journal.left(journals, 'account')).toEqual([]);
});
