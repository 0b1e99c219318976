import { existsSync, readdirSync } from 'node:fs';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';

const NPM = '(^|/)node_modules/';

/** The layers, top to bottom: each may import from those below it. */
const ORDER = [
	'operations',
	'run',
	'sends',
	'fields',
	'form',
	'account',
	'api',
	'http',
	'content',
	'values',
];
/** The editor is beside them, and imports no operation. */
const BELOW = new Map([
	...ORDER.map((layer, at) => [layer, ORDER.slice(at + 1)] as const),
	['editor', ['fields', 'form', 'account', 'api', 'http', 'values']] as const,
]);

const EMULATOR = 'test/emulator';
/** What judges the nodes imports nothing from them. */
const JUDGES = ['test/model', 'test/form/generated', 'test/form/corpus'];

const RULES: IForbiddenRuleType[] = [
	{
		name: 'published code imports only itself, n8n-workflow and node:crypto',
		from: { path: '^(nodes|credentials)/' },
		to: { pathNot: ['^(nodes|credentials)/', `${NPM}n8n-workflow/`, '^crypto$'] },
	},
	{
		name: 'published files do not import each other in a circle',
		from: { path: '^(nodes|credentials)/' },
		to: { circular: true },
	},
	...[...BELOW].map(([layer, below]) => ({
		name: `${layer}/ imports ${below.length ? `only ${below.join(', ')}` : 'no other layer'}`,
		from: { path: `^nodes/Loops/${layer}/` },
		to: { path: '^nodes/', pathNot: `^nodes/Loops/(${[layer, ...below].join('|')})/` },
	})),
	{
		name: 'no file re-exports from another one: no barrels',
		from: { path: '^(nodes|credentials|test|examples)/' },
		to: { dependencyTypes: ['export'] },
	},
	{
		name: 'the emulator imports nothing else of this repository',
		from: { path: `^${EMULATOR}/`, pathNot: '[.]test[.]' },
		to: { path: '^(nodes|credentials|test|examples)/', pathNot: `^${EMULATOR}/` },
	},
	{
		name: 'the model, the oracle and the corpus import nothing from the nodes',
		from: { path: `^(${JUDGES.join('|')})/` },
		to: { path: '^(nodes|credentials)/' },
	},
];

const { output } = await cruise(['credentials', 'nodes', 'test', 'examples'], {
	baseDir: root,
	// Type imports count.
	tsPreCompilationDeps: true,
	doNotFollow: { path: NPM },
	validate: true,
	ruleSet: {
		forbidden: RULES,
	},
});
const { modules, summary } = output as ICruiseResult;
const files = modules.filter(({ source }) => /^(credentials|nodes|test|examples)\//.test(source));

/** The text of both pictures. */
const chart = [...read('CONTRIBUTING.md').matchAll(/```mermaid\nflowchart \w\w\n([^]+?)```/g)]
	.map(([, picture]) => picture)
	.join('');
const FOLDER = /^\t(\w+)\["([\w/]+)<br>[^<"]+"\]$/gm;
/** Paths of the folders (the first line of each label) by name in the chart. */
const pathOf = new Map([...chart.matchAll(FOLDER)].map(([, name, path]) => [name, path]));
const folders = [...pathOf.values()];
const ARROW = /^\t(\w+(?: & \w+)*) --> (\w+(?: & \w+)*)$/gm;
const arrows = [...chart.matchAll(ARROW)].flatMap(([, from, to]) =>
	from
		.split(' & ')
		.flatMap((each) =>
			to.split(' & ').map((other) => `${pathOf.get(each)} → ${pathOf.get(other)}`),
		),
);

/** The innermost folder of a file. */
const folderOf = (file: string) =>
	folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];

/** The imports of each folder. */
const imports = new Map(folders.map((folder) => [folder, new Set<string>()]));
for (const { source, dependencies } of files) {
	for (const { resolved } of dependencies) {
		const [from, to] = [folderOf(source), folderOf(resolved)];
		if (to !== undefined && from !== to) imports.get(from)?.add(to);
	}
}

/** All folders that a folder imports directly or indirectly. */
function behind(folder: string, graph = imports, seen = new Set<string>()): Set<string> {
	for (const next of graph.get(folder) ?? []) {
		if (!seen.has(next)) behind(next, graph, seen.add(next));
	}
	return seen;
}

it('the code follows the import rules', () => {
	expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual(
		[],
	);
});

it('each folder of nodes/Loops has an import rule', () => {
	const folders = readdirSync(`${root}nodes/Loops`, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
		.map(({ name }) => name);
	expect(folders.sort()).toEqual([...BELOW.keys()].sort());
});

it('no import is computed, which the rules could not see', () => {
	const judged = new RegExp(`^(nodes|credentials|${[EMULATOR, ...JUDGES].join('|')})/.*ts$`);
	const hidden = files
		.map(({ source }) => source)
		.filter((file) => judged.test(file))
		.filter((file) => /\b(import|require)\((?!')/.test(read(file)));
	expect(hidden).toEqual([]);
});

it('the pictures contain only folders and plain arrows', () => {
	const rest = chart.replace(FOLDER, '').replace(ARROW, '');
	expect(rest.trim()).toBe('');
});

it('every file is in a folder of the pictures, and no folder is empty', () => {
	expect(files.map(({ source }) => source).filter((file) => !folderOf(file))).toEqual([]);
	const used = new Set(files.map(({ source }) => folderOf(source)));
	expect(folders.filter((folder) => !used.has(folder))).toEqual([]);
});

it('folders have no circular imports', () => {
	expect(folders.filter((folder) => behind(folder).has(folder))).toEqual([]);
});

const OPERATIONS = 'nodes/Loops/operations/';
/** The folder within operations/ that holds a file; '' for a file that lies there itself. */
const innerFolder = (file: string) =>
	file.startsWith(OPERATIONS) ? file.slice(OPERATIONS.length).replace(/\/?[^/]+$/, '') : undefined;

it('the folders in operations/ have no circular imports', () => {
	const inner = new Map<string, Set<string>>();
	for (const { source, dependencies } of files) {
		const from = innerFolder(source);
		for (const to of dependencies.map(({ resolved }) => innerFolder(resolved))) {
			if (from === undefined || to === undefined || from === to) continue;
			inner.set(from, (inner.get(from) ?? new Set()).add(to));
		}
	}
	expect(inner.get('')?.size).toBeGreaterThan(5);
	expect([...inner.keys()].filter((folder) => behind(folder, inner).has(folder))).toEqual([]);
});

it('each folder that a rule names exists', () => {
	const layers = [...BELOW.keys()].map((layer) => `nodes/Loops/${layer}`);
	const named = [...layers, EMULATOR, ...JUDGES];
	expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

it('the pictures in CONTRIBUTING.md show the imports', () => {
	const shown = [...imports].flatMap(([from, direct]) =>
		[...direct]
			// Imports along other arrows have no arrow of their own.
			.filter((to) => ![...direct].some((over) => behind(over).has(to)))
			.map((to) => `${from} → ${to}`),
	);
	expect(arrows.sort()).toEqual(shown.sort());
});

it.each(['nodes', 'credentials', 'examples', 'test'])('no file in %s/ is too long', (folder) => {
	const long = files
		.filter(({ source }) => source.startsWith(`${folder}/`) && !source.endsWith('.json'))
		.map(({ source }) => [source, read(source).split('\n').length - 1])
		.filter(([, lines]) => Number(lines) > 500);
	expect(long).toEqual([]);
});
