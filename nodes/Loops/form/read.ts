import type { IDataObject } from 'n8n-workflow';

import { isBlank, trimmed } from '../values/blank';
import { format, formatName, truncate } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { didYouMean, nearest } from '../values/nearest';
import {
	isPlainObject,
	lossIn,
	nameTwice,
	parseBoolean,
	parseNumber,
	parseText,
} from '../values/parse';
import { type Form, isOmitted, type Path } from './form';
import { checkJsonParts, checkParts } from './templateParts';

/** Trims text. Numbers count as text, since databases hold IDs as numbers. Blank becomes ''. */
export function readText(form: Form, field: string, value: unknown): string {
	if (isBlank(value) || isOmitted(form, value)) return '';
	const text = parseText(value);
	if (text.hint === undefined) return trimmed(text.value);
	const isNumber = typeof value === 'number' && Number.isFinite(value);
	throw new ItemRefused(
		`'${field}' is not text: ${format(value)}`,
		isNumber ? text.hint : expressionHint('one text or number'),
	);
}

/** A boolean, also as text. Refuses blank: the expression may have found nothing. */
export function readBoolean(field: string, value: unknown): boolean {
	const given = parseBoolean(value).value;
	if (given !== undefined) return given;
	throw new ItemRefused(
		`'${field}' is neither true nor false: ${format(value)}`,
		expressionHint('true or false'),
	);
}

/** A number in a range, also as text; undefined if nothing is given. */
export function readNumber(
	form: Form,
	field: string,
	value: unknown,
	{ min = 0, max = Infinity, isWhole = false } = {},
): number | undefined {
	const given = isOmitted(form, value) ? undefined : (value ?? undefined);
	const { value: number, hint } = parseNumber(given);
	if (hint === undefined) {
		if (number === undefined) return undefined;
		if (number >= min && number <= max && (!isWhole || Number.isInteger(number))) return number;
	}
	const range = max === Infinity ? `, ${min} or more` : ` from ${min} to ${max}`;
	throw new ItemRefused(
		`'${field}' can't be ${format(value)}`,
		`Give a ${isWhole ? 'whole ' : ''}number${range}`,
	);
}

export function readChoice<T extends string>(
	field: string,
	value: unknown,
	choices: readonly T[],
): T {
	const choice = choices.find((each) => each === value);
	if (choice !== undefined) return choice;
	throw new ItemRefused(
		`'${field}' can't be ${format(value)}`,
		`Choose one of ${choices.join(', ')}.${didYouMean(nearest(value, choices))}`,
	);
}

/** The added entries of a collection, by name. */
export function readCollection<T extends object = Record<string, unknown>>(
	field: string,
	value: unknown,
): Partial<T> {
	if (isBlank(value)) return {};
	if (isPlainObject(value)) return value as Partial<T>;
	throw new ItemRefused(
		`'${field}' can't be ${format(value)}`,
		expressionHint('an object of names and values'),
	);
}

/** The rows of a list in the form. */
export function readRows(field: string, value: unknown): Array<Record<string, unknown>> {
	if (isBlank(value)) return [];
	if (Array.isArray(value) && value.every(isPlainObject)) return value;
	throw new ItemRefused(
		`'${field}' can't be ${format(value)}`,
		expressionHint('an array of objects'),
	);
}

/** An object from a JSON field: JSON text, or an object from an expression. Blank becomes `{}`. */
export function readJson(form: Form, field: string, value: unknown, path: Path): IDataObject {
	if (isBlank(value) || isOmitted(form, value)) return {};
	checkJsonParts(form, field, path, value);
	const parsed = typeof value === 'string' ? parseJson(field, value) : value;
	if (isPlainObject(parsed)) return parsed as IDataObject;
	throw new ItemRefused(
		`'${field}' is not a JSON object: ${format(parsed)}`,
		'Give names with values in braces, such as {"planName": "team"}',
	);
}

function parseJson(field: string, text: string): unknown {
	const { parsed, problem } = attempt(text);
	if (problem !== undefined) {
		throw new ItemRefused(
			`'${field}' is not valid JSON: ${problem}`,
			'Check quotes, commas and brackets, or give an object through an expression',
		);
	}
	const twice = nameTwice(text);
	if (twice !== undefined) {
		throw new ItemRefused(`'${field}' has '${formatName(twice)}' twice`, 'Give each name once');
	}
	const lost = lossIn(text);
	if (lost === undefined) return parsed;
	throw new ItemRefused(
		`'${field}' holds a number that loses digits: ${truncate(lost)}`,
		'Give it as text, in quotes',
	);
}

function attempt(text: string): { parsed?: unknown; problem?: string } {
	try {
		return { parsed: JSON.parse(text) as unknown };
	} catch (error) {
		return { problem: (error as Error).message };
	}
}

/** Unique IDs from a multi-select or an expression: an array of texts, or one text with commas. */
export function readIdList(form: Form, field: string, value: unknown, path: Path): string[] {
	const ids = idsOf(value, (id) => !isOmitted(form, id));
	// Without any ID, the field counts as untouched.
	if (ids?.length === 0) return ids;
	checkParts(form, field, path, ids);
	if (ids) return ids;
	throw new ItemRefused(
		`'${field}' can't be ${format(value)}`,
		'Choose from the list, or give IDs as an array of texts or as one text with commas',
	);
}

/** The unique IDs in an array of texts, or in one text with commas; undefined for anything else. */
export function idsOf(
	value: unknown,
	isGiven: (id: unknown) => boolean = () => true,
): string[] | undefined {
	if (isBlank(value)) return [];
	const given = typeof value === 'string' ? listIn(value) : value;
	if (!Array.isArray(given)) return undefined;
	const ids = given.filter(isGiven);
	if (ids.some((id) => typeof id !== 'string')) return undefined;
	return [...new Set(ids.map((id: string) => trimmed(id)).filter((id) => id !== ''))];
}

/** n8n's variables hold arrays as JSON text. */
function listIn(text: string): unknown {
	if (!/^[[{"]/.test(trimmed(text))) return text.split(',');
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The fixed value of a resource locator; undefined if an expression gives it. */
export function writtenLocator(
	form: Form,
	name: string,
): { mode?: unknown; value: string } | undefined {
	const written = form.written(name);
	const { mode, value } = isPlainObject(written) ? written : { mode: undefined, value: written };
	return typeof value === 'string' && !value.startsWith('=') ? { mode, value } : undefined;
}
