import type { GenericValue } from 'n8n-workflow';

import { isMoment, parseDate } from './date';
import { truncate } from './format';
import {
	isPlainObject,
	lossIn,
	parseBoolean,
	parseNumber,
	type ParseResult,
	parseText,
} from './parse';

export const PROPERTY_TYPES = ['string', 'number', 'boolean', 'date'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** What a value of a type is, for messages. */
export const TYPE_WORDS: Record<PropertyType, string> = {
	string: 'text',
	number: 'a number',
	boolean: 'true or false',
	date: 'a date',
};

/** False for a type that is new in Loops: its values go as they were given. */
export const isKnownType = (type?: string): type is PropertyType | 'consent' =>
	['consent', ...PROPERTY_TYPES].some((known) => known === type);

/** What blank input does to its contact property. */
export type EmptyInput = 'leave' | 'clear';

/** The values that contact properties, event properties or data variables take. */
export interface ValueKind {
	/** Whether null clears a value. If not, null goes to `parse`. */
	isNullable: boolean;
	/** What a blank value does, whatever its type; without it, blank text is a value. */
	blank?: EmptyInput;
	/** Parses a value of unknown type. */
	parse(value: unknown): ParseResult<unknown>;
}

const isTextOrNumber = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

const scalar = (value: unknown, hint: string): ParseResult<unknown> => {
	if (isMoment(value)) return parseDate(value);
	return isTextOrNumber(value) || typeof value === 'boolean' ? { value } : { hint };
};

export const contactProperty: ValueKind = {
	isNullable: true,
	parse: (value) =>
		scalar(value, 'A contact property takes text, a number, true or false, a date, or null'),
};

/** Unlike for contact properties, the official client allows no null here. */
export const eventProperty: ValueKind = {
	isNullable: false,
	parse: (value) =>
		scalar(
			value,
			'An event property takes text, a number, true or false, or a date. Leave out what has no value.',
		),
};

const isFlatObject = (entry: unknown) =>
	isPlainObject(entry) && Object.values(entry).every(isTextOrNumber);

/** Arrays fill the list blocks of a template. Loops takes no null and no nested objects. */
export const dataVariable: ValueKind = {
	isNullable: false,
	parse: (value) => {
		if (isTextOrNumber(value)) return { value };
		if (isMoment(value)) return parseDate(value);
		if (!Array.isArray(value)) {
			return {
				hint: 'A data variable takes text, a number, or an array of objects; a date goes as text. Leave out an optional variable that has no value, or give it empty text.',
			};
		}
		return value.every(isFlatObject)
			? { value }
			: { hint: 'Each entry of an array has to be an object whose values are text or numbers' };
	},
};

/** Parses a value of known type. A blank number, boolean or date becomes undefined. */
export function parseTyped(
	value: unknown,
	type: PropertyType | 'consent',
): ParseResult<GenericValue | undefined> {
	const named = (result: ParseResult<GenericValue>, kind: string) =>
		result.hint === undefined
			? result
			: { hint: `The property is ${kind} in Loops. ${result.hint}.` };
	switch (type) {
		case 'consent': {
			const { value: given } = parseBoolean(value);
			return given === undefined
				? { hint: 'The subscription takes true or false' }
				: { value: given };
		}
		case 'string':
			return named(isMoment(value) ? parseDate(value) : parseText(value), 'text');
		case 'number':
			return named(parseNumber(value), 'a number');
		case 'boolean':
			return named(parseBoolean(value, { isData: true }), 'a boolean');
		case 'date':
			return parseDate(value);
	}
}

/** Parses a value of the type that the user chose in its row. */
export function parseRow(value: unknown, type: unknown): ParseResult<unknown> {
	if (value === null) return { value };
	const parsed = parseRowType(value, type);
	if (parsed.hint === undefined && parsed.value !== undefined) return parsed;
	const hint = `Its type is set to ${String(type)}: convert the value, or choose another type`;
	return { hint: parsed.hint === undefined ? hint : `${hint}. ${parsed.hint}` };
}

function parseRowType(value: unknown, type: unknown): ParseResult<unknown> {
	switch (type) {
		case 'string':
			return isMoment(value) ? { value } : parseText(value);
		case 'number':
			return parseNumber(value);
		case 'boolean':
			return parseBoolean(value, { isData: true });
		case 'array':
			return Array.isArray(value) ? { value } : jsonIn(value, Array.isArray);
		case 'object':
			return typeof value === 'object' ? { value } : jsonIn(value, isPlainObject);
		default:
			return { value };
	}
}

/** Undefined for text that is not JSON of this kind. */
function jsonIn(value: unknown, isKind: (parsed: unknown) => boolean): ParseResult<unknown> {
	if (typeof value !== 'string') return { value: undefined };
	try {
		const parsed: unknown = JSON.parse(value);
		const lost = lossIn(value);
		if (lost !== undefined)
			return { hint: `${truncate(lost)} loses digits: give it as text, in quotes` };
		return { value: isKind(parsed) ? parsed : undefined };
	} catch {
		return { value: undefined };
	}
}
