import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { expect, describe, it } from 'vitest';

import {
	getContactPropertyFields,
	getDataVariableFields,
	getEventPropertyFields,
} from '../../nodes/Loops/editor/resourceMapping';
import { Loops } from '../../nodes/Loops/Loops.node';
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
		return await load.call(context as unknown as ILoadOptionsFunctions);
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

describe('the search for an event', () => {
	const search = async (text: string) => {
		const { listSearch } = new Loops().methods;
		const context = loops.editor(sendEvent) as unknown as ILoadOptionsFunctions;
		return (await listSearch.searchEvents.call(context, text)).results;
	};

	it('offers no new event for a known name', async () => {
		expect((await search('SIGNUP')).map(({ value }) => value)).toEqual(['signup']);
	});
});
