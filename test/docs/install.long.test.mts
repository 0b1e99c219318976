import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { name, version } from '../../package.json';
import { read, root } from '../harness/repository.mts';
import { blocksIn } from './markdown.mts';

const PAGE = 'docs/install.md';
const page = read(PAGE);
const update = read('docs/update.md');
const TARBALL = `${name}-${version}.tgz`;
/** n8n's folder in its container. */
const FOLDER = '/home/node/.n8n';

interface Compose {
	services: { n8n: { image?: string; volumes: string[]; environment?: string[] } };
	volumes?: Record<string, unknown>;
}
const [compose, behindProxy] = blocksIn('yaml')
	.filter(({ at }) => at.startsWith(PAGE))
	.map(({ text }) => parse(text) as Compose);

/** What `docker compose exec` and `docker exec` run in the container. */
const inContainer = [...page.matchAll(/^docker (?:compose )?exec -u node n8n sh -c '(.*)'$/gm)].map(
	([, command]) => command,
);
const inner = inContainer.filter((command) => command.includes('npm install'));
const inUpdate = [...update.matchAll(/^ *docker compose exec -u node n8n sh -c '(.*)'$/gm)].map(
	([, command]) => command,
);
const updates = inUpdate.filter((command) => command.includes('npm install'));
const removals = inUpdate.filter((command) => command.includes('npm uninstall'));

/** Runs commands as the page's reader does, with a home of their own. */
async function run(command: string, home: string): Promise<void> {
	const env = { ...process.env, HOME: home };
	await promisify(execFile)('sh', ['-c', command], { cwd: home, env });
}

describe('the documented installation', () => {
	it("keeps n8n's folder on a volume of the Compose file, and a certificate beside it", () => {
		const { services, volumes } = compose;
		const [, volume] = /^(\w+):(.+)$/.exec(services.n8n.volumes[0])?.slice(1) ?? [];
		expect(volume).toBe(FOLDER);
		expect(Object.keys(volumes ?? {})).toEqual([services.n8n.volumes[0].split(':')[0]]);
		const [proxy, certificates] = behindProxy.services.n8n.environment ?? [];
		expect(proxy).toMatch(/^HTTPS_PROXY=http:\/\//);
		const [, mounted] = behindProxy.services.n8n.volumes[0].split(':');
		expect(certificates).toMatch(new RegExp(`^NODE_EXTRA_CA_CERTS=${mounted}/`));
	});

	it('uses one version of n8n', () => {
		const images = new Set(
			[...page.matchAll(/docker\.n8n\.io\/n8nio\/n8n:(\S+)/g)].map(([, tag]) => tag),
		);
		expect([...images]).toEqual([compose.services.n8n.image?.split(':')[1]]);
	});

	it('copies the tarball into the folder of n8n, where the inner command finds it', () => {
		const copies = [...page.matchAll(/^docker (?:compose )?cp (\S+) n8n:(\S+)$/gm)];
		expect(copies.map(([, file, to]) => [file, to])).toEqual(
			inner.map(() => [TARBALL, `${FOLDER}/`]),
		);
		expect(inner).toHaveLength(2);
		expect(new Set(inner).size).toBe(1);
	});

	it('by the inner command, update and removal work in a plain folder', async () => {
		const home = await mkdtemp(join(tmpdir(), 'home-'));
		const installed = () => existsSync(join(home, '.n8n/nodes/node_modules', name, 'dist'));
		const inNodes = (command: string) => `cd ~/.n8n/nodes && ${command}`;
		await mkdir(join(home, '.n8n'));
		const packed = ['pack', '--pack-destination', join(home, '.n8n')];
		await promisify(execFile)('npm', packed, { cwd: root });
		await run(inner[0], home);
		expect(installed()).toBe(true);
		expect(existsSync(join(home, '.n8n/nodes/node_modules/n8n-workflow'))).toBe(false);
		await run(inNodes('npm update --legacy-peer-deps'), home);
		expect(installed()).toBe(true);
		const removal = `npm uninstall ${name}`;
		expect(update).toMatch(new RegExp(`^ *${removal}$`, 'm'));
		await run(inNodes(removal), home);
		expect(installed()).toBe(false);
		await run(inner[0], home);
		expect([updates, removals].map((commands) => commands.length)).toEqual([1, 1]);
		await run(updates[0], home);
		expect(installed()).toBe(true);
		await run(removals[0], home);
		expect(installed()).toBe(false);

		await run(inner[0], home);
		await rm(join(home, '.n8n', TARBALL));
		await rm(join(home, '.n8n/nodes/node_modules'), { recursive: true });
		await expect(run(inNodes('npm update --legacy-peer-deps'), home)).rejects.toThrow('ENOENT');
	}, 120_000);

	it('in an image puts the package into the folder of n8n', () => {
		const dockerfiles = blocksIn('dockerfile').filter(({ at }) => at.startsWith(PAGE));
		expect(dockerfiles).toHaveLength(2);
		for (const { text } of dockerfiles) expect(text).toContain(`cd ${FOLDER}/nodes`);
		expect(dockerfiles[0].text).toContain(`npm install --legacy-peer-deps /home/node/${TARBALL}`);
		expect(dockerfiles[1].text).toContain(`npm install --legacy-peer-deps ${name}@${version}`);
	});

	it('builds the tarball in a container as on a computer', () => {
		const [, built] = /^docker run --rm .* sh -c '(.*)'$/m.exec(page) ?? [];
		const [onComputer] = blocksIn('sh')
			.filter(({ at }) => at.startsWith(PAGE))
			.map(({ text }) => text);
		expect(built).toBe('npm ci && npm run build && npm pack');
		expect(onComputer).toContain(built);
	});
});
