import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';
import { read } from '../harness/repository.mts';
import { callShown } from '../harness/client.mts';
import { codeIn, rowsBelow, tablesIn } from './tables.mts';

const loops = useEmulator();
const PAGE = 'docs/operations.md';
const { properties } = new Loops().description;
const tables = tablesIn(PAGE);

const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** Each operation, with its name in the editor and its values. */
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

it('each operation is in the table of the README, which --update completes', async () => {
	const told = rowsBelow('README.md', 'Operations').flatMap(([resource, names]) =>
		names.split(', ').map((name) => `${resource} > ${name}`),
	);
	const known = operations.map(({ name }) => name);
	const rows = new Map<string, string[]>();
	for (const each of new Set([...told.filter((name) => known.includes(name)), ...known])) {
		const [resource, name] = each.split(' > ');
		rows.set(resource, [...(rows.get(resource) ?? []), name]);
	}
	const table = [...rows].map(([resource, names]) => `| ${resource} | ${names.join(', ')} |\n`);
	const readme = read('README.md').replace(
		/(?<=^## Operations\n\n\|.*\n\|.*\n)(\|.*\n)+/m,
		table.join(''),
	);
	await expect(readme).toMatchFileSnapshot('../../README.md');
});

/** The code spans of a cell without duplicates. */
const quoted = (cell = '') => [...new Set(codeIn(cell))];

/** A line such as 'A **theme** has `id`, `name`.' */
const answers = [...read(PAGE).matchAll(/^An? \*\*(.+?)\*\* has (.*)$/gm)].map(
	([, answer, fields]) => [answer, fields],
);
const answersIn = (output: string) =>
	answers.filter(([answer]) => new RegExp(`\\b(the|each) ${answer}\\b`).test(output));
const isOfContent = (output: string) => answersIn(output).length > 0;

const SOMETIMES = /\([^)]*\)| and what is set.*/g;

/** The documented fields of an output such as 'the campaign', and those it sometimes has. */
const fieldsOf = (output: string) =>
	answersIn(output).flatMap(([, fields]) => codeIn(fields.replaceAll(SOMETIMES, '')));
const sometimesIn = (output: string) =>
	answersIn(output).flatMap(([, fields]) => codeIn((fields.match(SOMETIMES) ?? []).join()));

interface Row {
	call: string;
	output: string;
	/** The page gives the path of its resource only. */
	isPlain?: boolean;
}

/** The operations of a row with a resource and its path. */
function plainOperations([resource, path, output]: string[]): Array<[string, Row]> {
	const [plain] = codeIn(path);
	const isChangedByUpdate = ['Theme', 'Component'].includes(resource);
	const row = (call: string, more = ''): Row => ({
		call: `\`${call}\``,
		output: output + more,
		isPlain: true,
	});
	const known: Array<[string, Row]> = [
		['Create', row(`POST ${plain}`)],
		['Get', row(`GET ${plain}/{id}`)],
		['Get Many', row(`GET ${plain}`)],
		['Update', row(`POST ${plain}/{id}`, isChangedByUpdate ? ', `affectedEmailCount`' : '')],
	];
	return known
		.map(([name, each]): [string, Row] => [`${resource} > ${name}`, each])
		.filter(([name]) => operations.some((each) => each.name === name));
}

