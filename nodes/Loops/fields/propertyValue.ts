import type { GenericValue, ResourceMapperField } from 'n8n-workflow';

import { PROPERTY_TYPES, type PropertyType } from '../account/contactProperties';
import { formatName } from '../http/sentences';
import { dateOf, isMoment } from './date';
import type { Item } from './item';
import { booleanOf, numberOf, type Reading, textOf } from './kinds';
import { isUnfilled } from './unfilled';
import { shown } from './values';

/** The type of a property that the editor got from the account; undefined for what it did not write. */
export function typeOf({ type }: ResourceMapperField): PropertyType | undefined {
	// In the form, a boolean is a choice between true and false.
	if (type === 'options') return 'boolean';
	if (type === 'dateTime') return 'date';
	return PROPERTY_TYPES.find((each) => each === type);
}

/**
 * Values as they go into the body, by name: nothing for undefined, and for blanks where they are no
 * value of the type.
 * @throws NodeOperationError for a value that does not fit the type
 */
export function propertyValues(
	item: Item,
	field: string,
	entries: Array<[string, unknown]>,
	typeIn: (name: string) => PropertyType | 'consent' | undefined,
): Map<string, GenericValue> {
	const values = new Map<string, GenericValue>();
	for (const [name, given] of entries) {
		if (given === undefined || isUnfilled(item, given)) continue;
		const { value, wayOut } = propertyValue(given, typeIn(name));
		if (wayOut !== undefined) {
			throw item.invalidParameter(
				`'${field}': '${formatName(name)}' can't be ${shown(given)}`,
				wayOut,
			);
		}
		if (value !== undefined) values.set(name, value);
	}
	return values;
}

/**
 * A value as Loops takes it for a contact property, null to clear it; undefined for a blank where the
 * type has none, as in an empty cell of a CSV file. What has no type is told by the value, and `consent`
 * is the subscription.
 */
function propertyValue(value: unknown, type?: PropertyType | 'consent'): Reading<GenericValue> {
	if (type === 'consent') {
		const { value: given } = booleanOf(value);
		return given === undefined
			? { wayOut: 'The subscription takes true or false' }
			: { value: given };
	}
	if (value === null) return { value: null };
	switch (type) {
		case 'string':
			return orElse(isMoment(value) ? dateOf(value) : textOf(value), 'text');
		case 'number':
			return orElse(numberOf(value), 'a number');
		case 'boolean':
			return orElse(booleanOf(value, { isData: true }), 'a boolean');
		case 'date':
			return dateOf(value);
		default:
			return untyped(value);
	}
}

function orElse(reading: Reading<GenericValue>, kind: string): Reading<GenericValue> {
	return reading.wayOut === undefined
		? reading
		: {
				wayOut: `The property is ${kind} in Loops: give it one, or leave it out. ${reading.wayOut}.`,
			};
}

function untyped(value: unknown): Reading<GenericValue> {
	if (isMoment(value)) return dateOf(value);
	return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
		? { value: value as GenericValue }
		: { wayOut: 'A contact property takes text, a number, true or false, a date, or null' };
}
