import { readdirSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';

const NPM = '(^|/)node_modules/';

/** Top to bottom: a room may import from those below it. */
const ORDER = ['run', 'operations', 'fields', 'account', 'http', 'values'];
/** The editor is beside run, and imports no operation. */
const BELOW = new Map([
	...ORDER.map((room, at) => [room, ORDER.slice(at + 1)] as const),
	['editor', ['fields', 'account', 'http', 'values']] as const,
]);

const { output } = await cruise(['credentials', 'nodes', 'test', 'examples'], {
	baseDir: root,
	// Types count as well: who knows a shape depends on it.
	tsPreCompilationDeps: true,
	doNotFollow: { path: NPM },
	validate: true,
	ruleSet: {
		forbidden: [
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
			...[...BELOW].map(([room, below]) => ({
				name: `${room}/ imports ${below.length ? `only ${below.join(', ')}` : 'no other room'}`,
				from: { path: `^nodes/Loops/${room}/` },
				to: { path: '^nodes/', pathNot: `^nodes/Loops/(${[room, ...below].join('|')})/` },
			})),
			{
				name: 'no file re-exports from another one: no barrels',
				from: { path: '^(nodes|credentials|test|examples)/' },
				to: { dependencyTypes: ['export'] },
			},
			{
				name: 'the emulator imports nothing else of this repository',
				from: { path: '^test/emulator/', pathNot: '[.]test[.]' },
				to: { path: '^(nodes|credentials|test|examples)/', pathNot: '^test/emulator/' },
			},
			{
				name: 'the model and the oracle import nothing from the nodes',
				from: { path: '^test/(model|values)/' },
				to: { path: '^(nodes|credentials)/' },
			},
		],
	},
});
const { modules, summary } = output as ICruiseResult;
const files = modules.filter(({ source }) => /^(credentials|nodes|test|examples)\//.test(source));

/** Both pictures as one. */
const chart = [...read('CONTRIBUTING.md').matchAll(/```mermaid\nflowchart \w\w\n([^]+?)```/g)]
	.map(([, picture]) => picture)
	.join('');
const ROOM = /^\t(\w+)\["([\w/]+)<br>[^<"]+"\]$/gm;
/** The paths of the rooms, the first line of each label, by their names in the chart. */
const pathOf = new Map([...chart.matchAll(ROOM)].map(([, name, path]) => [name, path]));
const rooms = [...pathOf.values()];
const ARROW = /^\t(\w+(?: & \w+)*) --> (\w+(?: & \w+)*)$/gm;
const arrows = [...chart.matchAll(ARROW)].flatMap(([, from, to]) =>
	from
		.split(' & ')
		.flatMap((each) =>
			to.split(' & ').map((other) => `${pathOf.get(each)} → ${pathOf.get(other)}`),
		),
);

/** The room with the longest path that a file lies in. */
const roomOf = (file: string) =>
	rooms.filter((room) => file.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0];

/** From room to room, those that it imports from. */
const imports = new Map(rooms.map((room) => [room, new Set<string>()]));
for (const { source, dependencies } of files) {
	for (const { resolved } of dependencies) {
		const [from, to] = [roomOf(source), roomOf(resolved)];
		if (to !== undefined && from !== to) imports.get(from)?.add(to);
	}
}

/** All rooms along the arrows from one. */
function behind(room: string, seen = new Set<string>()): Set<string> {
	for (const next of imports.get(room) ?? []) {
		if (!seen.has(next)) behind(next, seen.add(next));
	}
	return seen;
}

it('follows the import rules', () => {
	expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual(
		[],
	);
});

it('has an import rule for each folder of nodes/Loops', () => {
	const folders = readdirSync(`${root}nodes/Loops`, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
		.map(({ name }) => name);
	expect(folders.sort()).toEqual([...BELOW.keys()].sort());
});

it("has no import that the rules can't see", () => {
	const judged = /^(nodes|credentials|test\/(emulator|model|values))\/.*ts$/;
	const hidden = files
		.map(({ source }) => source)
		.filter((file) => judged.test(file))
		.filter((file) => /\b(import|require)\((?!')/.test(read(file)));
	expect(hidden).toEqual([]);
});

it('has pictures of rooms and plain arrows only', () => {
	const rest = chart.replace(ROOM, '').replace(ARROW, '');
	expect(rest.trim()).toBe('');
});

it('has every file in a room of the pictures, and no empty room', () => {
	expect(files.map(({ source }) => source).filter((file) => !roomOf(file))).toEqual([]);
	const used = new Set(files.map(({ source }) => roomOf(source)));
	expect(rooms.filter((room) => !used.has(room))).toEqual([]);
});

it('has no circle of rooms', () => {
	expect(rooms.filter((room) => behind(room).has(room))).toEqual([]);
});

it('imports what the pictures in CONTRIBUTING.md show', () => {
	const shown = [...imports].flatMap(([from, direct]) =>
		[...direct]
			// What another arrow leads to anyway is not drawn.
			.filter((to) => ![...direct].some((over) => behind(over).has(to)))
			.map((to) => `${from} → ${to}`),
	);
	expect(arrows.sort()).toEqual(shown.sort());
});

it.each([
	['nodes', 200],
	['credentials', 200],
	['examples', 300],
	['test', 300],
])('has no file in %s/ longer than %i lines', (folder, most) => {
	const long = files
		.filter(({ source }) => source.startsWith(`${folder}/`) && !source.endsWith('.json'))
		.map(({ source }) => [source, read(source).split('\n').length - 1])
		.filter(([, lines]) => Number(lines) > most);
	expect(long).toEqual([]);
});
