import { describe, expect, it } from 'vitest';

import { emailColumnOf, exportFiles, rowsOf, textOf } from '../../harness/exports.mts';
import { readExample } from '../../harness/examples.mts';
import { jsonOf } from '../n8n/client.mts';
import { coreNode, editFields } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** The example for CSV files, after nodes that read this file as a user would. */
function importOf(file: string) {
	const { nodes, connections, pinData: _, ...others } = readExample('csv-import.json');
	const [first] = rowsOf(file);
	const column = emailColumnOf(first);
	const email = editFields('Email Column', { Email: `={{ $json[${JSON.stringify(column)}] }}` });
	if (column !== 'Email')
		Object.assign(email.parameters, { include: 'except', excludeFields: column });
	const added = [
		editFields('Text', { data: textOf(file) }),
		coreNode('File', 'convertToFile', 1.1, {
			operation: 'toText',
			sourceProperty: 'data',
			options: {},
		}),
		coreNode('Extract', 'extractFromFile', 1, { options: {} }),
		email,
	];
	const path = ['Rows', ...added.map(({ name }) => name), 'Row Number'];
	const links = path
		.slice(0, -1)
		.map((name, at) => [
			name,
			{ main: [[{ node: path[at + 1], type: 'main' as const, index: 0 }]] },
		]);
	return {
		...others,
		nodes: [...nodes, ...added],
		connections: { ...connections, ...Object.fromEntries(links) },
	};
}

describe('the example for CSV files in a real n8n', () => {
	const known = exportFiles.filter((name) => !/^(shopify|stripe)/.test(name));

	it.each(known)('imports only those who may get email: %s', async (file) => {
		const id = await n8n.store(importOf(file) as never);
		const execution = await n8n.client.run(id, 'Rows');
		expect(execution.data.resultData.error).toBeUndefined();
		const addresses = rowsOf(file).map((row) => row[emailColumnOf(row)]);
		const may = addresses.filter((address) => address.endsWith('@example.com'));
		const { runData } = execution.data.resultData;
		const imported = runData.Imported ? jsonOf(execution, 'Imported') : [];
		expect(imported.map(({ email }) => email)).toEqual(may);
		const others = addresses.filter((address) => !may.includes(address));
		const leftOut = runData['Left Out'] ? jsonOf(execution, 'Left Out') : [];
		expect(leftOut.map(({ Email }) => Email)).toEqual(others);
		for (const address of others) expect(n8n.emulator.contact(address)).toBeUndefined();
	});
});
