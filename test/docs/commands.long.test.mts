import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { homepage, scripts } from '../../package.json';
import { read, root } from '../harness/repository.mts';
import { blocksIn, pages } from './markdown.mts';

/** The files that define CI. */
const ci = ['.ci', '.github/workflows']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { withFileTypes: true })
			// Folders hold the logs of a run.
			.filter((entry) => entry.isFile())
			.map(({ name }) => read(`${folder}/${name}`)),
	)
	.join('\n');

const isInCi = (script: string) => new RegExp(`\\b(npm|tests) (run )?${script}\\b`).test(ci);

/** Scripts that CI does not run by name, with the file that runs them or checks their results. */
const TESTED_BY: Record<string, string> = {
	// It reads the registry, which no test reaches.
	behind: 'CONTRIBUTING.md',
	bench: 'test/docs/measured.test.mts',
	'bench:http': 'test/docs/measured.test.mts',
	'bench:limiter': 'test/docs/measured.test.mts',
	'bench:trigger': 'test/docs/measured.test.mts',
	build: 'test/e2e/n8n/communityPackage.mts',
	contract: 'test/contract/cli.long.test.mts',
	emulator: 'test/emulator/cli.test.mts',
	format: '.ci/run',
	n8n: 'test/e2e/server/playground.e2e.mts',
	path: 'CONTRIBUTING.md',
	pictures: 'test/docs/pictures.test.mts',
	'test:mutation': 'test/mutation/README.md',
};

const INSTALL = 'test/e2e/server/install.e2e.mts';

/** Commands of docs/maintainers/releasing.md that change the repository for good, so no test runs them. */
const BY_THE_OWNER =
	/^(npm version .+|git (commit|push)\b.*|npm run release --yes|old=.+|git grep .+ sed .+)$/;

/** The kinds of commands, with a check that each works. A new kind needs an entry here. */
const KINDS: Array<[RegExp, (...parts: string[]) => void | Promise<void>]> = [
	[/^npm ci$/, () => expect(isInCi('ci')).toBe(true)],
	[/^npm test$/, () => expect(isInCi('test')).toBe(true)],
	[/^npm run emulator -- (.+)$/, async (flags) => await startEmulator(flags.split(' '))],
	// Node.js 20 strips no types: there, the same file runs by tsx.
	[/^node test\/emulator\/cli\.mts (.+)$/, async (flags) => await startEmulator(flags.split(' '))],
	[/^curl (.+)$/s, async (args) => await curl(args)],
	[
		/^npm run ([\w:]+)(?: -- (.+))?$/,
		(script, args = '') => {
			expect(Object.keys(scripts)).toContain(script);
			if (!isInCi(script)) expect(existsSync(join(root, TESTED_BY[script]))).toBe(true);
			expectPaths(args);
		},
	],
	[/^npx vitest run (.+)$/, (args) => expectPaths(args)],
	// Environment variables of tests.
	[
		/^([A-Z]+(?:_[A-Z]+)+)=('.*?'|\S+) (.+)$/,
		async (variable, _value, command) => {
			expectReader(variable);
			await check(command);
		},
	],
	// Environment variables of n8n.
	[/^(N8N_\w+)=('.*'|\S+)$/, (variable) => expect(read(INSTALL)).toContain(variable)],
	[/^(?:mkdir -p|cd) ~\/\.n8n\/nodes$/, () => expect(read(INSTALL)).toContain('.n8n/nodes')],
	[/^npm install (--legacy-peer-deps) /, (flag) => expect(read(INSTALL)).toContain(flag)],
	// install.long.test.mts runs what runs in the container.
	[
		/^docker (?:compose )?(?:cp|exec|restart|run) /,
		() => expect(read('test/docs/install.long.test.mts')).toContain('docker (?:compose )?exec'),
	],
	[
		/^npm uninstall [\w-]+$/,
		() => expect(read('test/docs/install.long.test.mts')).toContain('npm uninstall'),
	],
	[/^git clone (\S+)$/, (address) => expect(address).toBe(homepage)],
	[/^cd ([\w-]+)$/, (folder) => expect(folder).toBe(homepage.split('/').at(-1))],
	[/^npm pack$/, () => expect(read('test/e2e/n8n/communityPackage.mts')).toContain("'pack'")],
];

/** Expects a test to read an environment variable. */
function expectReader(variable: string): void {
	const args = ['grep', '-l', `env.${variable}\\b`, '--', 'test'];
	expect(String(execFileSync('git', args, { cwd: root }))).not.toBe('');
}

