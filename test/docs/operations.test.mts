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

const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

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

describe("the README's table", () => {
	it('has each operation, and no other', () => {
		const told = rowsBelow('README.md', 'Operations').flatMap(([resource, names]) =>
			names.split(', ').map((name) => `${resource} > ${name}`),
		);
		expect(told.sort()).toEqual(operations.map(({ name }) => name).sort());
	});
});

/** The rows of a table, in which an empty first cell repeats the one above. */
function filled(rows: string[][]): string[][] {
	let first = '';
	return rows.map(([cell, ...rest]) => [(first = cell || first), ...rest]);
}

/** The words in code, each once. */
const quoted = (cell = '') => [...new Set(codeIn(cell))];

const answers = rowsBelow(PAGE, 'What the content holds');
const answersIn = (output: string) =>
	answers.filter(([answer]) => new RegExp(`\\b(the|each) ${answer}\\b`).test(output));
const isOfContent = (output: string) => answersIn(output).length > 0;

const SOMETIMES = /\([^)]*\)| and what is set.*/g;

/** The fields of what an output is said to be, such as 'the campaign', and those it sometimes has. */
const fieldsOf = (output: string) =>
	answersIn(output).flatMap(([, fields]) => codeIn(fields.replaceAll(SOMETIMES, '')));
const sometimesIn = (output: string) =>
	answersIn(output).flatMap(([, fields]) => codeIn((fields.match(SOMETIMES) ?? []).join()));

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
			// A look-up that only serves a warning.
			.filter((call) => name !== 'Event > Send' || !call.includes('/event-patterns'));
		expect(quoted(rows.get(name)?.call)).toEqual(calls);
	});

	// All properties of a contact are told in the account, not here.
	it.each(operations.filter(({ name }) => name !== 'Contact > Find'))(
		'$name: names the fields',
		({ name, values }) => {
			const schema = JSON.parse(
				read(`nodes/Loops/__schema__/v1.0.0/${values.replace(' ', '/')}.json`),
			) as { properties: Record<string, { properties?: object }> };
			const { output = '' } = rows.get(name) ?? {};
			const told = new Set([...quoted(output), ...fieldsOf(output)]);
			const { contact: _contact, ...others } = schema.properties;
			const nested = Object.values(others).flatMap(({ properties = {} }) =>
				Object.keys(properties),
			);
			const sometimes = sometimesIn(output).filter((field) => !told.has(field));
			const top = Object.keys(schema.properties).filter((field) => !sometimes.includes(field));
			expect([...told].sort()).toEqual([...top, ...(isOfContent(output) ? [] : nested)].sort());
		},
	);
});

const all = operations.map(({ name }) => name);
const isReading = (name: string) =>
	/(Test|Find|Get|Get Many|Get Metrics|Check|Check Suppression)$/.test(name);
const hasPages = (name: string) => offering('returnAll').includes(name);

/** The operations that words of the column 'Of' name; without a resource, one of contacts first. */
function namedBy(words: string): string[] {
	if (words === 'all but Test and Get Many') {
		return all.filter((name) => !/(Test|Get Many)$/.test(name));
	}
	if (words === 'all that change something') return all.filter((name) => !isReading(name));
	if (words === 'each Get Many with pages') return all.filter(hasPages);
	if (words === 'both Send') return all.filter((name) => name.endsWith(' > Send'));
	const fits = [words, `Contact > ${words}`, `Mailing List > ${words} Contact`];
	const named = all.filter((name) => fits.includes(name));
	if (!named.length) throw new Error(`No operation is called '${words}'`);
	return named;
}

/** Lint rules want this ending where a list is loaded. */
const labelOf = ({ displayName }: INodeProperties) => displayName.replace(/ Names? or IDs?$/, '');

/** The operations that have a parameter, or an entry in it. */
function offering(collection: string, label?: string) {
	const fits = ({ name, options = [] }: INodeProperties) =>
		name === collection &&
		(label === undefined || (options as INodeProperties[]).some((each) => labelOf(each) === label));
	return operations
		.filter(({ values }) => {
			const [resource, operation] = values.split(' ');
			return properties.some(
				(property) =>
					property.displayOptions?.show?.resource?.includes(resource) &&
					property.displayOptions.show.operation?.includes(operation) &&
					fits(property),
			);
		})
		.map(({ name }) => name);
}

describe.each([
	['Options', ['options']],
	['Additional Fields', ['additionalFields', 'updateFields', 'emailContent']],
])('the table of %s', (heading, collections) => {
	const entries = new Map<string, INodePropertyOptions[]>();
	for (const { name, options } of properties) {
		if (!collections.includes(name)) continue;
		for (const entry of options as INodeProperties[]) {
			const label = labelOf(entry);
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
			[...entries.keys()].map((label) => [
				label,
				collections.flatMap((collection) => offering(collection, label)).sort(),
			]),
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
