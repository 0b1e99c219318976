import type { IDataObject } from 'n8n-workflow';

import { isBlank, MAX_VALUES, trimmed, truncate } from './format';
import { expressionHint } from './itemRefused';

/** Sorts the keys of objects at all levels: Loops, or a model, may give them in any order. */
export function sortKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([name, each]) => [name, sortKeys(each)]));
}

/** The value as Loops takes it, or a hint on what to give instead. */
export type ParseResult<T> = { value: T; hint?: undefined } | { value?: undefined; hint: string };

/** A decimal number, as people and spreadsheets write it; no 0x10, 1,5 or Infinity. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

export const JOIN = 'To send an array as text, join it: {{ $json.tags.join(", ") }}';
const JOIN_OBJECTS =
	'To send one field of an array of objects as text, join it: {{ $json.tags.map((tag) => tag.name).join(", ") }}';

/** How to make text of an array. */
export const joinHint = (value: unknown): string =>
	Array.isArray(value) && value.some(isPlainObject) ? JOIN_OBJECTS : JOIN;

/** Text stays as is; a number becomes text. */
export function parseText(value: unknown): ParseResult<string> {
	if (typeof value === 'string') return { value };
	if (typeof value !== 'number' || !Number.isFinite(value)) {
		const hint = 'Use text or a number';
		return { hint: Array.isArray(value) ? `${hint}. ${joinHint(value)}` : hint };
	}
	// Different IDs may have been rounded to this number.
	return Number.isInteger(value) && !Number.isSafeInteger(value)
		? {
				hint: 'A number this large lost digits before it reached this node. Read the number as text in the earlier node',
			}
		: { value: String(value) };
}

/** Loops' IDs are CUIDs. */
export const isLoopsId = (text: string): boolean => /^c[a-z0-9]{20,}$/.test(text);

const URL_WITH_ID = /^https:\/\/[^/?#]+\/(?:[^?#]*\/)?(c[a-z0-9]{20,})(?:[/?#]|$)/;

/** The ID in the address at which Loops shows something. */
export const idInUrl = (text: string): string | undefined => URL_WITH_ID.exec(text)?.[1];

/** A number, or text that is one; blank becomes undefined. */
export function parseNumber(value: unknown): ParseResult<number | undefined> {
	if (typeof value === 'string') return numberInText(trimmed(value));
	if (value === undefined) return { value };
	return typeof value === 'number' && Number.isFinite(value)
		? { value }
		: { hint: 'Use a number such as 12.5' };
}

function numberInText(text: string): ParseResult<number | undefined> {
	if (isBlank(text)) return { value: undefined };
	const number = Number(text);
	if (!DECIMAL.test(text) || !Number.isFinite(number)) {
		return { hint: 'Use a number such as 12.5, with a decimal point and no thousands separators' };
	}
	return losesDigits(text)
		? { hint: "A number can't store this many digits. Use a text property" }
		: { value: number };
}

/** The value of JSON text, or what is wrong with the text. */
export function parseJson(
	text: string,
): { parsed: unknown; problem?: undefined } | { problem: string; hint: string } {
	const withoutStrings = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?/g, '');
	if (withoutStrings.split(',').length > MAX_VALUES) {
		const hint = expressionHint('only the data');
		return { problem: `has more than ${MAX_VALUES} values`, hint };
	}
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		return {
			problem: `is not valid JSON: ${(error as Error).message}`,
			hint: 'Check quotes, commas and brackets, or return an object from an expression',
		};
	}
	// The first number that would lose digits.
	const lost = withoutStrings.match(/[-\d.eE+]+/g)?.find(losesDigits);
	return lost === undefined
		? { parsed }
		: {
				problem: `contains a number that loses digits: ${truncate(lost)}`,
				hint: 'Write this number as text, in quotes',
			};
}

/** True for text of a large integer that JavaScript rounds, or of a tiny number that becomes 0. */
function losesDigits(text: string): boolean {
	const number = Number(text);
	if (Math.abs(number) === Infinity) return true;
	if (number === 0) return /^[^e]*[1-9]/i.test(text);
	// JavaScript keeps 15 digits.
	const isLarge = text.length > 15 && Number.isInteger(number) && !Number.isSafeInteger(number);
	return isLarge && digitsOf(text) !== digitsOf(String(number));
}

/** The digits of a number without zeros at either end. */
const digitsOf = (number: string): string =>
	number.replace(/e.*|[-+.]/gi, '').replace(/^0+|(?<!0)0+$/g, '');

const YES: unknown[] = [1, '1', 'yes', 'y', 't', 'on'];
const NO: unknown[] = [0, '0', 'no', 'n', 'f', 'off'];

/**
 * A boolean, also as text, since n8n's variables and CSV files only hold text. Blank becomes undefined.
 * With `isData`, what databases, spreadsheets and forms use as booleans also counts.
 */
export function parseBoolean(
	value: unknown,
	{ isData = false } = {},
): ParseResult<boolean | undefined> {
	const given = typeof value === 'string' ? trimmed(value).toLowerCase() : value;
	if (given === undefined || given === '') return { value: undefined };
	if (given === true || given === 'true') return { value: true };
	if (given === false || given === 'false') return { value: false };
	if (isData && YES.includes(given)) return { value: true };
	if (isData && NO.includes(given)) return { value: false };
	return { hint: "Use true or false, for example from {{ $json.answer === 'yes' }}" };
}

/** True for an object of names and values, but not for an array, a date or a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (Object.prototype.toString.call(value) !== '[object Object]') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	// n8n evaluates expressions in a separate realm, which has its own Object.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True for objects that this node adds to items: a failed item may come in again. */
export const isAddedByNode = (name: string, value: unknown): boolean =>
	typeof value === 'object' && /^(error|loops|_*input(Error|Loops))$/.test(name);

/** The value if it is an object, else `{}`. */
export const asRecord = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as IDataObject)
		: {};

/** The entries of text with commas, or of an array as JSON text, as in n8n's variables. Undefined for other JSON. */
export function listIn(text: string): unknown {
	if (!/^[[{"]/.test(trimmed(text))) return text.split(',');
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
