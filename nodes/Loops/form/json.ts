import type { IDataObject } from 'n8n-workflow';

import { format, formatName } from '../values/format';
import { expressionHint, ItemRefused, readEach } from '../values/itemRefused';
import { isPlainObject, parseJson } from '../values/parse';
import { jsonWith, type Template } from '../values/template';
import { formatResult } from './problems';

/**
 * An object, or the one in JSON text.
 * @throws ItemRefused for other text, for a number that loses digits, and for an expression whose value changes
 * the JSON around it
 */
export function objectIn(
	field: string,
	value: unknown,
	template: Template,
	evaluate: (expression: string) => unknown,
): IDataObject {
	const parsed =
		typeof value === 'string' ? parse(field, textOf(field, value, template, evaluate)) : value;
	if (isPlainObject(parsed)) return parsed as IDataObject;
	throw new ItemRefused(
		`'${field}' is not a JSON object: ${format(parsed)}`,
		'Enter names with values in braces, such as {"planName": "team"}',
	);
}

function textOf(
	field: string,
	value: string,
	template: Template,
	evaluate: (expression: string) => unknown,
): string {
	if (template.expressions.length === 0) return value;
	const { text, broken } = jsonWith(template, evaluate);
	if (!broken) return text;
	const { expression, isInString } = broken;
	throw new ItemRefused(
		`'${field}': ${formatName(expression)} returns ${formatResult(evaluate(expression))}`,
		isInString
			? 'This value would change the JSON around it. Use JSON.stringify() in the expression, and remove the quotes around the expression. Or return the whole object from one expression'
			: 'This is not a single JSON value. Use JSON.stringify() in the expression',
	);
}

function parse(field: string, text: string): unknown {
	const result = parseJson(text);
	if (result.problem === undefined) return result.parsed;
	throw new ItemRefused(`'${field}' ${result.problem}`, result.hint);
}

/**
 * Refuses what JSON drops or replaces by null, which would clear something in Loops.
 * @throws ItemRefused
 */
export function checkValues(field: string, given: object): void {
	readEach(Object.entries(given), ([name, value]) => {
		if (typeof value === 'object' && value !== null) checkValues(field, value as object);
		if (value !== undefined && (typeof value !== 'number' || Number.isFinite(value))) return;
		const problem = `'${field}': '${formatName(name)}' can't be ${format(value)}`;
		throw new ItemRefused(problem, expressionHint('a value'));
	});
}