/** Expects paths to exist; the last part may be a part of a file name. */
function expectPaths(args: string): void {
	for (const path of args.split(' ').filter((arg) => arg.startsWith('test/'))) {
		const folder = readdirSync(join(root, path, '..')).join('\n');
		expect(folder).toContain(path.split('/').at(-1));
	}
}

/** @throws for an unknown command, or one that does not work */
async function check(command: string): Promise<void> {
	for (const [pattern, works] of KINDS) {
		const [, ...parts] = pattern.exec(command) ?? [];
		if (pattern.test(command)) return await works(...parts);
	}
	throw new Error(
		`No test knows '${command}': say in test/docs/commands.long.test.mts what runs it`,
	);
}

/** Languages of blocks; snippets.test.mts and install.long.test.mts test those other than commands. */
const FENCES = [
	'```',
	...['sh', 'bash', 'json', 'js', 'ts', 'mermaid', 'dockerfile', 'xml', 'yaml', 'diff'].map(
		(language) => '```' + language,
	),
];

/** npm and vitest commands within the text, which are not run. */
const inline = pages.flatMap(({ path, text }) =>
	[...text.matchAll(/`((?:\w+=\S+ )*(?:npm (?:run|test)|npx vitest)\b[^`]*)`/g)].map(
		([, command]) => [path, command] as const,
	),
);

/** @throws when the script, a path or a variable of a command does not exist */
function checkNames(command: string): void {
	for (const [, script] of command.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
		expect(Object.keys(scripts)).toContain(script);
	}
	for (const [, variable] of command.matchAll(/(\w+)=/g)) expectReader(variable);
	expectPaths(command.replaceAll(/<\w+>/g, ''));
}

/** The commands of a block. */
const commandsOf = (text: string) =>
	text
		.replaceAll(/\\\n\s*/g, '')
		.replaceAll(/(^|\s)#.*$/gm, '')
		.split('\n')
		// What follows in quotes runs in the container.
		.flatMap((line) => (line.startsWith('docker ') ? [line] : line.split(' && ')))
		.map((command) => command.trim())
		.filter(Boolean);

const ends: Array<() => Promise<void>> = [];
/** The latest emulator, which `curl` uses instead of port 4010. */
let origin = '';

/** Starts an emulator at a free port. */
async function startEmulator(flags: string[]): Promise<void> {
	const at = flags.indexOf('--port');
	const others = at < 0 ? flags : flags.toSpliced(at, 2);
	const args = ['--import', 'tsx', 'test/emulator/cli.mts', ...others, '--port', '0'];
	const emulator = spawn(process.execPath, args, { cwd: root });
	const ended = new Promise<void>((resolve) => emulator.once('close', () => resolve()));
	ends.push(async () => {
		emulator.kill('SIGTERM');
		await ended;
	});
	let output = '';
	for (const stream of [emulator.stdout, emulator.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += String(chunk)));
	}
	await vi.waitUntil(() => output.includes('Stop with Ctrl-C.'), { timeout: 60_000 });
	origin = /Page +(\S+)/.exec(output)?.[1] ?? '';
}

async function curl(args: string): Promise<void> {
	const command = `curl --fail -sS ${args.replace('http://127.0.0.1:4010', origin)}`;
	expect(command).toContain(origin);
	await promisify(execFile)('sh', ['-c', command]);
}

describe('commands', () => {
	beforeAll(async () => await startEmulator([]), 70_000);
	afterAll(async () => await Promise.all(ends.map(async (end) => await end())));

	const blocks = blocksIn('sh', 'bash').flatMap(({ at, text }) =>
		commandsOf(text).map((command) => [at, command] as const),
	);
	it.each(blocks)(
		'%s: %s works',
		async (at, command) => {
			const isByTheOwner =
				at.startsWith('docs/maintainers/releasing.md') && BY_THE_OWNER.test(command);
			if (!isByTheOwner) await check(command);
		},
		70_000,
	);

	it.each(inline)('%s: `%s` in the text works', (_at, command) => checkNames(command));

	it('are in blocks of a language that is tested', () => {
		const fences = pages.flatMap(({ path, text }) =>
			[...text.matchAll(/^ *(```+|~~~+)(.*)$/gm)].map(([, fence, info], index) => ({
				path,
				// Every second fence ends a block.
				is: index % 2 ? fence : `${fence}${info}`,
			})),
		);
		expect(fences.filter(({ is }) => !FENCES.includes(is))).toEqual([]);
	});
});
