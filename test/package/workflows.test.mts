import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { read, root } from '../harness/repository.mts';

const workflow = (name: string) => parse(read(`.github/workflows/${name}`)) as unknown;

const manifest = JSON.parse(read('package.json'));

interface Job {
	if?: string;
	needs?: string;
	environment?: string;
	permissions?: object;
	steps: Array<{ uses?: string; run?: string; with?: object; env?: object }>;
}
interface Workflow {
	on: object;
	permissions: object;
	jobs: Record<string, Job>;
}
const FILES = ['ci.yml', 'package.yml', 'publish.yml'];
const [ci, packing, publishing] = FILES.map((name) => workflow(name) as Workflow);

describe('the workflows', () => {
	it('are those that the tests check', () => {
		expect(readdirSync(`${root}.github/workflows`).sort()).toEqual(FILES);
	});

	it.each([ci, packing, publishing].flatMap(({ jobs }) => Object.values(jobs)))(
		"use GitHub's own actions, and keep the token of a checkout from later steps",
		({ steps }) => {
			for (const { uses, with: settings } of steps) {
				if (!uses) continue;
				// Pinned by commit. Dependabot raises it.
				expect(uses).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
				if (!uses.startsWith('actions/checkout@')) continue;
				expect(settings).toMatchObject({ 'persist-credentials': false });
			}
		},
	);

	// Dependabot reads and updates the comment.
	it.each(FILES)('say the version of each commit: %s', (name) => {
		for (const line of read(`.github/workflows/${name}`).split('\n')) {
			if (line.includes('uses:')) expect(line).toMatch(/@[\da-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	it('check every push and pull request, with read permission and without a secret', () => {
		const schedule = [{ cron: expect.any(String) as string }];
		expect(ci.on).toEqual({ pull_request: null, push: { branches: ['main'] }, schedule });
		expect(ci.permissions).toEqual({ contents: 'read' });
		expect(JSON.stringify(ci)).not.toContain('secrets.');
		const jobs = Object.values(ci.jobs);
		expect(jobs.flatMap(({ permissions }) => permissions ?? [])).toEqual([]);
		const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
		expect(runs).toEqual(['bash .ci/run fast', 'bash .ci/run long e2e']);
	});

	// Without a cache, whose content from other runs could be published.
	it('publish the package of a checked tag from a job that installs nothing', () => {
		const { pack, publish, ...others } = publishing.jobs;
		expect(others).toEqual({});
		expect(publishing.on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
		expect([publishing.permissions, pack.permissions]).toEqual([{ contents: 'read' }, undefined]);
		const [check, build, upload] = pack.steps.slice(-3);
		expect([check.run, build.run]).toEqual(['bash .ci/run tag fast', 'npm run build && npm pack']);
		expect(upload.with).toMatchObject({ name: 'package', 'if-no-files-found': 'error' });
		expect(publish).toMatchObject({ needs: 'pack', environment: 'npm' });
		expect(publish.permissions).toEqual({ 'id-token': 'write' });
		expect(JSON.stringify(publishing)).not.toContain('cache');
		expect(JSON.stringify(pack)).not.toContain('secrets.');
		const [node, download, npm, ...more] = publish.steps;
		expect(more).toEqual([]);
		expect(node.uses).toMatch('actions/setup-node@');
		expect(node.with).toMatchObject({ 'node-version': Number(read('.nvmrc')) });
		expect(download.uses).toMatch('actions/download-artifact@');
		expect(download.with).toEqual({ name: 'package' });
		expect(npm.run).toMatch(
			/^registry=\$\(npm config get registry\)\nif \[ -n "\$NPM_TOKEN" \]; .*; fi\nnpm publish --ignore-scripts --provenance \.\/n8n-nodes-loops-email-\*\.tgz\n$/,
		);
		expect(manifest.publishConfig).toEqual({ provenance: true });
		expect(manifest.scripts.release).toBe('n8n-node release');
	});
});

describe('package.yml', () => {
	const { pack, attach, ...others } = packing.jobs;

	it('starts by hand on main, and attaches a checked package from a job that installs nothing', () => {
		expect(others).toEqual({});
		expect(packing.on).toEqual({ workflow_dispatch: null });
		expect([packing.permissions, pack.permissions]).toEqual([{ contents: 'read' }, undefined]);
		expect(pack.if).toBe("github.ref == 'refs/heads/main'");
		const runs = pack.steps.flatMap(({ run }) => run ?? []);
		expect(runs.slice(0, 2)).toEqual(['bash .ci/run fast', 'npm run build && npm pack']);
		expect(attach).toMatchObject({ needs: 'pack', permissions: { contents: 'write' } });
		expect(attach.environment).toBeUndefined();
		const [download, release, ...more] = attach.steps;
		expect(more).toEqual([]);
		expect(download.uses).toMatch('actions/download-artifact@');
		expect(release.run).toMatch(/^gh release create "tarball-\$VERSION" --prerelease /);
	});

	it('publishes nothing to npm, and its tag starts no workflow that does', () => {
		expect(JSON.stringify(packing)).not.toMatch(/npm publish|id-token|NPM_TOKEN/);
		const { tags } = (publishing.on as { push: { tags: string[] } }).push;
		// GitHub's pattern has to match the whole name of the tag.
		expect(tags.filter((tag) => !tag.startsWith('['))).toEqual([]);
	});
});

describe('the versions of Node.js', () => {
	it('start with 20', () => {
		expect(manifest.engines.node).toMatch(/^>=20\./);
	});

	// Node.js 24 has the first npm with trusted publishing.
	it('include 24 for publishing', () => {
		expect(read('.nvmrc').trim()).toBe('24');
	});
});

describe('dependabot', () => {
	it('does not update the tested versions of n8n', () => {
		const { updates } = parse(read('.github/dependabot.yml')) as {
			updates: Array<Record<string, string>>;
		};
		expect(updates.map((update) => [update['package-ecosystem'], update.directory])).toEqual([
			['npm', '/'],
			['github-actions', '/'],
		]);
	});
});
