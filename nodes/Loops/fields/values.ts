import { checkExpression, truncate } from '../http/sentences';
import { isBlank, trimmed } from './blank';
import type { Item } from './item';
import { booleanOf, isPlainObject, numberOf, textOf } from './kinds';
import { isUnfilled } from './unfilled';

/** A value as it may appear in an error: short, and on one line. */
export function shown(value: unknown): string {
	return truncate(asText(value));
}

function asText(value: unknown): string {
	// JSON has no NaN and no Infinity.
	if (typeof value === 'number') return String(value);
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		// A bigint, or an object that holds itself.
		return typeof value === 'bigint' ? String(value) : 'an object that JSON has no form for';
	}
}

/** Text without surrounding white space; a number counts as text, as databases hold IDs. Blank is ''. */
export function readText(item: Item, field: string, value: unknown): string {
	if (isBlank(value) || isUnfilled(item, value)) return '';
	const text = textOf(value);
	if (text.wayOut === undefined) return trimmed(text.value);
	throw item.invalidParameter(
		`'${field}' is not text: ${shown(value)}`,
		typeof value === 'number' && Number.isFinite(value)
			? text.wayOut
			: checkExpression('one text or number'),
	);
}

/**
 * True or false. Variables and environment of n8n hold text, so that "true" and "false" are read as
 * such. Nothing is refused, too: an expression that finds nothing has decided nothing.
 */
export function readBoolean(item: Item, field: string, value: unknown): boolean {
	const given = booleanOf(value).value;
	if (given !== undefined) return given;
	throw item.invalidParameter(
		`'${field}' is neither true nor false: ${shown(value)}`,
		checkExpression('true or false'),
	);
}

/** An entry of 'Options' that is true or false; `initial` where it was not added. */
export function readFlag(item: Item, name: string, field: string, initial = false): boolean {
	return name in item.options ? readBoolean(item, field, item.options[name]) : initial;
}

/** A number from `min` on, given as a number or as text; undefined where nothing is given. */
export function readNumber(
	item: Item,
	field: string,
	value: unknown,
	{ min = 0, max = Infinity, isWhole = false } = {},
): number | undefined {
	const { value: number, wayOut } = numberOf(
		isUnfilled(item, value) ? undefined : (value ?? undefined),
	);
	if (wayOut === undefined) {
		if (number === undefined) return undefined;
		if (number >= min && number <= max && (!isWhole || Number.isInteger(number))) return number;
	}
	const range = max === Infinity ? `, ${min} or more` : ` from ${min} to ${max}`;
	throw item.invalidParameter(
		`'${field}' can't be ${shown(value)}`,
		`Give a ${isWhole ? 'whole ' : ''}number${range}`,
	);
}

/** One of the choices of a select. */
export function readChoice<T extends string>(
	item: Item,
	field: string,
	value: unknown,
	choices: readonly T[],
): T {
	const choice = choices.find((each) => each === value);
	if (choice !== undefined) return choice;
	throw item.invalidParameter(
		`'${field}' can't be ${shown(value)}`,
		`Choose one of ${choices.join(', ')}`,
	);
}

/** The choice of an entry of 'Options'; `initial` where it was not added. */
export const readOption = <T extends string>(
	item: Item,
	name: string,
	field: string,
	choices: readonly T[],
	initial: T,
): T => (name in item.options ? readChoice(item, field, item.options[name], choices) : initial);

/** The entries of a collection that were added, by name. */
export function readCollection<T extends object = Record<string, unknown>>(
	item: Item,
	field: string,
	value: unknown,
): Partial<T> {
	if (isBlank(value)) return {};
	if (isPlainObject(value)) return value as Partial<T>;
	throw item.invalidParameter(
		`'${field}' can't be ${shown(value)}`,
		checkExpression('an object of names and values'),
	);
}

/** The rows of a list in a form. */
export function readRows<T extends object = Record<string, unknown>>(
	item: Item,
	field: string,
	value: unknown,
): Array<Partial<T>> {
	if (isBlank(value)) return [];
	if (Array.isArray(value) && value.every(isPlainObject)) return value as Array<Partial<T>>;
	throw item.invalidParameter(
		`'${field}' can't be ${shown(value)}`,
		checkExpression('an array of objects'),
	);
}
