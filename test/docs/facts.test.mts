import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { Loops } from '../../nodes/Loops/Loops.node';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf } from '../harness/mapping.mts';
import { read, root } from '../harness/repository.mts';
import { pages } from './markdown.mts';
import { rowsBelow } from '../harness/tables.mts';

const loops = useEmulator();

describe('the documented version', () => {
	const tested = readdirSync(join(root, 'test/e2e/n8n/versions')).map((folder) => {
		const { dependencies } = JSON.parse(read(`test/e2e/n8n/versions/${folder}/package.json`)) as {
			dependencies: { n8n: string; node: string };
		};
		return [dependencies.n8n, dependencies.node.split('.')[0]];
	});

	it('of n8n and Node.js is the one that the tests run on', () => {
		const told = rowsBelow('docs/install.md', 'Tested versions').map(([n8n, node]) => [n8n, node]);
		expect(new Set(told)).toEqual(new Set(tested));
		for (const [n8n] of tested) expect(read('docs/reliability.md')).toContain(n8n);
	});

	it('of Node.js for unit tests is the one that CI runs on', () => {
		const { jobs } = parse(read('.github/workflows/ci.yml')) as {
			jobs: { fast: { strategy: { matrix: { node: string[] } } } };
		};
		const [, told] = /The unit tests run .* on Node\.js ([\d, and]+)\./.exec(
			read('docs/install.md'),
		) ?? [''];
		expect(told?.split(/, | and /)).toEqual(jobs.fast.strategy.matrix.node);
	});

	it("of Loops' OpenAPI file is the same on all pages", () => {
		const told = pages.flatMap(({ text }) =>
			[...text.matchAll(/OpenAPI file \(?(\d+\.\d+\.\d+)/g)].map(([, version]) => version),
		);
		expect(told.length).toBeGreaterThanOrEqual(3);
		expect(new Set(told).size).toBe(1);
	});
});

/** The default of an option in a collection. */
const defaultOf = ({ description }: INodeType, collection: string, option: string) =>
	description.properties
		.filter(({ name }) => name === collection)
		.flatMap(({ options }) => options as INodeProperties[])
		.find(({ name }) => name === option)?.default;

describe('the documented default', () => {
	it('of Timeout is that of the node', () => {
		const seconds = `${String(defaultOf(new Loops(), 'options', 'timeout'))} s`;
		expect(read('docs/retries.md')).toContain(`Timeout (${seconds},`);
	});
});

it('a form shows all properties up to the documented number', async () => {
	const [, most] = /in an account with more than (\d+)/.exec(read('docs/values.md')) ?? [];
	const isWhole = async (count: number) => {
		// Every account has 5 more.
		const properties = Array.from({ length: count - 5 }, (_, n) => ({
			key: `property${n}`,
			type: 'string' as const,
		}));
		const account = { teamName: 'Acme', properties };
		loops.emulator.reset({ ...account, mailingLists: [], contacts: [], templates: [] });
		const fields = await fieldsOf(loops);
		expect(fields).toHaveLength(count);
		return fields.every(({ removed }) => !removed);
	};
	expect([await isWhole(Number(most)), await isWhole(Number(most) + 1)]).toEqual([true, false]);
});

it('the documented environment variables of n8n exist in n8n or in test/e2e', () => {
	const configs = join(root, 'node_modules/@n8n/config/dist/configs');
	const known = [
		readFileSync(join(configs, '../index.js'), 'utf8'),
		...readdirSync(configs).map((file) => readFileSync(join(configs, file), 'utf8')),
		String(execFileSync('git', ['grep', '-h', '_[A-Z]', '--', 'test/e2e'], { cwd: root })),
	].join('\n');
	const told = new Set(
		pages.flatMap(
			({ text }) => text.match(/\b(?:N8N|QUEUE|EXECUTIONS|DB|WEBHOOK)_[A-Z_]+\b/g) ?? [],
		),
	);
	expect(told.size).toBeGreaterThan(5);
	// Older n8n has some of them without the prefix.
	const isKnown = (name: string) => new RegExp(`\\b(N8N_)?${name}\\b`).test(known);
	expect([...told].filter((name) => !isKnown(name))).toEqual([]);
});
