import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { root } from '../harness/builtPackage.mts';

interface Job {
	'timeout-minutes'?: number;
	permissions?: Record<string, string>;
	environment?: string;
	needs?: string;
	strategy?: { matrix: { node: string[] } };
	steps: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

interface Workflow {
	on: { push: { tags?: string[]; branches?: string[] } };
	permissions?: Record<string, string>;
	concurrency: { group: string; 'cancel-in-progress'?: boolean };
	jobs: Record<string, Job>;
}

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const yamlIn = (folder: string) =>
	readdirSync(`${root}${folder}`).flatMap((name) =>
		/\.yml$/.test(name) ? [`${folder}/${name}`] : [],
	);

const manifest = JSON.parse(read('package.json'));
const script = read('.ci/run');
const paths = yamlIn('.github/workflows');
const workflows = paths.map((path) => parse(read(path)) as Workflow);
const [ci, publish] = workflows;

/** The parts of .ci/run that a job runs. */
const partsOf = (job: Job) =>
	job.steps.flatMap(({ run }) => /^bash \.ci\/run (.+)$/.exec(run ?? '')?.[1].split(' ') ?? []);

describe.each(paths.map((path, index) => ({ path, ...workflows[index] })))(
	'$path',
	({ permissions, jobs }) => {
		it('may read, and ends in time', () => {
			expect(permissions).toEqual({ contents: 'read' });
			for (const job of Object.values(jobs)) {
				expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
			}
		});

		it("takes GitHub's own actions, each with its major version", () => {
			const uses = Object.values(jobs).flatMap(({ steps }) =>
				steps.flatMap((step) => step.uses ?? []),
			);
			for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/);
		});

		it('leaves no token behind in the checkout', () => {
			for (const { steps } of Object.values(jobs)) {
				const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
				expect(checkout?.with).toEqual({ 'persist-credentials': false });
			}
		});
	},
);

describe('CI', () => {
	it('runs all that .ci/run does, and nothing else of its own', () => {
		const all = /^\[ \$# -gt 0 \] \|\| set -- (.+)$/m.exec(script)?.[1].split(' ');
		expect(Object.values(ci.jobs).flatMap(partsOf)).toEqual(all);
		const commands = Object.values(ci.jobs).flatMap(({ steps }) =>
			steps.flatMap(({ run }) => run ?? []),
		);
		expect(commands).toHaveLength(Object.keys(ci.jobs).length);
	});

	it('checks on each Node.js that is supported, from the oldest on', () => {
		const versions = ci.jobs.fast.strategy?.matrix.node;
		expect(versions).toEqual(['20', '22', '24']);
		expect(manifest.engines.node).toMatch(/^>=20\./);
		expect(versions).toContain(read('.nvmrc').trim());
	});

	it('ends a run that a newer push makes useless', () => {
		expect(ci.concurrency).toMatchObject({ 'cancel-in-progress': true });
	});
});

describe('publishing', () => {
	const { check, publish: release } = publish.jobs;

	it('starts from the tag of a version', () => {
		expect(publish.on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
	});

	it('checks that the tag is the version, and the package, before', () => {
		expect(partsOf(check)).toEqual(['tag', 'fast']);
		expect(release.needs).toBe('check');
	});

	it('has its rights only in the job that publishes', () => {
		expect(check.permissions).toBeUndefined();
		expect(release.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		expect(release.environment).toBe('npm');
		expect(JSON.stringify(check)).not.toContain('secrets.');
	});

	it('has provenance, through a trusted publisher or with the token of the first release', () => {
		expect(manifest.publishConfig).toEqual({ provenance: true });
		expect(manifest.scripts.release).toBe('n8n-node release');
		const last = release.steps.at(-1) as { run: string; env: Record<string, string> };
		expect(last.run).toMatch(/^if \[ -n "\$NPM_TOKEN" \]; then .+; fi\nnpm run release\n$/);
		expect(last.env).toEqual({ NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' });
		expect(JSON.stringify(workflows).match(/secrets\./g)).toHaveLength(1);
	});

	it('is not ended by another release', () => {
		expect(publish.concurrency).toEqual({ group: 'publish' });
	});
});

describe('dependabot', () => {
	it('leaves the versions of n8n that are tested on alone', () => {
		const { updates } = parse(read('.github/dependabot.yml')) as {
			updates: Array<Record<string, string>>;
		};
		expect(updates.map((update) => [update['package-ecosystem'], update.directory])).toEqual([
			['npm', '/'],
			['github-actions', '/'],
		]);
	});
});

describe.each(yamlIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml')))(
	'%s',
	(path) => {
		const form = parse(read(path)) as {
			name: string;
			description: string;
			body: Array<{ type: string; id?: string; attributes: { label?: string } }>;
		};

		it('is a form that GitHub takes', () => {
			expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
			const fields = form.body.filter(({ type }) => type !== 'markdown');
			for (const { type, attributes } of fields) {
				expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
				expect(attributes.label).toBeTruthy();
			}
			const ids = fields.map(({ id }) => id);
			expect(new Set(ids).size).toBe(fields.length);
		});
	},
);
