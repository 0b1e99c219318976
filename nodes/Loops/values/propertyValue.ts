import { isBlank, format, formatName, isEmptyList, MAX_NAMES } from './format';
import type { Body, BodyValue } from './checked';
import { isMoment, parseDate } from './date';
import {
	isPlainObject,
	JOIN,
	joinHint,
	parseBoolean,
	parseJson,
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

/** What a value is, for messages. */
export const typeInWords = (value: unknown): string =>
	TYPE_WORDS[typeof value as PropertyType] ?? 'an object';

/** Whether a value has the type that Loops lists. True for a type that this node does not know. */
export const fitsType = (value: unknown, type?: string): boolean =>
	type === undefined ||
	!(type in TYPE_WORDS) ||
	type === typeof value ||
	(type === 'date' && parseDate(value).value !== undefined);

/** Whether this node knows the type. Values of other types are sent unchanged. */
const isKnownType = (type?: string): type is PropertyType | 'consent' =>
	['consent', ...PROPERTY_TYPES].some((known) => known === type);

/** What blank input does to its contact property. */
export type EmptyInput = 'leave' | 'clear';

export interface ValueKind {
	/** Whether null clears a value. If not, it is no value. */
	isNullable: boolean;
	/** What a blank value of any type does. If absent, blank text is sent like any other. */
	blank?: EmptyInput;
	/** Whether a value can be a list. */
	takesLists?: true;
	/** Parses a value of unknown type. */
	parse(value: unknown): Parsed;
}

/** An undefined value is left out of the body. */
type Parsed = ParseResult<BodyValue>;

const isTextOrNumber = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

/** True for a list of one text, number, date, or true or false, as in a look-up field of Airtable. */
export const isSingle = (value: unknown): boolean =>
	Array.isArray(value) &&
	value.length === 1 &&
	(isTextOrNumber(value[0]) || typeof value[0] === 'boolean' || isMoment(value[0]));

const scalar = (value: unknown, hint: string): Parsed => {
	if (isMoment(value)) return parseDate(value);
	return isTextOrNumber(value) || typeof value === 'boolean'
		? { value: value as BodyValue }
		: { hint };
};

export const contactProperty: ValueKind = {
	isNullable: true,
	parse: (value) =>
		scalar(value, 'A contact property can be text, a number, true or false, a date, or null'),
};

/** Null is left out: the official client allows none here. */
export const eventProperty: ValueKind = {
	isNullable: false,
	parse: (value) =>
		scalar(
			value,
			`An event property can be text, a number, true or false, or a date. ${joinHint(value)}`,
		),
};

/** Arrays fill the list blocks of a template. Loops takes no null and no nested objects. */
export const dataVariable: ValueKind = {
	isNullable: false,
	takesLists: true,
	parse: (value) => {
		if (isTextOrNumber(value)) return { value: value as BodyValue };
		if (isMoment(value)) return parseDate(value);
		if (Array.isArray(value)) return parseRows(value);
		return {
			hint: `A data variable can be text, a number, or an array of objects. Send a date as text. ${JOIN}`,
		};
	},
};

/** Leaves out the columns of a row that have no value. */
function parseRows(rows: unknown[]): Parsed {
	if (rows.length > MAX_NAMES) return { hint: `An array can have at most ${MAX_NAMES} entries` };
	const read: Body[] = [];
	for (const [index, row] of rows.entries()) {
		if (!isPlainObject(row))
			return { hint: `${ROWS}. The entry at index ${index} is ${format(row)}. ${JOIN}` };
		const cells = Object.entries(row)
			.filter(([, cell]) => cell !== undefined && cell !== null)
			.map(([name, cell]) => [name, isMoment(cell) ? parseDate(cell).value : cell] as const);
		const [name] = cells.find(([, cell]) => !isTextOrNumber(cell)) ?? [];
		if (name !== undefined) {
			return {
				hint: `${ROWS}. '${formatName(name)}' of the entry at index ${index} is ${format(row[name])}`,
			};
		}
		read.push(Object.fromEntries(cells) as Body);
	}
	return { value: read };
}

const ROWS = 'Each entry of an array must be an object whose values are text or numbers';

/** The parser for a value. `type` is its type in Loops, if known. */
export function parserOf(kind: ValueKind, type?: string): (value: unknown) => Parsed {
	return (value) => {
		const isNothing = isEmptyList(value) && !kind.takesLists && type !== 'consent';
		if (isNothing || (kind.blank && isBlank(value)))
			return { value: kind.blank === 'clear' ? null : undefined };
		if (value === null && type !== 'consent') return { value: kind.isNullable ? null : undefined };
		return isKnownType(type) ? parseTyped(value, type) : kind.parse(value);
	};
}

/** Parses text. True and false have one text only. */
const parseAsText = (value: unknown): ParseResult<string> =>
	parseText(typeof value === 'boolean' ? String(value) : value);

/** Parses a value of known type. A blank number, boolean or date becomes undefined. */
function parseTyped(value: unknown, type: PropertyType | 'consent'): Parsed {
	const named = (result: ParseResult<unknown>, kind: string): Parsed =>
		result.hint === undefined
			? { value: result.value as BodyValue }
			: { hint: `The property is ${kind} in Loops. ${result.hint}.` };
	switch (type) {
		case 'consent': {
			const { value: given } = parseBoolean(value);
			return given === undefined ? { hint: "Set 'subscribed' to true or false" } : { value: given };
		}
		case 'string':
			if (isMoment(value)) return named(parseDate(value), 'text');
			return named(parseAsText(value), 'text');
		case 'number':
			return named(parseNumber(value), 'a number');
		case 'boolean':
			return named(parseBoolean(value, { isData: true }), 'a boolean');
		case 'date':
			return parseDate(value);
	}
}

/** Parses a value of the type that the user chose in its row. Null, and a blank number or boolean, become undefined. */
export function parseChosen(value: unknown, type: string): ParseResult<unknown> {
	const isNothing = isBlank(value) ? type !== 'string' : isEmptyList(value) && type !== 'array';
	if (value === null || isNothing) return { value: undefined };
	const parsed = parseRowType(value, type);
	if (parsed.hint === undefined && parsed.value !== undefined) return parsed;
	const hint = `The type of this row is ${type}. Convert the value, or choose another type`;
	return { hint: parsed.hint === undefined ? hint : `${hint}. ${parsed.hint}` };
}

function parseRowType(value: unknown, type: unknown): ParseResult<unknown> {
	switch (type) {
		case 'string':
			return isMoment(value) ? { value } : parseAsText(value);
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

/** Undefined for what is not of this kind. */
function jsonIn(value: unknown, isKind: (parsed: unknown) => boolean): ParseResult<unknown> {
	if (typeof value !== 'string') return { value: undefined };
	const result = parseJson(value);
	if (result.problem !== undefined) return { hint: `The text ${result.problem}. ${result.hint}` };
	return { value: isKind(result.parsed) ? result.parsed : undefined };
}
