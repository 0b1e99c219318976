import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';
import { read } from '../harness/repository.mts';
import { callShown } from './calls.mts';
import { codeIn, rowsBelow } from './tables.mts';

const loops = useEmulator();
const PAGE = 'docs/operations.md';
const { properties } = new Loops().description;

const optionsOf = ({ options }: INodeProperties) => options as INodePropertyOptions[];

/** Each operation, by the names that the editor shows and by its values. */
const operations = optionsOf(properties[0]).flatMap((resource) =>
	properties
		.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		)
		.flatMap(optionsOf)
		.map(({ name, value }) => ({
			name: `${resource.name} > ${name}`,
			values: `${resource.value} ${value}`,
		})),
);

/** The rows of a table, in which an empty first cell repeats the one above. */
function filled(rows: string[][]): string[][] {
	let first = '';
	return rows.map(([cell, ...rest]) => [(first = cell || first), ...rest]);
}

/** The words in code, each once. */
const quoted = (cell = '') => [...new Set(codeIn(cell))];

describe('the table of calls and output', () => {
	const rows = new Map(
		filled(rowsBelow(PAGE, 'Calls and output')).map(([resource, name, call, output]) => [
			`${resource} > ${name}`,
			{ call, output },
		]),
	);

	it('has each operation', () => {
		expect([...rows.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
	});

	it.each(operations)('$name: names the calls', async ({ name, values }) => {
		const [, parameters] = everyOperation.find(([operation]) => operation === values) ?? [];
		await loops.run(parameters as IDataObject);
		const calls = loops.emulator.requests
			.map(({ method, path }) => callShown(method, path))
			// Beside the items.
			.filter((call) => !call.includes('/event-patterns'));
		expect(quoted(rows.get(name)?.call)).toEqual(calls);
	});

	// All properties of a contact are told in the account, not here.
	it.each(operations.filter(({ name }) => name !== 'Contact > Find'))(
		'$name: names the fields',
		({ name, values }) => {
			const schema = JSON.parse(
				read(`nodes/Loops/__schema__/v1.0.0/${values.replace(' ', '/')}.json`),
			) as { properties: Record<string, { properties?: object }> };
			const { contact, ...others } = schema.properties;
			const nested = Object.values(others).flatMap(({ properties = {} }) =>
				Object.keys(properties),
			);
			const paging = name === 'Transactional Email > Get Many' ? ['pagination', 'data'] : [];
			expect(quoted(rows.get(name)?.output).sort()).toEqual(
				[...Object.keys(others), ...(contact ? ['contact'] : []), ...nested, ...paging].sort(),
			);
		},
	);
});

const all = operations.map(({ name }) => name);
const isReading = (name: string) => /Test$|Find$|Get$|Get Many$|Check Suppression$/.test(name);

/** The operations that words of the column 'Of' name; without a resource, one of contacts first. */
function namedBy(words: string): string[] {
	if (words === 'all but Test and Get Many') {
		return all.filter((name) => !/(Test|Get Many)$/.test(name));
	}
	if (words === 'all that change something') return all.filter((name) => !isReading(name));
	if (words === 'both Send') return all.filter((name) => name.endsWith(' > Send'));
	const fits = [words, `Contact > ${words}`, `Mailing List > ${words} Contact`];
	const named = all.filter((name) => fits.includes(name));
	if (!named.length) throw new Error(`No operation is called '${words}'`);
	return named;
}

/** The operations that have an entry in a collection. */
const offering = (collection: string, label: string) =>
	operations
		.filter(({ values }) => {
			const [resource, operation] = values.split(' ');
			return properties.some(
				({ name, displayOptions, options = [] }) =>
					name === collection &&
					displayOptions?.show?.resource?.includes(resource) &&
					displayOptions.show.operation?.includes(operation) &&
					(options as INodeProperties[]).some(
						({ displayName }) => displayName.replace(/ Names or IDs$/, '') === label,
					),
			);
		})
		.map(({ name }) => name);

describe.each([
	['options', 'Options'],
	['additionalFields', 'Additional Fields'],
])('the table of %s', (collection, heading) => {
	const entries = new Map<string, INodePropertyOptions[]>();
	for (const { name, options } of properties) {
		if (name !== collection) continue;
		for (const entry of options as INodeProperties[]) {
			// Lint rules want this ending where a list is loaded.
			const label = entry.displayName.replace(/ Names or IDs$/, '');
			const choices = entry.type === 'options' ? optionsOf(entry) : [];
			entries.set(label, [...(entries.get(label) ?? []), ...choices]);
		}
	}
	const rows = filled(rowsBelow(PAGE, heading)).flatMap(([labels, ...cells]) =>
		labels.split(', ').map((label) => [label, ...cells]),
	);

	it('has each of them, and no other', () => {
		expect(new Set(rows.map(([label]) => label))).toEqual(new Set(entries.keys()));
	});

	it('says which operations have each', () => {
		const told = new Map<string, string[]>();
		for (const [label, of] of rows) {
			told.set(label, [...(told.get(label) ?? []), ...of.split(', ').flatMap(namedBy)].sort());
		}
		const offered = new Map(
			[...entries.keys()].map((label) => [label, offering(collection, label).sort()]),
		);
		expect(Object.fromEntries(told)).toEqual(Object.fromEntries(offered));
	});

	it('has each choice with the value that is stored', () => {
		for (const [label, choices] of entries) {
			const text = rows
				.filter(([name]) => name === label)
				.map((cells) => cells.join(' '))
				.join(' ');
			for (const { name, value } of choices) {
				expect(text, label).toContain(`${name} (\`${String(value)}\`)`);
			}
		}
	});
});