describe('the table of calls and output', () => {
	const rows = new Map(
		tables.flatMap(({ heading, columns, rows: ofTable }) => {
			if (columns[0] === 'Resource') return ofTable.flatMap(plainOperations);
			if (columns[0] !== 'Operation') return [];
			return ofTable.map(([name, call, output]): [string, Row] => [
				`${heading} > ${name}`,
				{ call, output },
			]);
		}),
	);

	it('has each operation', () => {
		expect([...rows.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
	});

	it('follows the rule for stored names', () => {
		const [, rule = ''] = /In JSON, (.*)/.exec(read(PAGE)) ?? [];
		const inCamelCase = (name: string) =>
			name
				.toLowerCase()
				.replace(/\b(\w)/g, (letter) => letter.toUpperCase())
				.replaceAll(' ', '')
				.replace(/^\w/, (letter) => letter.toLowerCase());
		for (const { name, values } of operations) {
			const [labels, stored] = [name.split(' > ').map(inCamelCase), values.split(' ')];
			expect(labels[0]).toBe(stored[0]);
			if (labels[1] !== stored[1]) expect(rule).toContain(`\`${stored[1]}\``);
		}
	});

	it.each(operations)('names the calls of $name', async ({ name, values }) => {
		const [, parameters] = everyOperation.find(([operation]) => operation === values) ?? [];
		await loops.run(parameters as IDataObject);
		const calls = loops.emulator.requests
			.map(({ method, path }) => callShown(method, path))
			// This look-up only serves a warning.
			.filter((call) => name !== 'Event > Send' || !call.includes('/event-patterns'));
		const { call, isPlain } = rows.get(name) ?? {};
		const told = isPlain ? calls.map((each) => each.replace(/\{\w+\}/, '{id}')) : calls;
		expect(quoted(call)).toEqual([...new Set(told)]);
	});

	// The properties of a contact differ between accounts.
	it.each(operations.filter(({ name }) => name !== 'Contact > Find'))(
		'names the fields of $name',
		({ name, values }) => {
			const schema = JSON.parse(
				read(`nodes/Loops/__schema__/v1.0.0/${values.replace(' ', '/')}.json`),
			) as { properties: Record<string, { properties?: object }> };
			const { output = '', isPlain } = rows.get(name) ?? {};
			const told = new Set([...quoted(output), ...fieldsOf(output)]);
			const { contact: _contact, ...others } = schema.properties;
			const nested = Object.values(others).flatMap(({ properties = {} }) =>
				Object.keys(properties),
			);
			const sometimes = sometimesIn(output).filter((field) => !told.has(field));
			const top = Object.keys(schema.properties).filter((field) => !sometimes.includes(field));
			expect([...told].sort()).toEqual(
				[...top, ...(isPlain || isOfContent(output) ? [] : nested)].sort(),
			);
		},
	);
});

const all = operations.map(({ name }) => name);
const isReading = (name: string) =>
	/(Test|Find|Get|Get Many|Get Metrics|Check|Check Suppression)$/.test(name);
const hasPages = (name: string) => offering('returnAll').includes(name);

/** The operations that a cell of the column 'Of' means below a heading. */
function namedBy(words: string, heading: string): string[] {
	if (words === 'all but Test and Get Many') {
		return all.filter((name) => !/(Test|Get Many)$/.test(name));
	}
	if (words === 'all that change something') return all.filter((name) => !isReading(name));
	if (words === 'each Get Many with pages') return all.filter(hasPages);
	const name = words.includes(' > ') ? words : `${heading} > ${words}`;
	if (!all.includes(name)) throw new Error(`No operation is called '${name}'`);
	return [name];
}

/** The label without the ending that lint rules require for dropdowns. */
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

const COLLECTIONS = ['options', 'additionalFields', 'updateFields', 'emailContent'];

describe('the tables of options and fields', () => {
	const entries = new Map<string, INodePropertyOptions[]>();
	for (const { name, options } of properties) {
		if (!COLLECTIONS.includes(name)) continue;
		for (const entry of options as INodeProperties[]) {
			const label = labelOf(entry);
			const choices = entry.type === 'options' ? optionsOf(entry) : [];
			entries.set(label, [...(entries.get(label) ?? []), ...choices]);
		}
	}
	const rows = tables
		.filter(({ columns }) => columns[0] === 'Option or field')
		.flatMap(({ heading, rows: ofTable }) =>
			ofTable.flatMap(([labels, of]) =>
				labels.split(', ').map((label) => ({
					label,
					of: of.split(', ').flatMap((words) => namedBy(words, heading)),
				})),
			),
		);

	it('name the operations of each option or field', () => {
		const told = new Map<string, string[]>();
		for (const { label, of } of rows) told.set(label, [...(told.get(label) ?? []), ...of].sort());
		const offered = new Map(
			[...entries.keys()].map((label) => [
				label,
				COLLECTIONS.flatMap((collection) => offering(collection, label)).sort(),
			]),
		);
		expect(Object.fromEntries(told)).toEqual(Object.fromEntries(offered));
	});

	it('have each choice with its stored value', () => {
		const cells = tables.flatMap(({ rows: ofTable }) => ofTable);
		for (const [label, choices] of entries) {
			const text = cells
				.filter(([names]) => names.split(', ').includes(label))
				.map((row) => row.join(' '))
				.join(' ');
			for (const { name, value } of choices) {
				expect(text, label).toContain(`${name} (\`${String(value)}\`)`);
			}
		}
	});
});
