import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { read } from '../harness/repository.mts';
import { codeIn, rowsBelow } from '../harness/tables.mts';

const PAGE = 'docs/operations.md';
const { properties } = new Loops().description;

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

it('the README lists each operation in the order of the form, which --update writes', async () => {
	const rows = new Map<string, string[]>();
	for (const { name: each } of operations) {
		const [resource, name] = each.split(' > ');
		rows.set(resource, [...(rows.get(resource) ?? []), name]);
	}
	// Resources with the same operations share a line.
	const resources = new Map<string, string[]>();
	for (const [resource, names] of rows) {
		const all = names.join(', ');
		resources.set(all, [...(resources.get(all) ?? []), resource]);
	}
	const list = [...resources].map(([names, of]) => `- ${of.join(', ')}: ${names}\n`);
	const readme = read('README.md').replace(
		/(?<=^## Which operations are there\?\n\n(?:<.*\n)+\n)(- .*\n)+/m,
		list.join(''),
	);
	await expect(readme).toMatchFileSnapshot('../../README.md');
});

it('the stored names of operations follow the documented rule', () => {
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

const COLLECTIONS = ['options', 'additionalFields', 'updateFields', 'emailContent'];
const entries = properties
	.filter(({ name }) => COLLECTIONS.includes(name))
	.flatMap(({ options }) => options as INodeProperties[]);

it('an option or optional field has a description in the form, so the page need not list it', () => {
	expect(entries.length).toBeGreaterThan(100);
	expect(
		entries.filter(({ description }) => !description?.trim()).map(({ displayName }) => displayName),
	).toEqual([]);
});

describe('the table of choices', () => {
	const rows = new Map(
		rowsBelow(PAGE, 'Which value does an expression return for a choice?').flatMap(
			([labels, values]) => labels.split(', ').map((label) => [label, values]),
		),
	);
	// Others load their choices from the account.
	const choices = entries.filter(
		({ type, options = [] }) => type === 'options' && options.length > 0,
	);

	it('has each option that is a choice, and nothing else', () => {
		expect([...rows.keys()].sort()).toEqual(
			[...new Set(choices.map(({ displayName }) => displayName))].sort(),
		);
	});

	it.each(choices.map((entry) => [entry.displayName, entry] as const))(
		'gives the stored values of %s, and no others',
		(label, entry) => {
			const told = rows.get(label) ?? '';
			for (const { name, value } of optionsOf(entry)) {
				expect(told).toContain(`${name} (\`${String(value)}\`)`);
			}
			const offered = choices.filter((each) => each.displayName === label).flatMap(optionsOf);
			expect(codeIn(told).filter((code) => offered.every(({ value }) => value !== code))).toEqual(
				[],
			);
		},
	);

	it('gives the default first, and names the operations with another one', () => {
		for (const { displayOptions, name: collection, options } of properties) {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			for (const entry of COLLECTIONS.includes(collection) ? (options as INodeProperties[]) : []) {
				const told = rows.get(entry.displayName);
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
