import type { INodePropertyOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { source } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';

const { properties } = source.node.description;
const choices = (property?: { options?: unknown }) =>
	(property?.options ?? []) as INodePropertyOptions[];

/** What the editor offers: resource and operation. */
const offered = choices(properties.find(({ name }) => name === 'resource')).flatMap((resource) =>
	properties
		.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		)
		.flatMap(choices)
		.map((operation) => `${resource.value} ${operation.value}`),
);

it('every operation that the node offers is in the tables of the tests, and no other is', () => {
	expect(offered.length).toBeGreaterThan(0);
	expect(everyOperation.map(([name]) => name).sort()).toEqual([...offered].sort());
});
