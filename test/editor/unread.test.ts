import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { expect, describe, it } from 'vitest';

import {
	getContactPropertyFields,
	getDataVariableFields,
	getEventPropertyFields,
} from '../../nodes/Loops/editor/resourceMapping';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEmail, sendEvent, upsert } = parametersOf;
const schema = [{ id: 'planName', displayName: 'Plan Name' }];

type Load = (this: ILoadOptionsFunctions) => Promise<ResourceMapperFields>;

describe.each<[string, IDataObject, Load]>([
	['contactProperties', upsert, getContactPropertyFields],
	['dataVariables', { ...sendEmail }, getDataVariableFields],
	['eventProperties', sendEvent, getEventPropertyFields],
])('the fields of %s that cannot be read', (mapper, parameters, load) => {
	const loadWith = async (given: IDataObject) => {
		const credentials = { ...loops.credentials(), apiKey: 'wrong' };
		const context = loops.editor({ ...parameters, ...given }, credentials);
		return await load.call(context);
	};

	it('are replaced by the error', async () => {
		const { fields, emptyFieldsNotice } = await loadWith({});
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain('API key');
	});

	it('stay in a form that has some, since n8n would drop their values', async () => {
		const { fields } = await loadWith({ [mapper]: { mappingMode: 'defineBelow', schema } });
		expect(fields).toEqual(schema);
	});
});
