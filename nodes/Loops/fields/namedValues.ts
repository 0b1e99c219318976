import type { IDataObject } from 'n8n-workflow';

import { formatName, truncate } from '../http/sentences';
import { trimmed } from './blank';
import { isMoment } from './date';
import type { Item, Path } from './item';
import { asObject } from './json';
import { booleanOf, isPlainObject, lossIn, numberOf, type Reading, textOf } from './kinds';
import { checkDates, checkName } from './name';
import { isUnfilled } from './unfilled';
import { readCollection, readRows, shown } from './values';
import { extraOf, jsonOf, type ValuesPart } from './valuesPart';

/** A name with its value, and the field it was given in. */
export interface NamedValue {
	field: string;
	name: string;
	value: unknown;
	/** Where the value was given. */
	path: Path;
	/** That of a row in a form, which keeps what was typed as text. */
	type?: unknown;
}

/** Says whether a value may be sent: `value` as it goes into the body, or else the way out. */
export type ValueCheck = (value: unknown) => Reading<unknown>;

/** What the JSON object of a part of the form holds. */
export function fromJson(item: Item, part: ValuesPart): NamedValue[] {
	const { name: parameter, label: field } = jsonOf(part);
	const path: Path = [parameter];
	const values = asObject(item, field, item.parameter(parameter, '{}'), path);
	return Object.entries(values).map(([name, value]) => ({ field, name, value, path }));
}

/** What the rows of a part of the form hold, in which each value has a type. */
export function fromExtra(item: Item, part: ValuesPart): NamedValue[] {
	const { name: parameter, label: field } = extraOf(part);
	const form = readCollection(item, field, item.parameter(parameter, {}));
	if (Object.keys(form).length > 0 && !('assignments' in form)) {
		throw item.invalidParameter(
			`'${field}' can't be ${shown(form)}`,
			'Put names and values into its rows ("assignments"), or give them as JSON',
		);
	}
	return readRows(item, field, form.assignments).flatMap(({ name, value, type }, index) => {
		// A row as the form adds it.
		if ((name === '' && value === '') || isUnfilled(item, name)) return [];
		const row: Path = [parameter, 'assignments', index];
		const path: Path = [...row, 'value'];
		return [{ field, name: nameOf(item, field, name, [...row, 'name']), value, path, type }];
	});
}

function nameOf(item: Item, field: string, given: unknown, path: Path): string {
	const name = typeof given === 'string' ? trimmed(given) : '';
	checkName(item, field, path, name);
	if (name !== '') return name;
	throw item.invalidParameter(
		`'${field}' has a name that is empty or no text: ${shown(given)}`,
		'Give the row a name, or remove it',
	);
}

/** The object that goes into the body. A value that is undefined is left out. */
export function checkedValues(item: Item, given: NamedValue[], check: ValueCheck): IDataObject {
	const values = new Map<string, unknown>();
	for (const each of given) {
		if (each.value === undefined || isUnfilled(item, each.value)) continue;
		if (each.name === '__proto__') throw refusal(item, each, 'Choose another name');
		if (values.has(each.name)) throw refusal(item, each, 'It has a value already: give it once');
		const typed = asType(each.value, each.type);
		const checked = typed.wayOut === undefined ? check(typed.value) : typed;
		if (checked.wayOut !== undefined) throw refusal(item, each, checked.wayOut);
		checkDates(item, each, checked.value);
		values.set(each.name, checked.value);
	}
	return Object.fromEntries(values) as IDataObject;
}

function refusal(item: Item, { field, name, value }: NamedValue, wayOut: string) {
	return item.invalidParameter(
		`'${field}': '${formatName(name)}' can't be ${shown(value)}`,
		wayOut,
	);
}

/** A value as the type that was chosen for it. */
function asType(value: unknown, type: unknown): Reading<unknown> {
	if (value === null) return { value };
	const typed = typedValue(value, type);
	return typed.wayOut === undefined && typed.value !== undefined
		? typed
		: {
				wayOut: [
					`Its type is set to ${String(type)}: give one, choose another type, or take it out`,
					typed.wayOut,
				]
					.filter(Boolean)
					.join('. '),
			};
}

function typedValue(value: unknown, type: unknown): Reading<unknown> {
	switch (type) {
		case 'string':
			return isMoment(value) ? { value } : textOf(value);
		case 'number':
			return numberOf(value);
		case 'boolean':
			return booleanOf(value, { isData: true });
		case 'array':
			return Array.isArray(value) ? { value } : parsed(value, Array.isArray);
		case 'object':
			return typeof value === 'object' ? { value } : parsed(value, isPlainObject);
		default:
			return { value };
	}
}

/** The JSON that a text holds; undefined for another kind of it. */
function parsed(value: unknown, isKind: (parsed: unknown) => boolean): Reading<unknown> {
	if (typeof value !== 'string') return { value: undefined };
	try {
		const json: unknown = JSON.parse(value);
		const lost = lossIn(value);
		if (lost !== undefined)
			return { wayOut: `${truncate(lost)} loses digits: give it as text, in quotes` };
		return { value: isKind(json) ? json : undefined };
	} catch {
		return { value: undefined };
	}
}
