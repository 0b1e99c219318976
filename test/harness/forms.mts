import type { FieldType, IDataObject, INodeProperties, ResourceMapperField } from 'n8n-workflow';

import { formOf } from './loops.mts';

const trueOrFalse = [
	{ name: 'True', value: true },
	{ name: 'False', value: false },
];

const field = (id: string, type?: FieldType): ResourceMapperField => ({
	id,
	displayName: id,
	type: type === 'boolean' ? 'options' : type,
	options: type === 'boolean' ? trueOrFalse : undefined,
	required: false,
	defaultMatch: false,
	display: true,
});

/** A resource mapper as the editor stores it: with values, or else mapped automatically. */
const mapper = (schema: ResourceMapperField[], value?: IDataObject) => ({
	mappingMode: value ? 'defineBelow' : 'autoMapInputData',
	value: value ?? null,
	matchingColumns: [],
	schema,
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

/** Contact properties by type, with values or mapped automatically. */
export const propertiesMapper = (types: Record<string, FieldType>, value?: IDataObject) => ({
	contactProperties: mapper(
		Object.entries(types).map(([id, type]) => field(id, type)),
		value,
	) as unknown as IDataObject,
});

/** Contact properties as a JSON object. */
export const propertiesInJson = (properties: unknown) => ({
	additionalFields: { contactPropertiesJson: JSON.stringify(properties) },
});

/** An operation with more entries in its collections. An unknown entry goes to the first one. */
export function withAdded(call: IDataObject, added: IDataObject): IDataObject {
	const collections = formOf(call).filter(({ type }) => type === 'collection');
	return Object.entries(added).reduce((before, [entry, value]) => {
		const offers = ({ options = [] }: INodeProperties) =>
			options.some(({ name }) => name === entry);
		const { name } = collections.find(offers) ?? collections[0];
		return { ...before, [name]: { ...(before[name] as IDataObject), [entry]: value } };
	}, call);
}

/** Event properties by type, with values or mapped automatically. */
export const eventMapper = (types: Record<string, FieldType>, value?: IDataObject) => ({
	eventProperties: mapper(
		Object.entries(types).map(([id, type]) => field(id, type)),
		value,
	) as unknown as IDataObject,
});

/** Data variables of a transactional email, with values or mapped automatically. */
export const variablesMapper = (names: string[], value?: IDataObject) => ({
	dataVariables: mapper(
		names.map((id) => field(id)),
		value,
	) as unknown as IDataObject,
});
