import type { ResourceMapperField } from 'n8n-workflow';

import type { Item } from './item';
import { isPlainObject } from './kinds';
import { readChoice, readCollection, shown } from './values';
import type { Parameter } from './valuesPart';

/** What a resource mapper holds for an item. */
export interface Mapped {
	/** In manual mode: the fields of the form that were filled in. Else undefined: map the input. */
	form?: Array<[string, unknown]>;
	/**
	 * The fields that the editor got from the account, by name; empty where it could not. Those that the
	 * user took out of the form count where the input is mapped: the form is out of sight there.
	 */
	schema: Map<string, ResourceMapperField>;
}

interface MapperValue {
	mappingMode: unknown;
	value: unknown;
	schema: unknown;
}

/** Reads a resource mapper. */
export function readMapper(item: Item, { name, label }: Parameter): Mapped {
	// Read whole: reading `parameter.value` would turn null into undefined.
	const given = item.parameter(name, {});
	const mapper = readCollection<MapperValue>(item, label, given);
	const parts = Object.keys(mapper);
	if (parts.length > 0 && !parts.some((part) => ['mappingMode', 'value'].includes(part))) {
		throw item.invalidParameter(
			`'${label}' can't be ${shown(given)}`,
			'Put names and values into its "value", or give them as JSON',
		);
	}
	const modes = ['defineBelow', 'autoMapInputData'] as const;
	const mode = readChoice(item, `${label}: Mapping Mode`, mapper.mappingMode ?? modes[0], modes);
	const fields = fieldsOf(mapper.schema);
	if (mode === 'autoMapInputData') return { schema: byName(fields) };
	const schema = byName(fields.filter(({ removed }) => !removed));
	const raw = item.rawParameter<{ value?: unknown } | null>(name, {})?.value;
	const written = new Map(Object.entries(isPlainObject(raw) ? raw : {}));
	const values = Object.entries(readCollection(item, label, mapper.value));
	// In the form, null is a field that was left alone; as the result of an expression it is a value.
	return { schema, form: values.filter(([field]) => written.get(field) !== null) };
}

/** A schema that was not written by the editor may be anything. */
function fieldsOf(schema: unknown): ResourceMapperField[] {
	const fields = (
		Array.isArray(schema) ? schema : []
	) as Array<Partial<ResourceMapperField> | null>;
	return fields.filter((field): field is ResourceMapperField => typeof field?.id === 'string');
}

const byName = (fields: ResourceMapperField[]): Mapped['schema'] =>
	new Map(fields.map((field) => [field.id, field]));
