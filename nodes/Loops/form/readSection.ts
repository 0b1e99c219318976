import type { ResourceMapperField } from 'n8n-workflow';

import type { NamedKind } from '../account/names';
import { ItemRefused, readEach } from '../values/itemRefused';
import { MAX_NAMES } from '../values/limits';
import type { Form } from './form';
import { idOrName } from './idOrName';
import type { Reference } from './reference';
import type { ParameterValue } from './parameterValue';

interface Labeled {
	name: string;
	label: string;
}

/**
 * The part of a form that takes names and values: in fields that the editor loads from Loops, in rows,
 * or in one JSON object. `name` is the parameter with the fields.
 */
export interface Section extends Labeled {
	/** The label of the JSON, if it is not that of the fields. */
	jsonLabel?: string;
	/** The locator of the email or event that the names belong to, if not to the account. */
	chosenIn?: Labeled;
	/** The collection to which users add the rows and the JSON. */
	collection: Labeled;
	/** The entry with rows; `key` is the name of the array, `kind` what a row also names by label. */
	rows?: Labeled & { key: string; kind?: NamedKind };
	/** What other fields send, in lower case: an input field with the same value needs no name. */
	sentElsewhere(form: Form): string[];
}

export const jsonOf = ({ name, label, jsonLabel }: Section): Labeled => ({
	name: `${name}Json`,
	label: jsonLabel ?? `${label} (JSON)`,
});

/** A value by name. Its label is that of the field that holds it. */
export interface NamedValue<Name = string> {
	name: Name;
	value: ParameterValue;
	/** The type that the user chose in a row, to which the value was converted. */
	type?: string;
}

type GivenValue = NamedValue<string | Reference>;

/** What a section holds for an item. */
export interface SectionValues<Value = NamedValue> {
	label: string;
	from: 'json' | 'form' | 'input';
	/** Values given by name; with a mapped input, only those in rows. */
	namedValues: Value[];
	/** The fields that the editor loaded from Loops; none with JSON. */
	schema: ResourceMapperField[];
	/** The names of fields that the user removed from the form. */
	removed: string[];
	/** The input to map, by name. */
	input: Map<string, ParameterValue>;
	/** What other fields of the item send, in lower case. */
	sentElsewhere: string[];
}

/** What the form gives: the name in a row may be a label. */
export type GivenSection = SectionValues<GivenValue>;

const NOTHING = {
	namedValues: [],
	schema: [],
	removed: [],
	input: new Map<string, ParameterValue>(),
	sentElsewhere: [],
};

/**
 * `hasFields` is false if there are rows and JSON only.
 * @throws ItemRefused if the JSON and another part both hold values
 */
export function readSection(form: Form, of: Section, hasFields: boolean): GivenSection {
	const { label, collection } = of;
	const added = form.value(collection.name, collection.label, {}).entries();
	const none: SectionValues = { label, from: 'form', ...NOTHING };
	const inFields = hasFields ? readMapper(form, of) : none;
	const isGiven = ({ value }: GivenValue) => !value.isUndefined;
	const namedValues = [...inFields.namedValues, ...readAddedRows(of, added)].filter(isGiven);
	const inJson = readAddedJson(of, added);
	if (inJson.length === 0) return { ...inFields, namedValues };
	if (inFields.from === 'input' || namedValues.length > 0) {
		const other = inFields.from === 'input' ? label : namedValues[0].value.label;
		throw new ItemRefused(
			`'${other}' and '${jsonOf(of).label}' are both set`,
			'Remove the values from one of them',
		);
	}
	return { ...none, label: jsonOf(of).label, from: 'json', namedValues: inJson.filter(isGiven) };
}

function readAddedJson(of: Section, added: Map<string, ParameterValue>): NamedValue[] {
	const { name, label } = jsonOf(of);
	const entries = [...(added.get(name)?.withLabel(label).jsonEntries() ?? [])];
	for (const [each, value] of entries) value.warnOfUndefinedWord(each);
	return entries.map(([each, value]) => ({ name: each, value }));
}

