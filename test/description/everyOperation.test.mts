import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';
import { source } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';

const { properties } = source.node.description;
const choices = (property?: { options?: unknown }) =>
	(property?.options ?? []) as INodePropertyOptions[];

/** What the editor offers: resource and operation, by value and by name. */
const offered = choices(properties.find(({ name }) => name === 'resource')).flatMap((resource) =>
	properties
		.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		)
		.flatMap(choices)
		.map((operation) => ({
			values: `${resource.value} ${operation.value}`,
			names: `${resource.name} > ${operation.name}`,
		})),
);

/** Rows of the README's table of operations; an empty cell repeats the resource above. */
function inReadme(): string[] {
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const [, section] = readme.split('## Operations\n');
	let resource = '';
	return section
		.split('\n##')[0]
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) => {
			const [, first, operation] = line.split('|').map((cell) => cell.trim());
			resource = first || resource;
			return `${resource} > ${operation}`;
		});
}

describe('every operation that the node offers', () => {
	it('is in the matrices of the tests, and no other', () => {
		expect(offered.length).toBeGreaterThan(0);
		expect(everyOperation.map(([name]) => name).sort()).toEqual(
			offered.map(({ values }) => values).sort(),
		);
	});

	it("is in the README's table, and no other", () => {
		expect(inReadme().sort()).toEqual(offered.map(({ names }) => names).sort());
	});
});
