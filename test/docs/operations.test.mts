import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { read } from '../harness/repository.mts';

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

const COLLECTIONS = ['options', 'additionalFields', 'updateFields', 'emailContent'];
const entries = properties
	.filter(({ name }) => COLLECTIONS.includes(name))
	.flatMap(({ options }) => options as INodeProperties[]);

it('an option or optional field has a description in the form, which the reference shows', () => {
	expect(entries.length).toBeGreaterThan(100);
	expect(
		entries.filter(({ description }) => !description?.trim()).map(({ displayName }) => displayName),
	).toEqual([]);
});
