import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { propertiesMapper } from '../../harness/forms.mts';
import { parametersOf } from '../../harness/operations.mts';
import { chain, coreNode, editFields, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

const CSV = 'Email,First Name\nkim@new.example,Gaëlle\n';

/** Runs a CSV file through n8n's own nodes into Contact > Create or Update. */
async function importFile(content: Buffer, options: IDataObject) {
	const name = { firstName: "={{ $json['First Name'] }}", planName: '={{ $json.Plan }}' };
	const workflow = chain([
		start,
		editFields('Text', { data: content.toString('base64') }),
		coreNode('File', 'convertToFile', 1.1, {
			operation: 'toBinary',
			sourceProperty: 'data',
			options: {},
		}),
		coreNode('Extract', 'extractFromFile', 1, { options }),
		loopsNode('Loops', {
			...parametersOf.upsert,
			email: '={{ $json.Email }}',
			...propertiesMapper({ firstName: 'string', planName: 'string' }, name),
		}),
	]);
	const { resultData } = (await n8n.run(workflow)).data;
	const hints = resultData.runData.Loops[0].hints ?? [];
	return { error: resultData.error, hints: hints.map(({ message }) => message) };
}

it('an error names the byte order mark that Extract from File leaves in a name', async () => {
	const { error } = await importFile(Buffer.from(`\ufeff${CSV}`), {});
	expect(error).toMatchObject({
		message: "'Email' is empty [item 0]",
		description: expect.stringContaining("Turn on 'Exclude Byte Order Mark (BOM)'"),
	});
});

it('the option Exclude Byte Order Mark imports the file, and a missing column is told', async () => {
	const { error, hints } = await importFile(Buffer.from(`\ufeff${CSV}`), { enableBOM: true });
	expect(error).toBeUndefined();
	expect(hints).toEqual([
		expect.stringContaining(
			"'planName' is not sent: no item of the input has the field that {{ $json.Plan }} reads.",
		),
	]);
	expect(n8n.emulator.contact('kim@new.example')).toMatchObject({ firstName: 'Gaëlle' });
});

it.each([
	[{}, 'Ga\ufffdlle', 2],
	[{ encoding: 'latin1' }, 'Gaëlle', 1],
])('a file in Windows-1252 that is read with %j becomes %s', async (options, firstName, told) => {
	const { hints } = await importFile(Buffer.from(CSV, 'latin1'), options);
	expect(n8n.emulator.contact('kim@new.example')).toMatchObject({ firstName });
	expect(hints).toHaveLength(told);
	expect(hints.join().includes('encoding')).toBe(told === 2);
});
