import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';

import { read, root } from '../../harness/repository.mts';
import { freePort } from '../n8n/server.mts';
import { chain, editFields, loopsNode, start } from '../nodes.mts';

const page = read('docs/test-workflows.md');
const blockOf = (language: string) =>
	new RegExp(`^ {3}\`\`\`${language}\\n(.*?)^ {3}\`\`\`$`, 'ms').exec(page)?.[1] ?? '';

interface Step {
	name?: string;
	run?: string;
}
const { jobs } = parse(blockOf('yaml')) as { jobs: { test: { steps: Step[] } } };
/** Instead, the test uses the n8n of its project, and the package that was built for it. */
const INSTEAD = ['Install n8n', 'Build the node'];
const steps = jobs.test.steps.filter(({ run }) => run);

const credential = { id: 'loopsEmailApi', name: 'Loops API' };
const send = {
	...loopsNode('Welcome', {
		resource: 'transactionalEmail',
		operation: 'send',
		transactionalId: { __rl: true, mode: 'name', value: 'Welcome' },
		email: '={{ $json.email }}',
		options: { dataVariablesJson: '{ "firstName": "Kim" }' },
	}),
	credentials: { loopsEmailApi: credential },
};

let home: string;
let port: number;
/** A text of the page, whose port may be in use here. */
const onPort = (text: string) => text.replaceAll('4010', String(port));

beforeAll(async () => {
	port = await freePort();
	const { installation, tarball } = inject('n8n');
	home = await mkdtemp(join(tmpdir(), 'ci-'));
	await mkdir(join(home, 'workflows'));
	await mkdir(join(home, 'bin'));
	await mkdir(join(home, 'loops/test'), { recursive: true });
	await symlink(join(root, 'test/emulator'), join(home, 'loops/test/emulator'));
	await copyFile(tarball, join(home, 'loops', basename(tarball)));
	await symlink(installation.cli, join(home, 'bin/n8n'));
	await symlink(installation.node, join(home, 'bin/node'));
	const nodes = [start, editFields('Test Person', { email: 'kim@example.com' }), send];
	const workflow = { ...chain(nodes), id: 'welcome', active: false };
	await writeFile(join(home, 'workflows/welcome.json'), JSON.stringify(workflow));
	await writeFile(join(home, 'workflows/credentials.json'), onPort(blockOf('json')));
});
afterAll(async () => await rm(home, { recursive: true, force: true }));

it('the workflow file of docs/test-workflows.md runs a workflow and checks its emails', async () => {
	expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(INSTEAD));
	const script = steps
		.filter(({ name }) => !INSTEAD.includes(String(name)))
		// A step of GitHub Actions is a shell of its own, which ends at the first failure.
		.map(({ run }) => `(set -e -o pipefail\n${run}\n)`)
		.join('\n');
	const PATH = `${join(home, 'bin')}:${process.env.PATH}`;
	const env = { PATH, HOME: home, N8N_DIAGNOSTICS_ENABLED: 'false' };
	const output = join(home, 'output');
	const shell = spawn('bash', ['-e', '-c', onPort(script)], {
		cwd: home,
		env,
		// In a group with the emulator, which outlives the shell.
		detached: true,
		stdio: ['ignore', openSync(output, 'w'), 'inherit'],
	});
	const [code] = (await once(shell, 'exit')) as [number];
	process.kill(-(shell.pid ?? 0));
	expect(code, readFileSync(output, 'utf8').slice(-2_000)).toBe(0);
	expect(readFileSync(output, 'utf8')).toMatch(/true\s*$/);
}, 400_000);
