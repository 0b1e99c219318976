import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { root } from './harness/builtPackage.mts';
import { source } from './harness/loops.mts';
import { everyOperation } from './harness/operations.mts';

const { properties } = source.node.description;
const choicesOf = (name: string) => properties.filter((property) => property.name === name);
const resourceNames = new Map(
	(choicesOf('resource')[0].options as INodePropertyOptions[]).map(({ name, value }) => [
		String(value),
		name,
	]),
);

/** Every operation that the node offers: resource, and the option of its select. */
const offered = choicesOf('operation').flatMap(({ displayOptions, options }) =>
	(options as INodePropertyOptions[]).map((option) => ({
		resource: String(displayOptions?.show?.resource?.[0]),
		option,
	})),
);

it('every operation of the node is in the table that the tests run through, and no other', () => {
	expect(everyOperation.map(([name]) => name).sort()).toEqual(
		offered.map(({ resource, option }) => `${resource} ${String(option.value)}`).sort(),
	);
});

it('every operation of the node is in the table of the README, and no other', () => {
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const [, section] = readme.split(/^## Operations$/m);
	const [table] = section.split(/^## /m);
	let resource = '';
	const rows = [...table.matchAll(/^\| (.*?) *\| (.*?) *\| .*? *\| .*`.*`.* *\|$/gm)].map((row) => {
		resource = row[1].trim() || resource;
		return `${resource} > ${row[2]}`;
	});
	expect(rows.sort()).toEqual(
		offered.map(({ resource, option }) => `${resourceNames.get(resource)} > ${option.name}`).sort(),
	);
});
