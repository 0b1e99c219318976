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

const isReading = (name: string) =>
	/(Test|Find|Get|Get Many|Get Metrics|Check|Check Suppression)$/.test(name);

/** The call that the page gives once for all changes of workflows. */
const [, readFirst = ''] =
	/^Every change of a workflow or its nodes reads `(.*)` first\.$/m.exec(read(PAGE)) ?? [];
const isWorkflowChange = (name: string) =>
	/^Workflow( Node)? > /.test(name) && !isReading(name) && name !== 'Workflow > Create';

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
		const before = isWorkflowChange(name) ? [readFirst] : [];
		expect([...before, ...quoted(call)]).toEqual([...new Set(told)]);
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

/** The label without the ending that lint rules require for dropdowns. */
const labelOf = ({ displayName }: INodeProperties) => displayName.replace(/ Names? or IDs?$/, '');

const COLLECTIONS = ['options', 'additionalFields', 'updateFields', 'emailContent'];
const entries = properties
	.filter(({ name }) => COLLECTIONS.includes(name))
	.flatMap(({ options }) => options as INodeProperties[]);

describe('an option or optional field', () => {
	it('has a description in the form, so the page need not list it', () => {
		expect(entries.length).toBeGreaterThan(100);
		expect(entries.filter(({ description }) => !description?.trim()).map(labelOf)).toEqual([]);
	});
});

describe('the table of choices', () => {
	const rows = new Map(
		rowsBelow(PAGE, 'Options').flatMap(([labels, values]) =>
			labels.split(', ').map((label) => [label, values]),
		),
	);
	// Others load their choices from the account.
	const choices = entries.filter(
		({ type, options = [] }) => type === 'options' && options.length > 0,
	);

	it('has each option that is a choice, and nothing else', () => {
		expect([...rows.keys()].sort()).toEqual([...new Set(choices.map(labelOf))].sort());
	});

	it.each(choices.map((entry) => [labelOf(entry), entry] as const))(
		'gives the stored values of %s, and no others',
		(label, entry) => {
			const told = rows.get(label) ?? '';
			for (const { name, value } of optionsOf(entry)) {
				expect(told).toContain(`${name} (\`${String(value)}\`)`);
			}
			const offered = choices.filter((each) => labelOf(each) === label).flatMap(optionsOf);
			expect(codeIn(told).filter((code) => offered.every(({ value }) => value !== code))).toEqual(
				[],
			);
		},
	);

	it('gives the default first, and names the operations with another one', () => {
		for (const { displayOptions, name: collection, options } of properties) {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			for (const entry of COLLECTIONS.includes(collection) ? (options as INodeProperties[]) : []) {
				const told = rows.get(labelOf(entry));
				if (!told || !choices.includes(entry) || entry.default === codeIn(told)[0]) continue;
				const [, others = ''] = /; (.+?) default to /.exec(told) ?? [];
				for (const { name, values } of operations) {
					const [ofResource, value] = values.split(' ');
					if (!resource.includes(ofResource) || !operation.includes(value)) continue;
					expect(others, name).toContain(name.split(' > ')[1]);
				}
			}
		}
	});
});
