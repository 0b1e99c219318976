import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	expect,
	inject,
	it,
	onTestFinished,
} from 'vitest';

import { name, version } from '../../../package.json';
import { startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { read } from '../../harness/repository.mts';
import { LOOPS, TRIGGER, workflowWith } from '../../harness/workflow.mts';
import { jsonOf, N8nClient } from '../n8n/client.mts';
import { type Registry, startRegistry } from '../n8n/registry.mts';
import { type N8nProcess, removeFolder, startN8n, temporaryFolder } from '../n8n/server.mts';
import { pinned } from '../nodes.mts';
import { inPostgres, startPostgres } from '../queue/services.mts';

// Each way of docs/install.md in an n8n without the package. As in a container, only the user folder
// persists.
let registry: Registry;
let userFolder: string;
let running: N8nProcess | undefined;

beforeAll(async () => {
	registry = await startRegistry(inject('n8n').tarball);
});
afterAll(async () => await registry?.close());
beforeEach(async () => {
	userFolder = await temporaryFolder('bare');
});
afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') console.error(running?.log());
	await end();
	await removeFolder(userFolder);
});

const TIMEOUT = { timeout: 300_000 };

const nodes = () => join(userFolder, '.n8n/nodes');

/** Restarts n8n with the user folder. */
async function start(env: Record<string, string> = {}): Promise<N8nClient> {
	await end();
	const { installation } = inject('n8n');
	running = await startN8n(installation, undefined, {
		userFolder,
		env: { ...registry.env, ...env },
	});
	return await N8nClient.connect(running.origin);
}

/** Stops n8n and keeps its user folder. */
async function end(): Promise<void> {
	running?.kill('SIGTERM');
	await running?.ended;
	running = undefined;
}

const ofPackage = async (n8n: N8nClient) =>
	(await n8n.nodeTypes()).map((type) => type.name).filter((type) => type.startsWith(`${name}.`));

/** Packages on the settings page. */
const listed = async (n8n: N8nClient) =>
	(
		await n8n.call<Array<{ packageName: string; installedVersion: string }>>(
			'GET',
			'/rest/community-packages',
		)
	).map(({ packageName, installedVersion }) => `${packageName}@${installedVersion}`);

const installFromSettings = async (n8n: N8nClient) =>
	await n8n.call('POST', '/rest/community-packages', { name });

const both = expect.arrayContaining([LOOPS, TRIGGER]) as string[];

it('npm installs the package by hand, where the settings page refuses it', TIMEOUT, async () => {
	await mkdir(nodes(), { recursive: true });
	const env = { ...process.env, ...registry.env };
	const args = ['install', '--legacy-peer-deps', name];
	await promisify(execFile)('npm', args, { cwd: nodes(), env });
	expect(existsSync(join(nodes(), 'node_modules/n8n-workflow'))).toBe(false);
	const n8n = await start({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' });
	expect(await ofPackage(n8n)).toEqual(both);
	expect(await listed(n8n)).toEqual([]);
	await expect(installFromSettings(n8n)).rejects.toThrow('unverified');
});

it("the page's steps install it for an n8n with PostgreSQL", TIMEOUT, async () => {
	const [, steps] =
		/As the user that runs n8n:\s+```sh\n(.+?)```/s.exec(read('docs/install.md')) ?? [];
	const postgres = await startPostgres();
	onTestFinished(postgres.stop);
	const emulator = await startEmulator();
	onTestFinished(async () => await emulator.close());
	const { tarball } = inject('n8n');

	expect(await ofPackage(await start(inPostgres(postgres)))).toEqual([]);
	await copyFile(tarball, join(userFolder, '.n8n', basename(tarball)));
	const env = { ...process.env, HOME: userFolder };
	await promisify(execFile)('sh', ['-c', steps], { cwd: userFolder, env });
	const n8n = await start(inPostgres(postgres));
	expect(await ofPackage(n8n)).toEqual(both);

	const workflow = pinned(workflowWith(parametersOf.testApiKey), [{}]);
	const id = await n8n.createWorkflow(workflow, await n8n.createCredential(emulator));
	const output = jsonOf(await n8n.run(id, 'Start'), 'Loops');
	expect(output).toEqual([{ success: true, teamName: 'Acme Mail' }]);
});

it('settings page and environment variables install, restore and remove it', TIMEOUT, async () => {
	const n8n = await start();
	expect(await ofPackage(n8n)).toEqual([]);
	await installFromSettings(n8n);
	expect(await ofPackage(n8n)).toEqual(both);
	expect(await listed(n8n)).toEqual([`${name}@${version}`]);

	// As in a new container with the old database.
	await end();
	await rm(nodes(), { recursive: true });
	expect(await ofPackage(await start({ N8N_REINSTALL_MISSING_PACKAGES: 'true' }))).toEqual(both);
	expect(running?.log()).toContain('Packages reinstalled successfully');

	const managed = (packages: object[]) => ({
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
	});
	expect(await ofPackage(await start(managed([])))).toEqual([]);
	const byEnvironment = await start(managed([{ name, version }]));
	expect(await ofPackage(byEnvironment)).toEqual(both);
	expect(await listed(byEnvironment)).toEqual([`${name}@${version}`]);
	await expect(installFromSettings(byEnvironment)).rejects.toThrow('400');
});
