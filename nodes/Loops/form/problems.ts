import type { INodeExecutionData } from 'n8n-workflow';

import { isBlank } from '../values/blank';
import { isInvalidDate, isMoment } from '../values/date';
import { format, formatName } from '../values/format';
import { expressionHint } from '../values/itemRefused';
import { parseText } from '../values/parse';
import { JoinedObject } from './joinedObject';

/** What is wrong with a value, and the next step. */
export type Problem = [problem: string, hint: string];

/** Values that identify nobody: shops and databases write them where there is none. */
export const NOT_UNIQUE = ['0', '-', 'n/a', 'N/A', 'undefined', 'null', 'NaN', '[object Object]'];

const NOT_IDENTIFYING =
	'Without this part, the rest of the value may identify another person or message. Filter out items without it before this node';
export const OR_EMPTY = "If the value may be empty, write ?? '' before the closing }}";
const NO_DATE = 'This means that n8n could not read a date. Check the date and its format';

export const formatResult = (value: unknown): string =>
	value instanceof JoinedObject ? 'an object' : format(isMoment(value) ? String(value) : value);

/** The hint if the result of an expression identifies nothing. */
function hintForResult(value: unknown): string | undefined {
	if (isBlank(value) || Number.isNaN(value)) return NOT_IDENTIFYING;
	if (isInvalidDate(value)) return NO_DATE;
	if (Array.isArray(value) && value.length > 0) return value.map(hintForResult).find(Boolean);
	return typeof value === 'boolean' || isMoment(value) ? undefined : parseText(value).hint;
}

/** The problem of the first result that is unusable. `ifBlank` is the hint for one that is blank. */
export function resultProblem(
	label: string,
	results: Array<readonly [expression: string, value: unknown]>,
	ifBlank = NOT_IDENTIFYING,
): Problem | undefined {
	for (const [expression, value] of results) {
		const hint = hintForResult(value);
		if (hint === undefined) continue;
		const what = isBlank(value) ? 'returns nothing' : `returns ${formatResult(value)}`;
		return [`'${label}': ${formatName(expression)} ${what}`, isBlank(value) ? ifBlank : hint];
	}
	return undefined;
}

/** The problem if a value is neither text, a number nor a date. */
export function textProblem(label: string, value: unknown): Problem | undefined {
	if (isMoment(value)) return dateProblem(label, value);
	const { hint } = parseText(value);
	if (hint === undefined) return undefined;
	const isNumber = typeof value === 'number' && Number.isFinite(value);
	return [
		`'${label}' is not text: ${format(value)}`,
		isNumber ? hint : expressionHint('a single text or number'),
	];
}

/** The problem if a value is an invalid date, or the text that JavaScript or Luxon makes of one. */
export const dateProblem = (label: string, value: unknown): Problem | undefined =>
	isInvalidDate(value) ? [`'${label}' can't be ${formatResult(value)}`, NO_DATE] : undefined;

export const notUniqueProblem = (label: string, text: string, things: string): Problem => [
	`'${label}' can't be ${format(text)}: it would be the same for different ${things}`,
	`Check that the expression returns a different value for each of the ${things}`,
];

/** The problem of a word that JavaScript wrote for a missing value. */
export const wordProblem = (label: string, word: string, text: unknown): Problem => [
	`'${formatName(label)}' contains '${word}', but the item's data does not: ${format(text)}`,
	'An expression in this field returned nothing. Filter out items without the value before this node',
];

/** The problem if the input field, or the value, holds no file. */
export function fileProblem(
	label: string,
	field: string | undefined,
	{ binary = {} }: INodeExecutionData,
): Problem {
	if (field === undefined) {
		return [
			`'${label}' is an object without the content of a file`,
			"Enter the name of the input field. If n8n keeps files in memory, an expression can't return the file itself.",
		];
	}
	const fields = Object.keys(binary);
	return [
		`'${label}': the item has no file in '${formatName(field)}'`,
		fields.length > 0
			? `The item has files in: ${fields.map(formatName).join(', ')}`
			: 'The item has no files at all. Check that the node that gets the file succeeded, and that later nodes pass files on. Pinned data contains no files.',
	];
}
