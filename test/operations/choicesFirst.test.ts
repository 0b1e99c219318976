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
	['Delete', parametersOf.delete],
	['Find', parametersOf.find],
	['Check Suppression', parametersOf.checkSuppression],
])("%s refuses an invalid 'When Not Found'", async (_name, parameters) => {
	for (const whenNotFound of ['', '={{ $json.none }}', 'create it', 'create', '={{ 5 }}']) {
		const { error } = await loops.run({ ...parameters, options: { whenNotFound } });
		expect.soft(error?.message).toContain("'When Not Found' can't be");
		expect.soft(loops.changes()).toEqual([]);
	}
});

interface EmptyOption {
	parameters: IDataObject;
	option: string;
	label: string;
}

const { createProperty, removeSuppression, sendEmail, subscribe, upsert } = parametersOf;

it.each<EmptyOption>([
	{ parameters: subscribe, option: 'whenNotFound', label: 'When Not Found' },
	{
		parameters: removeSuppression,
		option: 'ignoreIfNotSuppressed',
		label: 'Ignore If Not Suppressed',
	},
	{ parameters: createProperty, option: 'ifPropertyExists', label: 'If Property Exists' },
	{ parameters: upsert, option: 'unknownProperties', label: 'Unknown Properties' },
	{ parameters: sendEmail, option: 'missingVariables', label: 'Missing Variables' },
])('refuses an empty option: $label', async ({ parameters, option, label }) => {
	await loops.expectError({ ...parameters, options: { [option]: '' } }, `'${label}'`);
	expect(loops.calls()).toEqual([]);
});
