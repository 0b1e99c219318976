import { isBlank, trimmed } from './blank';

/** What became of a value: as it goes to Loops, or else what to give in its place. */
export type ParseResult<T> = { value: T; hint?: undefined } | { value?: undefined; hint: string };

/** A number in decimal digits, as people and spreadsheets write it; no 0x10, no 1,5, no Infinity. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Text as it is, and a number in its digits. */
export function parseText(value: unknown): ParseResult<string> {
	if (typeof value === 'string') return { value };
	if (typeof value !== 'number' || !Number.isFinite(value)) {
		return { hint: 'It takes text or a number' };
	}
	// Other IDs have become the same number on the way here.
	return Number.isInteger(value) && !Number.isSafeInteger(value)
		? { hint: 'A number this large has lost digits before it came here: give it as text' }
		: { value: String(value) };
}

/** A number, or text that is one; blank is undefined. */
export function parseNumber(value: unknown): ParseResult<number | undefined> {
	if (typeof value === 'string') return numberInText(trimmed(value));
	if (value === undefined) return { value };
	return typeof value === 'number' && Number.isFinite(value)
		? { value }
		: { hint: 'It takes a number, such as 12.5' };
}

function numberInText(text: string): ParseResult<number | undefined> {
	if (isBlank(text)) return { value: undefined };
	const number = Number(text);
	if (!DECIMAL.test(text) || !Number.isFinite(number)) {
		return { hint: 'It takes a number, such as 12.5, with a point and no other separator' };
	}
	return losesDigits(text)
		? { hint: 'A number can not hold all of its digits: use a property for text' }
		: { value: number };
}

/** The first number in JSON text that would lose digits. */
export const lossIn = (json: string): string | undefined =>
	json
		.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?/g, '')
		.match(/[-\d.eE+]+/g)
		?.find(losesDigits);

/** True for a large whole number, as written, that would go out in other digits, or one that would be 0. */
function losesDigits(text: string): boolean {
	const number = Number(text);
	const isLarge = Number.isInteger(number) && !Number.isSafeInteger(number);
	return (isLarge || number === 0) && digitsOf(text) !== digitsOf(String(number));
}

/** Without sign, point, exponent, and zeros at either end. */
const digitsOf = (number: string): string =>
	number.replace(/e.*|[+-.]/gi, '').replace(/^0+|(?<!0)0+$/g, '');

/**
 * True or false, also as text: n8n's variables and CSV files hold nothing else. Blank is undefined.
 * In data, 1 and 0 are booleans of a database, as they are to n8n itself (`isData`).
 */
export function parseBoolean(
	value: unknown,
	{ isData = false } = {},
): ParseResult<boolean | undefined> {
	const given = typeof value === 'string' ? trimmed(value).toLowerCase() : value;
	if (given === undefined || given === '') return { value: undefined };
	if (given === true || given === 'true') return { value: true };
	if (given === false || given === 'false') return { value: false };
	if (isData && (given === 1 || given === '1')) return { value: true };
	if (isData && (given === 0 || given === '0')) return { value: false };
	return { hint: 'It takes true or false' };
}

/** An object of names and values: no array, no date, nothing that has a meaning of its own. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (Object.prototype.toString.call(value) !== '[object Object]') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	// n8n evaluates expressions in a realm of its own, where Object is another one.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
