import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { eventMapper, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEvent, upsert } = parametersOf;
const planChanged = { ...sendEvent, eventName: { __rl: true, mode: 'list', value: 'planChanged' } };
const CAUSE = 'If its type has changed in Loops, refresh the fields: ⋮ > Refresh Property List';

it.each<[string, IDataObject]>([
	[
		'a value that Loops refuses',
		{ ...upsert, ...propertiesMapper({ seats: 'string' }, { seats: '4' }) },
	],
	[
		'a value that the node refuses',
		{ ...upsert, ...propertiesMapper({ planName: 'number' }, { planName: '=many' }) },
	],
	[
		'a mapped value that the node refuses',
		{ ...upsert, ...propertiesMapper({ planName: 'number' }) },
	],
	[
		'an event property that the node refuses',
		{ ...planChanged, ...eventMapper({ plan: 'number' }, { plan: '=many' }) },
	],
])('the error says how to refresh the fields of the form: %s', async (_what, parameters) => {
	const { error } = await loops.run(parameters, [{ planName: 'many' }]);
	expect(error?.description).toContain(CAUSE);
});
