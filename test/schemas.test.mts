import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { root } from './harness/builtPackage.mts';
import { source, useEmulator } from './harness/loops.mts';
import { everyOperation } from './harness/operations.mts';
import { outcomeOf, outcomes } from './harness/outcomes.mts';
import { schemaFile } from './harness/schema.mts';

// Not checked: it is what the schemas are made of.
const loops = useEmulator({}, () => {});

const folder = join(root, 'nodes/Loops/__schema__');
const { version } = source.node.description;
const versions = [version].flat().map((each) => `v${each}.0.0`);

/** What all outcomes of an operation put out. */
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

const pathsOf = ({ resource, operation }: IDataObject) =>
	versions.map((each) => `${each}/${resource}/${operation}.json`);

describe.each(everyOperation)('the schema of %s', (_name, parameters) => {
	it('is what comes out of it', async () => {
		const schema = await schemaFile(await outputsOf(parameters));
		// n8n serves none without.
		expect(Object.keys(JSON.parse(schema).properties)).not.toEqual([]);
		for (const path of pathsOf(parameters)) {
			await expect(schema).toMatchFileSnapshot(join(folder, path));
		}
	});
});

it('is there for the versions and operations of the node only', () => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const expected = everyOperation.flatMap(([, parameters]) => pathsOf(parameters));
	expect(files.filter((file) => file.endsWith('.json') && !expected.includes(file))).toEqual([]);
});
