import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import type { Item } from './item';

/** What a resource mapper holds for an item. */
export interface Mapped {
	/** In manual mode: the fields of the form that were filled in. Else undefined: map the input. */
	form?: Array<[string, unknown]>;
	/** The fields that the editor got from the account, by name; empty where it could not. */
	schema: Map<string, ResourceMapperField>;
}

interface MapperValue {
	mappingMode?: string;
	value?: IDataObject | null;
	schema?: ResourceMapperField[];
}

/** Reads a resource mapper. Fields that the user took out of it are not in its schema. */
export function readMapper(item: Item, parameter: string): Mapped {
	// Read whole: reading `parameter.value` would turn null into undefined.
	const mapper = item.parameter<MapperValue>(parameter, {});
	const schema = new Map(
		(mapper.schema ?? []).filter(({ removed }) => !removed).map((field) => [field.id, field]),
	);
	if (mapper.mappingMode === 'autoMapInputData') return { schema };
	// In the form, null is a field that was left alone; as the result of an expression it is a value.
	const raw = item.rawParameter<MapperValue>(parameter, {});
	return {
		schema,
		form: Object.entries(mapper.value ?? {}).filter(([name]) => raw.value?.[name] !== null),
	};
}