function readMapper(form: Form, of: Section): SectionValues {
	const { name, label, sentElsewhere } = of;
	const whole = form.value(name, label, {});
	const mapper = whole.entries();
	const isMapper = mapper.size === 0 || mapper.has('mappingMode') || mapper.has('value');
	if (!isMapper) {
		whole.refuse(
			`'${label}' can't be ${whole.shown}`,
			`Return an object such as {"value": {"plan": "team"}}, or use '${jsonOf(of).label}'`,
		);
	}
	const modes = ['defineBelow', 'autoMapInputData'] as const;
	const chosen = whole.at('mappingMode', `${label}: Mapping Mode`);
	const mode = chosen.isUndefined ? modes[0] : chosen.choice(modes);
	const fields = whole.at('schema').list().filter(isField);
	if (mode === 'autoMapInputData') {
		// AI Agent 3 merges what its model gives into the input, also fields that nobody asked it for.
		if (form.isToolCall) {
			chosen.refuse(
				`'${label}' can't be mapped automatically in a tool`,
				'Choose Map Each Column Manually, because the model decides which fields the input has',
			);
		}
		const names = Object.keys(form.input.json);
		if (names.length > MAX_NAMES) {
			chosen.refuse(
				`The item has ${names.length} fields, and '${label}' can map at most ${MAX_NAMES}`,
				'Choose Map Each Column Manually, or remove the other fields before this node',
			);
		}
		return {
			label,
			from: 'input',
			namedValues: [],
			// Includes fields that were removed from the form, which is hidden in this mode.
			schema: fields,
			removed: [],
			input: new Map(names.map((each) => [each, form.inputValue(label, each)])),
			sentElsewhere: sentElsewhere(form),
		};
	}
	const values = [...whole.at('value').entries()]
		// In the form, null is an untouched field; from an expression, it is a value.
		.filter(([, value]) => !value.isUndefined && !value.isUntouched)
		.map(([each, value]) => ({ name: each, value }));
	for (const { name: each, value } of values) value.warnOfEmptyExpressions(each);
	return {
		...NOTHING,
		label,
		from: 'form',
		namedValues: values,
		schema: fields.filter(({ removed }) => !removed),
		removed: fields.filter(({ removed }) => removed).map(({ id }) => id),
	};
}

/** A schema that the editor did not write may be anything. */
const isField = (field: unknown): field is ResourceMapperField =>
	typeof (field as Partial<ResourceMapperField> | null)?.id === 'string';

const textOf = (name: GivenValue['name']) => (typeof name === 'string' ? name : name.given);

function readAddedRows(of: Section, added: Map<string, ParameterValue>): GivenValue[] {
	if (!of.rows) return [];
	const { name: parameter, label, key, kind } = of.rows;
	const whole = added.get(parameter)?.withLabel(label);
	const given = whole?.entries();
	if (!whole || !given || given.size === 0) return [];
	if (!given.has(key)) {
		whole.refuse(
			`'${label}' can't be ${whole.shown}`,
			`Return an object such as {"${key}": [{"name": "plan", "value": "team"}]}, or use '${jsonOf(of).label}'`,
		);
	}
	const rows = readEach(whole.at(key).rows(), (row): GivenValue[] => {
		const [name, value, type] = [row.at('name', `${label}: Name`), row.at('value'), row.at('type')];
		// A new row that is still empty.
		if (name.isOmitted || (name.isEmpty && value.isEmpty)) return [];
		const hint = 'Enter a name for the row, or remove the row';
		const given = kind ? idOrName(name, kind, { hint }) : name.identifier('values', { hint });
		value.warnOfEmptyExpressions(textOf(given));
		return [{ name: given, value, ...(!type.isUndefined && { type: type.text() }) }];
	}).flat();
	// Once: Loops' list of variables is awaited between two readings.
	return readEach(rows, (row) =>
		row.type === undefined || row.value.isUndefined
			? row
			: { ...row, value: row.value.ofType(row.type, textOf(row.name)) },
	);
}
