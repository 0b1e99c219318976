import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { optionsOf, UsageError } from './commandLine.mts';

const CLI = fileURLToPath(new URL('./cli.mts', import.meta.url));
const running: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'loops-emulator-'));
});
afterEach(() => {
	for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => await rm(folder, { recursive: true }));

function launch(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args]);
	running.push(child);
	const output = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
	return { child, output, exit };
}

async function run(...args: string[]) {
	const { output, exit } = launch(...args);
	return { code: await exit, ...output };
}

async function seedFile(name: string, text: string): Promise<string> {
	const file = join(folder, name);
	await writeFile(file, text);
	return file;
}

describe('an invalid command line', () => {
	it.each([
		[['--prot', '1'], "Unknown option '--prot'"],
		[['extra'], "Unexpected argument 'extra'"],
		[['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x"'],
		[['--way', 'sometimes'], '--way: not a delay: "sometimes"'],
		[['--rate-algorithm', 'leaky'], '--rate-algorithm must be fixed or sliding, not "leaky"'],
		[['--seed', '/nowhere.json'], 'seed file /nowhere.json: ENOENT'],
		[['--webhook-url', 'loops'], '--webhook-url must be an http'],
	])('is refused: %j', (args, message) => {
		expect(() => optionsOf(args)).toThrow(UsageError);
		expect(() => optionsOf(args)).toThrow(message);
	});

	it('ends the process with a hint instead of a stack trace', async () => {
		const { code, stdout, stderr } = await run('--prot', '1');
		expect(code).toBe(2);
		expect(stdout).toBe('');
		expect(stderr).toContain("Unknown option '--prot'");
		expect(stderr).toContain('Try --help.');
		expect(stderr).not.toContain('    at ');
	});
});

it.each(['SIGINT', 'SIGTERM'] as const)(
	'serves with its flags until it gets %s',
	async (signal) => {
		const seed = await seedFile('seed.json', '{"teamName": "Cli", "mailingLists": []}');
		const { child, output, exit } = launch(
			...['--port', '0', '--api-key', 'k1', '--seed', seed, '--latency', '30'],
			...['--rate-limit', '2', '--rate-window', '60000', '--rate-algorithm', 'sliding'],
			...['--no-content-api', '--request-log', '2', '--webhook-secret', 'whsec_MTIz'],
			...['--webhook-url', 'http://127.0.0.1:9/hook', '--webhook-retries', '3'],
		);
		await expect.poll(() => output.stdout, { timeout: 10_000 }).toContain('Stop with Ctrl-C.');
		const [, origin] = /Page +(\S+)/.exec(output.stdout) ?? [];
		const baseUrl = `${origin}/api/v1`;
		for (const line of [
			'API key   k1',
			'Seeded    0 contacts',
			`Base URL  ${baseUrl}`,
			'Webhook   http://127.0.0.1:9/hook\n  Secret    whsec_MTIz\n',
			`curl -H 'Authorization: Bearer k1' ${baseUrl}/api-key`,
		]) {
			expect(output.stdout).toContain(line);
		}
		const webhook = await fetch(`${origin}/__emulator/webhook`);
		expect(await webhook.json()).toMatchObject({ retries: 3 });

		const ask = async (path: string) =>
			await fetch(baseUrl + path, { headers: { authorization: 'Bearer k1' } });
		const start = performance.now();
		const first = await ask('/api-key');
		expect(performance.now() - start).toBeGreaterThanOrEqual(28);
		expect(await first.json()).toEqual({ success: true, teamName: 'Cli' });
		expect(first.headers.get('x-ratelimit-limit')).toBe('2');
		const others = [await ask('/transactional-emails'), await ask('/lists'), await ask('/lists')];
		expect(others.map(({ status }) => status)).toEqual([401, 200, 429]);

		child.kill(signal);
		expect(await exit).toBe(0);
		expect(output.stderr).toBe('');
	},
);
