import { readFileSync } from 'node:fs';
import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
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

/** Credentials of which the editor may show more than one, by conditions in `displayOptions.show`. */
function together(credentials: INodeCredentialDescription[]): string[][] {
	const shown = credentials.map(({ displayOptions }) => Object.entries(displayOptions?.show ?? {}));
	const pairs = credentials.flatMap((_, right) =>
		credentials.slice(0, right).map((__, left) => [left, right]),
	);
	const areExclusive = ([left, right]: number[]) =>
		shown[left].some(([name, values]) => {
			const others = shown[right].find(([other]) => other === name)?.[1];
			return others && values?.every((value) => !others.includes(value as never));
		});
	return pairs
		.filter((pair) => !areExclusive(pair))
		.map((pair) => pair.map((index) => credentials[index].name));
}

describe.each([
	['Loops', new Loops().description],
	['LoopsTrigger', new LoopsTrigger().description],
])('%s', (name, { credentials = [], properties, version }) => {
	const folder = `nodes/${name}/${name}.node`;
	const codex = JSON.parse(read(`${folder}.json`)) as Record<string, string & string[]>;

	it('shows one credential at a time', () => {
		expect(together(credentials)).toEqual([]);
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

it('tells credentials that show together from exclusive ones', () => {
	const of = (...shown: unknown[]) =>
		together(shown.map((show, index) => ({ name: `${index}`, displayOptions: { show } })) as never);
	expect(of({ by: ['key'] }, { by: ['oauth'] })).toEqual([]);
	expect(of({ by: ['key', 'oauth'] }, { by: ['oauth'] })).toEqual([['0', '1']]);
	expect(of(undefined, { by: ['oauth'] })).toEqual([['0', '1']]);
});

it('is licensed under the MIT License', () => {
	expect([manifest.license, read('LICENSE').split('\n')[0]]).toEqual(['MIT', 'MIT License']);
});
