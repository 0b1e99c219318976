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
	it('runs every check', () => {
		for (const name of ['sudo', 'apt-get']) command(name, '');
		const { status, lines, calls } = ciRun([]);
		const findings = '-- --reporter=default --reporter=./.ci/findings.mts';
		expect(calls).toEqual([
			'ci',
			'run lint',
			'run typecheck',
			`test ${findings}`,
			'run scan',
			'run demo',
			`run test:long ${findings}`,
			`run test:e2e ${findings}`,
		]);
		expect(lines).toContainEqual(expect.stringMatching(/^ +\d+ s  passed: npm run lint$/));
		// One step more: apt installs the dependencies of the end-to-end tests.
		expect(lines.at(-1)).toBe('9 passed, 0 failed');
		expect(status).toBe(0);
	});

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

describe('the reporter of .ci/run', () => {
	const fixture = `
		import './missing.js';
	`;
	const tests = `
		let tries = 0;
		test('passes', () => {});
		test('passes later', { retry: 1 }, () => { if (tries++ === 0) throw new Error('slow machine'); });
		describe('suite', () => { test('fails', () => { expect([1, 2]).toEqual([3]); }); });
		describe('hook', () => { beforeAll(() => { throw new Error('no server'); }); test('waits', () => {}); });
	`;

	it('lists failed and retried tests with reason and place', () => {
		writeFileSync(join(folder, 'broken.test.js'), fixture);
		writeFileSync(join(folder, 'all.test.js'), tests);
		const findings = join(folder, 'findings.log');
		const { status } = spawnSync(
			process.execPath,
			[
				`${root}node_modules/vitest/vitest.mjs`,
				...['run', '--globals', '--root', folder, `--reporter=${root}.ci/findings.mts`],
			],
			{ env: { PATH: process.env.PATH, FINDINGS: findings } },
		);
		expect(status).toBe(1);
		const reported = readFileSync(findings, 'utf8').replaceAll(folder, '…');
		expect(reported).toMatchInlineSnapshot(`
			"FAILED all.test.js > hook
			    no server
			    at …/all.test.js:6
			FAILED all.test.js > suite > fails
			    expected [ 1, 2 ] to deeply equal [ 3 ]
			    at …/all.test.js:5
			FAILED broken.test.js
			    Cannot find module './missing.js' imported from …/broken.test.js
			    at …/broken.test.js:2
			TRIED AGAIN all.test.js > passes later
			    slow machine
			    at …/all.test.js:4
			"
		`);
	});
});
