import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';

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

/** An operation with more entries in the collection that holds its optional fields. */
export function withAdded(call: IDataObject, added: IDataObject): IDataObject {
	const collection = call.operation === 'send' ? 'options' : 'additionalFields';
	return { ...call, [collection]: { ...(call[collection] as IDataObject), ...added } };
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
