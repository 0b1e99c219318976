import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const p = parametersOf;

// An invalid choice is refused before any change, even if it would have no effect.
it.each([
	['Update', p.update],
	['Unsubscribe Contact', p.unsubscribe],
	['Remove Suppression', p.removeSuppression],
	['Find', p.find],
	['Check Suppression', p.checkSuppression],
])("%s refuses an invalid 'When Not Found'", async (_name, parameters) => {
	for (const whenNotFound of ['', '={{ $json.none }}', 'create it', 'create', '={{ 5 }}']) {
		const { error } = await loops.run({ ...parameters, options: { whenNotFound } });
		expect.soft(error?.message).toContain("'When Not Found' can't be");
		expect.soft(loops.changes()).toEqual([]);
	}
});

it.each<[string, IDataObject, string, string]>([
	['Subscribe Contact', p.subscribe, 'whenNotFound', 'When Not Found'],
	['Remove Suppression', p.removeSuppression, 'ignoreIfNotSuppressed', 'Ignore If Not Suppressed'],
	['Delete', p.delete, 'ignoreIfMissing', 'Ignore If Missing'],
	['Contact Property > Create', p.createProperty, 'ifPropertyExists', 'If Property Exists'],
	['Create or Update', p.upsert, 'unknownProperties', 'Unknown Properties'],
	['Send Email', p.sendEmail, 'missingVariables', 'Missing Variables'],
	['Send Email', p.sendEmail, 'preventDuplicatesOnRetry', 'Prevent Duplicates on Retry'],
])('%s refuses an empty option', async (_name, parameters, option, label) => {
	await loops.expectError({ ...parameters, options: { [option]: '' } }, `'${label}'`);
	expect(loops.calls()).toEqual([]);
});
