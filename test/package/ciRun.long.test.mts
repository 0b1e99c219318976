import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-loops-email-ci-'));
	for (const path of ['.ci/run', 'package.json']) cpSync(`${root}${path}`, join(folder, path));
	mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a fake command before that of this machine in PATH. */
const command = (name: string, body: string) =>
	writeFileSync(join(folder, 'bin', name), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });

/** Runs .ci/run in a temporary folder with an npm that logs its arguments and runs `as`. */
function ciRun(parts: string[], as = '', env: Record<string, string> = {}) {
	command('npm', `echo "$*" >>"${folder}/calls"\n${as}`);
	const { status, stdout } = spawnSync('bash', ['.ci/run', ...parts], {
		cwd: folder,
		encoding: 'utf8',
		env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...env },
	});
	const calls = existsSync(join(folder, 'calls'))
		? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
		: [];
	return { status, lines: stdout.trimEnd().split('\n'), calls };
}

describe('.ci/run', () => {
	it('continues after a failed step and reports its failed tests last', () => {
		const { status, lines, calls } = ciRun(
			['fast', 'long'],
			'[ "$1" = test ] || exit 0; seq 1000; echo "FAILED a.test.ts > b" >"$FINDINGS"; exit 1',
		);
		expect(lines.slice(-4)).toEqual([
			expect.stringMatching(/^=== FAILED: npm test /),
			'FAILED a.test.ts > b',
			'',
			`${calls.length - 1} passed, 1 failed`,
		]);
		expect(calls.at(-1)).toContain('run test:long');
		expect(status).toBe(1);
	});

	it('reports tests that passed only after a retry', () => {
		const { status, lines } = ciRun(
			['long'],
			'[ "$1" = ci ] || echo "TRIED AGAIN a.test.ts > b" >"$FINDINGS"',
		);
		expect(lines.slice(-4)).toEqual([
			expect.stringMatching(/^=== PASSED, BUT NOT AT ONCE: npm run test:long /),
			'TRIED AGAIN a.test.ts > b',
			'',
			'2 passed, 0 failed',
		]);
		expect(status).toBe(0);
	});

	it('refuses an unknown part', () => {
		expect(ciRun(['fats'])).toMatchObject({ status: 2, calls: [] });
	});
});

describe('.ci/run tag', () => {
	const git = (...args: string[]) => {
		const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
		execFileSync('git', [...author, ...args], { cwd: folder, env: { PATH: process.env.PATH } });
	};
	const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'A commit');
	const tagged = (GITHUB_REF_NAME?: string) =>
		ciRun(['tag'], '', GITHUB_REF_NAME === undefined ? {} : { GITHUB_REF_NAME }).lines.at(-1);

	beforeEach(() => {
		git('init', '--quiet');
		commit();
		git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	});

	it.each([
		['accepts the version', manifest.version, '3 passed, 0 failed'],
		['refuses another version', '0.0.1', '2 passed, 1 failed'],
		['refuses a branch', 'main', '2 passed, 1 failed'],
		['refuses a missing tag', undefined, '2 passed, 1 failed'],
	])('%s', (_, name, expected) => {
		expect(tagged(name)).toBe(expected);
	});

	it('accepts an older commit of main', () => {
		commit();
		git('update-ref', 'refs/remotes/origin/main', 'HEAD');
		git('checkout', '--quiet', '--detach', 'HEAD~');
		expect(tagged(manifest.version)).toBe('3 passed, 0 failed');
	});

	it('refuses a commit that is not on main', () => {
		commit();
		expect(tagged(manifest.version)).toBe('2 passed, 1 failed');
	});
});
