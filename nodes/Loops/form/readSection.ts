import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { trimmed } from '../values/blank';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { isPlainObject } from '../values/parse';
import { type Form, isOmitted, type Path } from './form';
import { readChoice, readCollection, readJson, readRows } from './read';
import { gapWarnings, gapWarningsInJson } from './gaps';
import { checkParts, checkTexts } from './templateParts';

interface Parameter {
	name: string;
	label: string;
}

/**
 * The part of a form that takes names and values: in fields that the editor loads from Loops, in rows,
 * or in one JSON object. `name` is the parameter with the fields.
 */
export interface Section extends Parameter {
	/** The locator of the email or event that the names belong to, if not to the account. */
	chosenIn?: string;
	/** The collection to which users add the rows and the JSON. */
	collection: Parameter;
	/** The entry with rows; `key` is the name of the array. */
	rows?: Parameter & { key: string };
}

export const jsonOf = ({ name, label }: Parameter): Parameter => ({
	name: `${name}Json`,
	label: `${label} (JSON)`,
});

/** A value with its name and the field it was given in. */
export interface NamedValue {
	field: string;
	name: string;
	value: unknown;
	/** The type that the user chose in a row. */
	row?: { type: unknown };
	/** Warnings about expressions in it that find nothing. */
	gaps?: string[];
}

/** What a section holds for an item. */
export interface SectionValues {
	label: string;
	from: 'json' | 'form' | 'input';
	/** Values given by name; with a mapped input, only those in rows. */
	named: NamedValue[];
	/** The fields that the editor loaded from Loops; none with JSON. */
	schema: ResourceMapperField[];
	/** The input to map; omitted values are undefined. */
	input: IDataObject;
	/** The email and user ID that the item sends, in lower case. */
	identifiers: string[];
}

const NOTHING = { named: [], schema: [], input: {}, identifiers: [] };

/**
 * `hasFields` is false if there are rows and JSON only.
 * @throws ItemRefused if the JSON and another part both hold values
 */
export function readSection(form: Form, of: Section, hasFields: boolean): SectionValues {
	const { label, collection } = of;
	const added = readCollection(collection.label, form.parameter(collection.name, {}));
	const none: SectionValues = { label, from: 'form', ...NOTHING };
	const inFields = hasFields ? readMapper(form, of) : none;
	const isGiven = ({ value }: NamedValue) => value !== undefined && !isOmitted(form, value);
	const named = [...inFields.named, ...readAddedRows(form, of, added)].filter(isGiven);
	const inJson = readAddedJson(form, of, added);
	if (inJson.length === 0) return { ...inFields, named };
	if (inFields.from === 'input' || named.length > 0) {
		const other = inFields.from === 'input' ? label : named[0].field;
		throw new ItemRefused(
			`'${other}' and '${jsonOf(of).label}' are both set`,
			'Take the values out of one of them',
		);
	}
	return { ...none, label: jsonOf(of).label, from: 'json', named: inJson.filter(isGiven) };
}

function readAddedJson(form: Form, of: Section, added: Record<string, unknown>): NamedValue[] {
	const { name, label } = jsonOf(of);
	const path: Path = [of.collection.name, name];
	const values = Object.entries(readJson(form, label, added[name], path));
	const gaps = gapWarningsInJson(form, label, added[name], path);
	return values.map(([each, value], index) => {
		checkTexts(form, label, each, value, path);
		return { field: label, name: each, value, ...(index === 0 && { gaps }) };
	});
}

function namedValue(
	form: Form,
	field: string,
	name: string,
	value: unknown,
	path: Path,
): NamedValue {
	checkTexts(form, field, name, value, path);
	const gaps = gapWarnings(form, name, value, path);
	return { field, name, value, ...(gaps.length > 0 && { gaps }) };
}

interface MapperValue {
	mappingMode: unknown;
	value: unknown;
	schema: unknown;
}

function readMapper(form: Form, { name, label }: Section): SectionValues {
	// Reads it as a whole: reading `name.value` would turn null into undefined.
	const given = form.parameter(name, {});
	const mapper = readCollection<MapperValue>(label, given);
	const parts = Object.keys(mapper);
	if (parts.length > 0 && !parts.some((part) => ['mappingMode', 'value'].includes(part))) {
		throw new ItemRefused(
			`'${label}' can't be ${format(given)}`,
			'Put names and values into its "value", or give them as JSON',
		);
	}
	const modes = ['defineBelow', 'autoMapInputData'] as const;
	const mode = readChoice(`${label}: Mapping Mode`, mapper.mappingMode ?? modes[0], modes);
	const fields = fieldsIn(mapper.schema);
	if (mode === 'autoMapInputData') {
		const columns = Object.entries(form.input.json);
		return {
			label,
			from: 'input',
			named: [],
			// Includes fields that were removed from the form, which is hidden in this mode.
			schema: fields,
			input: Object.fromEntries(
				columns.map(([each, value]) => [each, isOmitted(form, value) ? undefined : value]),
			),
			identifiers: identifiersOf(form).map(foldCase),
		};
	}
	const written = form.written<{ value?: unknown } | null>(name)?.value;
	// In the form, null is an untouched field; from an expression, it is a value.
	const isUntouched = (each: string) => isPlainObject(written) && written[each] === null;
	const values = Object.entries(readCollection(label, mapper.value));
	return {
		...NOTHING,
		label,
		from: 'form',
		named: values
			.filter(([each, value]) => value !== undefined && !isUntouched(each))
			.map(([each, value]) => namedValue(form, label, each, value, [name, 'value', each])),
		schema: fields.filter(({ removed }) => !removed),
	};
}

/** The values that name the contact; '' where there is none. */
function identifiersOf(form: Form): unknown[] {
	const { userId = '', changeEmailTo = '' } =
		form.parameter<IDataObject | null>('additionalFields', {}) ?? {};
	return [form.parameter('email', ''), form.parameter('userId', ''), userId, changeEmailTo];
}

export const foldCase = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? `${value}`.trim().toLowerCase() : '';

/** A schema that the editor did not write may be anything. */
const fieldsIn = (schema: unknown): ResourceMapperField[] =>
	(Array.isArray(schema) ? (schema as Array<Partial<ResourceMapperField> | null>) : []).filter(
		(field): field is ResourceMapperField => typeof field?.id === 'string',
	);

function readAddedRows(form: Form, of: Section, added: Record<string, unknown>): NamedValue[] {
	if (!of.rows) return [];
	const { name: parameter, label, key } = of.rows;
	const given = readCollection(label, added[parameter]);
	if (Object.keys(given).length > 0 && !(key in given)) {
		throw new ItemRefused(
			`'${label}' can't be ${format(added[parameter])}`,
			`Put names and values into its rows ("${key}"), or give them as JSON`,
		);
	}
	return readRows(label, given[key]).flatMap((row, index) => {
		const { name, value, type } = row;
		// A new row that is still empty.
		if ((name === '' && value === '') || isOmitted(form, name)) return [];
		const path: Path = [of.collection.name, parameter, key, index];
		const text = typeof name === 'string' ? trimmed(name) : '';
		checkParts(form, label, [...path, 'name'], [text]);
		if (text === '') {
			throw new ItemRefused(
				`'${label}' has a name that is empty or no text: ${format(name)}`,
				'Give the row a name, or remove it',
			);
		}
		const read = namedValue(form, label, text, value, [...path, 'value']);
		return [{ ...read, ...('type' in row && { row: { type } }) }];
	});
}
