import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { root } from '../harness/repository.mts';
import { main } from './cli.mts';
import { startService } from './testService.mts';

const { emulator } = await startService();
const folder = mkdtempSync(join(tmpdir(), 'loops-contract-'));
const journalFile = join(folder, 'run.json');
const live = ['--live', '--base-url', emulator.baseUrl];
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

it.each([
	['no key', live, ''],
	['no domain', [...live, '--write'], undefined],
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

it('removes what a killed run left, before it writes', { timeout: 60_000 }, async () => {
	const before = emulator.contacts();
	const child = spawn('npx', ['tsx', 'test/contract/contract.mts', ...write], {
		cwd: root,
		detached: true,
		env: { ...process.env, LOOPS_API_KEY: emulator.apiKey, TMPDIR: folder },
	});
	const killed = new Promise((resolve) => child.once('close', resolve));
	while (emulator.contactCount < before.length + 3) await new Promise((go) => setTimeout(go, 20));
	process.kill(-Number(child.pid), 'SIGKILL');
	await killed;
	const left = join(folder, 'loops-contract-run.json');
	expect(existsSync(left)).toBe(true);

	const lines: string[] = [];
	const options = { print: (text: string) => void lines.push(text), journalFile: left };
	const env = { LOOPS_API_KEY: emulator.apiKey };
	expect(await main(write, env, options), lines.join('\n')).toBe(0);
	expect(lines[0]).toMatch(/^Removing \d+ contacts of a run that did not end well/);
	expect(emulator.contacts()).toEqual(before);
	expect(existsSync(left)).toBe(false);
});
