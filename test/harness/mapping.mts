import type { IDataObject, ILoadOptionsFunctions, ResourceMapperField } from 'n8n-workflow';

import { type Bench, source } from './loops.mts';
import { parametersOf } from './operations.mts';

/** Contact properties mapped automatically. */
export const mapped = (schema: ResourceMapperField[] = []): IDataObject => ({
	contactProperties: { mappingMode: 'autoMapInputData', value: null, schema } as never,
});

/** The fields that the editor stores, from the account. */
export async function fieldsOf(loops: Bench): Promise<ResourceMapperField[]> {
	const context = loops.editor(parametersOf.upsert) as unknown as ILoadOptionsFunctions;
	const { getContactPropertyFields } = source.node.methods?.resourceMapping ?? {};
	return (await getContactPropertyFields?.call(context))?.fields ?? [];
}

/** From now on the account has these properties. */
export function setAccount(loops: Bench, ...properties: Array<{ key: string; label: string }>) {
	loops.emulator.clearFaults();
	loops.emulator.inject({
		kind: 'body',
		path: '/v1/contacts/properties',
		times: 'always',
		body: properties.map((each) => ({ ...each, type: 'string' })),
	});
}

/** What the last call has sent. */
export const sentBody = (loops: Bench) => loops.calls().at(-1)?.body as IDataObject;
