import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const p = parametersOf;

// A choice that gets nothing is refused before anything is changed, whether it comes to matter or not.
it.each([
	['Update', p.update],
	['Unsubscribe Contact', p.unsubscribe],
	['Remove Suppression', p.removeSuppression],
	['Find', p.find],
	['Check Suppression', p.checkSuppression],
])("%s: 'When Not Found' that gets nothing", async (_name, parameters) => {
	for (const whenNotFound of ['', '={{ $json.none }}', 'create it', '={{ 5 }}']) {
		const { error } = await loops.run({ ...parameters, options: { whenNotFound } });
		expect.soft(error?.message).toContain("'When Not Found' can't be");
		expect.soft(loops.calls().filter(({ method }) => method !== 'GET')).toEqual([]);
	}
});

it.each<[string, IDataObject, string, string]>([
	['Subscribe Contact', p.subscribe, 'whenNotFound', 'When Not Found'],
	['Remove Suppression', p.removeSuppression, 'ignoreIfNotSuppressed', 'Ignore If Not Suppressed'],
	['Delete', p.delete, 'ignoreIfMissing', 'Ignore If Missing'],
	['Contact Property > Create', p.createProperty, 'ifPropertyExists', 'If Property Exists'],
	['Create or Update', p.upsert, 'unknownProperties', 'Unknown Properties'],
	['an email', p.sendEmail, 'missingVariables', 'Missing Variables'],
	['an email', p.sendEmail, 'preventDuplicatesOnRetry', 'Prevent Duplicates on Retry'],
])('%s: an option that gets nothing', async (_name, parameters, option, label) => {
	const { error } = await loops.run({ ...parameters, options: { [option]: '' } });
	expect(error?.message).toContain(`'${label}'`);
	expect(loops.calls()).toEqual([]);
});

it('Validate Only says so, too', async () => {
	const options = { whenNotFound: '', validateOnly: true };
	const { json } = await loops.run({ ...p.unsubscribe, options });
	expect(json).toMatchObject([{ ready: false }]);
});
