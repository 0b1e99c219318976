import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

// An invalid choice is refused before any change, even if it would have no effect.
it.each([
	['Update', parametersOf.update],
	['Unsubscribe Contact', parametersOf.unsubscribe],
	['Remove Suppression', parametersOf.removeSuppression],
	['Find', parametersOf.find],
	['Check Suppression', parametersOf.checkSuppression],
])("%s refuses an invalid 'When Not Found'", async (_name, parameters) => {
	for (const whenNotFound of ['', '={{ $json.none }}', 'create it', 'create', '={{ 5 }}']) {
		const { error } = await loops.run({ ...parameters, options: { whenNotFound } });
		expect.soft(error?.message).toContain("'When Not Found' can't be");
		expect.soft(loops.changes()).toEqual([]);
	}
});

it.each<[string, IDataObject, string, string]>([
	['Subscribe Contact', parametersOf.subscribe, 'whenNotFound', 'When Not Found'],
	[
		'Remove Suppression',
		parametersOf.removeSuppression,
		'ignoreIfNotSuppressed',
		'Ignore If Not Suppressed',
	],
	['Delete', parametersOf.delete, 'ignoreIfMissing', 'Ignore If Missing'],
	[
		'Contact Property > Create',
		parametersOf.createProperty,
		'ifPropertyExists',
		'If Property Exists',
	],
	['Create or Update', parametersOf.upsert, 'unknownProperties', 'Unknown Properties'],
	['Send Email', parametersOf.sendEmail, 'missingVariables', 'Missing Variables'],
	['Send Email', parametersOf.sendEmail, 'preventDuplicatesOnRetry', 'Prevent Duplicates on Retry'],
])('%s refuses an empty option', async (_name, parameters, option, label) => {
	await loops.expectError({ ...parameters, options: { [option]: '' } }, `'${label}'`);
	expect(loops.calls()).toEqual([]);
});
