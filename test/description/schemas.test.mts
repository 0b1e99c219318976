import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';
import { formOf, useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';
import { outcomeOf, outcomes } from '../harness/outcomes.mts';
import { schemaFile, schemaPathsOf } from '../harness/schema.mts';

// The outputs are not checked, since the schemas are made of them.
const loops = useEmulator({}, { checksOutput: false });

/** The output of all outcomes of an operation. */
async function outputsOf({ resource, operation }: IDataObject): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (const [, parameters, ways, account] of outcomes) {
		if (parameters.resource !== resource || parameters.operation !== operation) continue;
		for (const way of Object.keys(ways) as Array<keyof typeof ways>) {
			loops.emulator.reset();
			items.push(...(await outcomeOf(loops, parameters, way, account)));
		}
	}
	return items;
}

const offersSimplify = (parameters: IDataObject): boolean =>
	formOf(parameters).some(({ name }) => name === 'simplify');

describe.each(everyOperation)('the schema of %s', (_name, parameters) => {
	it('matches its output, and it offers Simplify if an output is large', async () => {
		const items = await outputsOf(parameters);
		expect(items, 'Add its outcomes to test/harness/outcomes.mts').not.toEqual([]);
		const schema = await schemaFile(items);
		// n8n serves no schema without properties.
		expect(Object.keys(JSON.parse(schema).properties)).not.toEqual([]);
		for (const path of schemaPathsOf(parameters)) {
			await expect(schema).toMatchFileSnapshot(path);
		}

		// Simplify is for a read of which an item can have more than 10 fields. The schema does not tell:
		// a node of a workflow has few of the fields of all types.
		const sizes = items.map((item) => Object.keys(item).length);
		expect(offersSimplify(parameters), 'See nodes/Loops/form/paging.ts').toBe(
			Math.max(...sizes) > 10 &&
				['find', 'get', 'getAll', 'getEngagement'].includes(String(parameters.operation)),
		);
	});
});

it('schemas exist only for versions and operations of the node', () => {
	const folder = join(root, 'nodes/Loops/__schema__');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => join(folder, name));
	const expected = everyOperation.flatMap(([, parameters]) => schemaPathsOf(parameters));
	expect(files.filter((file) => !expected.includes(file))).toEqual([]);
});
