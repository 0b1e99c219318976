import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { read, root } from '../harness/repository.mts';

const workflow = (name: string) => parse(read(`.github/workflows/${name}`)) as unknown;

const manifest = JSON.parse(read('package.json'));

/** A step with an action of GitHub in any major version, since Dependabot raises it. */
const action = (name: string, settings: object) => ({
	uses: expect.stringMatching(new RegExp(`^actions/${name}@v\\d+$`)),
	with: settings,
});
// By default, later steps could read the token of the checkout.
const checkout = action('checkout', { 'persist-credentials': false });

/*
 * Verbatim, since a workflow has rights and secrets, and rules could not list all ways to leak them.
 * Every change of a workflow has to be repeated here.
 */
describe('the workflows', () => {
	it('are ci.yml and publish.yml', () => {
		expect(readdirSync(`${root}.github/workflows`).sort()).toEqual(['ci.yml', 'publish.yml']);
	});

	it('check every push and pull request with read permission', () => {
		expect(workflow('ci.yml')).toEqual({
			name: 'CI',
			on: { pull_request: null, push: { branches: ['main'] }, schedule: [{ cron: '17 3 * * *' }] },
			permissions: { contents: 'read' },
			concurrency: { group: 'ci-${{ github.ref }}', 'cancel-in-progress': true },
			jobs: {
				fast: {
					name: 'Fast checks on Node.js ${{ matrix.node }}',
					'runs-on': 'ubuntu-latest',
					'timeout-minutes': 20,
					strategy: { 'fail-fast': false, matrix: { node: ['20', '22', '24'] } },
					steps: [
						checkout,
						action('setup-node', { 'node-version': '${{ matrix.node }}', cache: 'npm' }),
						{ run: 'bash .ci/run fast' },
					],
				},
				e2e: {
					name: 'Long tests, and a real n8n',
					'runs-on': 'ubuntu-latest',
					'timeout-minutes': 90,
					steps: [
						checkout,
						action('setup-node', { 'node-version-file': '.nvmrc', cache: 'npm' }),
						action('cache', {
							path: '~/.cache/n8n-nodes-loops-email',
							key: "n8n-${{ hashFiles('test/e2e/n8n/versions/*/package-lock.json') }}",
						}),
						{
							run: 'bash .ci/run long e2e',
							env: {
								MODEL_SEED: "${{ github.event_name == 'schedule' && github.run_number || '1' }}",
							},
						},
						{
							...action('upload-artifact', {
								name: 'logs',
								'include-hidden-files': true,
								path: '.ci/logs\ntest/e2e/screenshots\n',
							}),
							if: 'failure()',
						},
					],
				},
			},
		});
	});

	// Without a cache, whose content from other runs could be published.
	it('publish a checked tag, with permissions only in the publishing job', () => {
		const node = action('setup-node', { 'node-version-file': '.nvmrc' });
		expect(workflow('publish.yml')).toEqual({
			name: 'Publish',
			on: { push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } },
			permissions: { contents: 'read' },
			// Another release does not cancel it.
			concurrency: { group: 'publish' },
			jobs: {
				check: {
					'runs-on': 'ubuntu-latest',
					'timeout-minutes': 20,
					steps: [
						action('checkout', { 'persist-credentials': false, 'fetch-depth': 0 }),
						node,
						{ run: 'bash .ci/run tag fast' },
					],
				},
				publish: {
					needs: 'check',
					'runs-on': 'ubuntu-latest',
					'timeout-minutes': 15,
					environment: 'npm',
					permissions: { contents: 'read', 'id-token': 'write' },
					steps: [
						checkout,
						node,
						{ run: 'npm ci' },
						{
							run: [
								'if [ -n "$NPM_TOKEN" ]; then npm config set //registry.npmjs.org/:_authToken "$NPM_TOKEN"; fi',
								'npm run release\n',
							].join('\n'),
							env: { NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' },
						},
					],
				},
			},
		});
		expect(manifest.publishConfig).toEqual({ provenance: true });
		expect(manifest.scripts.release).toBe('n8n-node release');
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

describe.each(['bug.yml', 'feature.yml'])('%s', (path) => {
	const form = parse(read(`.github/ISSUE_TEMPLATE/${path}`)) as {
		name: string;
		description: string;
		body: Array<{ type: string; id?: string; attributes: { label?: string } }>;
	};

	it('is a valid GitHub form', () => {
		expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
		const fields = form.body.filter(({ type }) => type !== 'markdown');
		for (const { type, attributes } of fields) {
			expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
			expect(attributes.label).toBeTruthy();
		}
		const ids = fields.map(({ id }) => id);
		expect(new Set(ids).size).toBe(fields.length);
	});
});
