import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { methods, type Rig } from './loops.mts';
import { parametersOf } from './operations.mts';

/** Contact properties mapped automatically. */
export const mapped = (schema: ResourceMapperField[] = []): IDataObject => ({
	contactProperties: { mappingMode: 'autoMapInputData', value: null, schema } as never,
});

/** The account's fields as the editor stores them. */
export async function fieldsOf(loops: Rig): Promise<ResourceMapperField[]> {
	const context = loops.editor(parametersOf.upsert);
	const { getContactPropertyFields } = methods.resourceMapping;
	return (await getContactPropertyFields.call(context)).fields;
}

/** Gives the account these properties. */
export function setAccount(loops: Rig, ...properties: Array<{ key: string; label: string }>) {
	loops.emulator.clearFaults();
	loops.emulator.inject({
		kind: 'body',
		path: '/v1/contacts/properties',
		times: 'always',
		body: properties.map((each) => ({ ...each, type: 'string' })),
	});
}

/** The body of the last call. */
export const sentBody = (loops: Rig) => loops.calls().at(-1)?.body as IDataObject;
