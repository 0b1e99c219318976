import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import manifest from '../../package.json';
import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';

// Rules that n8n's linter and package scan will have after version 0.32: delete each once it is released.

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** `categories` of docs.n8n.io, "Node codex files". */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

type Field = Pick<INodeProperties, 'name'> & {
	hint?: string;
	options?: unknown[];
	values?: unknown[];
};

/** A property and all that its collections hold. */
const withNested = (field: Field): Field[] => [
	field,
	...[...(field.options ?? []), ...(field.values ?? [])].flatMap((each) =>
		withNested(each as Field),
	),
];

describe.each([
	['Loops', new Loops().description],
	['LoopsTrigger', new LoopsTrigger().description],
])('%s', (name, { credentials = [], properties, version }) => {
	const folder = `nodes/${name}/${name}.node`;
	const codex = JSON.parse(read(`${folder}.json`)) as Record<string, string & string[]>;

	it('shows one credential at a time', () => {
		expect(credentials).toHaveLength(1);
	});

	it('has categories that n8n knows, and the version of its node', () => {
		expect(codex.categories).not.toEqual([]);
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex.categories));
		expect(codex).not.toHaveProperty('subcategories');
		expect(codex.nodeVersion).toBe(`${[version].flat().at(-1)}.0`);
	});

	it('has no hint of more than 120 characters', () => {
		const hints = properties.flatMap((each) => withNested(each as Field));
		expect(hints.filter(({ hint = '' }) => hint.length > 120)).toEqual([]);
	});

	it('holds no identifier of an account', () => {
		expect(read(`${folder}.ts`)).not.toMatch(
			/(?:partner|affiliate|reseller|account|tenant|customer|client)_?id['"]?\s*[:=]\s*['"`]/i,
		);
	});
});

it('is licensed under the MIT License', () => {
	expect([manifest.license, read('LICENSE').split('\n')[0]]).toEqual(['MIT', 'MIT License']);
});
