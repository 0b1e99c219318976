import type { AssignmentCollectionValue, IDataObject } from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import type { Item } from './item';
import { shown } from './values';
import { asObject } from './json';

/** A name with its value, and the field it was given in. */
export interface NamedValue {
	field: string;
	name: string;
	value: unknown;
}

/** Says whether a value may be sent: `value` as it goes into the body, or else the way out. */
export type ValueCheck = (value: unknown) => { value: unknown } | { wayOut: string };

/** Names and values of a JSON parameter. */
export function fromJson(item: Item, parameter: string, field: string): NamedValue[] {
	const values = asObject(item, field, item.parameter(parameter, '{}'));
	return Object.entries(values).map(([name, value]) => ({ field, name, value }));
}

/** Names and values of an assignment collection, in which each value has a type. */
export function fromAssignments(item: Item, parameter: string, field: string): NamedValue[] {
	const form = item.parameter<Partial<AssignmentCollectionValue>>(parameter, {});
	return (
		(form.assignments ?? [])
			// An unfinished row of the form.
			.filter(({ name }) => name !== '')
			.map(({ name, value, type }) => ({ field, name: nameOf(item, field, name), value, type }))
			.map(({ type, ...given }) => {
				const typed = asType(given.value, type);
				if ('wayOut' in typed) throw refusal(item, given, typed.wayOut);
				return { ...given, value: typed.value };
			})
	);
}

/** An expression may give a name, and find none. */
function nameOf(item: Item, field: string, given: unknown): string {
	if (typeof given === 'string' && given.trim() !== '') return given.trim();
	throw item.invalidParameter(
		`'${field}' has a name that is empty or no text: ${shown(given)}`,
		'Check that the expression of the name finds a text in this item',
	);
}

/** The object that goes into the body. A value that is undefined is left out. */
export function checkedValues(item: Item, given: NamedValue[], check: ValueCheck): IDataObject {
	const values = new Map<string, unknown>();
	for (const each of given) {
		if (each.value === undefined) continue;
		if (each.name === '__proto__') throw refusal(item, each, 'Choose another name');
		if (values.has(each.name)) throw refusal(item, each, 'It has a value already: give it once');
		const checked = check(each.value);
		if ('wayOut' in checked) throw refusal(item, each, checked.wayOut);
		values.set(each.name, checked.value);
	}
	return Object.fromEntries(values) as IDataObject;
}

function refusal(item: Item, { field, name, value }: NamedValue, wayOut: string) {
	return item.invalidParameter(`'${field}': '${name}' can't be ${shown(value)}`, wayOut);
}

/** The form keeps what was typed as text, with the chosen type beside it. */
function asType(value: unknown, type?: string): ReturnType<ValueCheck> {
	if (value === null || value === undefined) return { value };
	if (type === 'string') {
		return { value: typeof value === 'object' ? value : String(value) };
	}
	if (type !== 'number' && type !== 'boolean' && type !== 'array') return { value };
	const result = validateFieldType('value', value, type);
	return value !== '' && result.valid
		? { value: result.newValue }
		: { wayOut: `Its type is set to ${type}: give one, choose another type, or take it out` };
}
