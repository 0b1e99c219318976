import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';
import { main } from './cli.mts';
import { KEY, startOtherLoops } from './otherLoops.mts';
import { startService } from './testService.mts';

const { emulator } = await startService();
const folder = mkdtempSync(join(tmpdir(), 'loops-contract-'));
const journalFile = join(folder, 'run.json');
const live = ['--live', '--base-url', emulator.baseUrl, '--pace', '200'];
const write = [...live, '--write', '--domain', 'example.com'];

async function run(args: string[], key: string | undefined = emulator.apiKey) {
	const lines: string[] = [];
	const print = (text: string) => void lines.push(text);
	const code = await main(args, { LOOPS_API_KEY: key }, { print, journalFile });
	return { code, output: lines.join('\n') };
}

it('prints each result and their counts, and writes them as JSON and Markdown', async () => {
	const files = { json: join(folder, 'a.json'), markdown: join(folder, 'a.md') };
	const { code, output } = await run([...live, '--json', files.json, '--markdown', files.markdown]);
	expect(code).toBe(0);
	expect(output).toMatch(/\d+ held, 0 differs, \d+ not checked$/);
	const written = [output, ...Object.values(files).map((file) => readFileSync(file, 'utf8'))];
	for (const text of written) {
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
		'Something other than Loops answers (HTTP 200, not JSON). Check for a proxy.',
	]);
});

it.each([
	['no key', live, ''],
	['no domain', [...live, '--write'], undefined],
	['a pace above half the limit', ['--live', '--pace', '6'], undefined],
	['no recipient', [...write, '--send'], undefined],
	['an unknown flag', ['--delete-all'], undefined],
	['an address without --live', ['--base-url', 'http://127.0.0.1:1'], undefined],
])('does not begin with %s', async (_, args, key) => {
	const { code } = await run(args, key);
	expect(code).toBe(2);
	expect(emulator.requests).toEqual([]);
});

it('ends where nothing answers', async () => {
	const { code, output } = await run(['--live', '--base-url', 'http://127.0.0.1:1/api/v1']);
	expect([code, output]).toEqual([2, 'The run ended: fetch failed']);
});

const other = await startOtherLoops(({ headers }) => delete headers['x-ratelimit-remaining']);
afterAll(other.close);

it.each([
	{
		name: 'the emulator',
		...{ baseUrl: emulator.baseUrl, key: emulator.apiKey, differs: [] as string[] },
		state: () => [...emulator.contacts(), ...emulator.content.workflows.values()],
	},
	{
		name: 'a Loops without a header',
		...{ baseUrl: other.baseUrl, key: KEY, differs: ['rate-headers'] },
		state: () => [...other.contacts, ...other.workflows],
	},
])(
	'removes what a killed run left, before it writes: $name',
	{ timeout: 60_000 },
	async ({ baseUrl, key, differs, state }) => {
		const args = [
			'--live',
			'--base-url',
			baseUrl,
			'--pace',
			'50',
			'--write',
			'--domain',
			'a.example',
		];
		const before = state();
		const child = spawn('npx', ['tsx', 'test/contract/contract.mts', ...args], {
			cwd: root,
			detached: true,
			env: { ...process.env, LOOPS_API_KEY: key, TMPDIR: folder },
		});
		const killed = new Promise((resolve) => child.once('close', resolve));
		while (state().length < before.length + 3) await new Promise((go) => setTimeout(go, 10));
		process.kill(-Number(child.pid), 'SIGKILL');
		await killed;
		const left = () => readdirSync(folder).filter((file) => file.startsWith('loops-contract-run-'));
		expect(left().filter((file) => !file.endsWith('.new'))).toHaveLength(1);

		const lines: string[] = [];
		const options = {
			print: (text: string) => void lines.push(text),
			journalFile: join(folder, 'loops-contract-run'),
		};
		expect(await main(args, { LOOPS_API_KEY: key }, options)).toBe(differs.length);
		expect(lines[0]).toMatch(/^Removing \d+ contacts and workflows of a run that did not end well/);
		const told = lines.filter((each) => each.startsWith('differs'));
		expect(told.map((each) => each.split(/\s+/)[1])).toEqual(differs);
		expect(state()).toEqual(before);
		expect(left()).toEqual([]);
	},
);
