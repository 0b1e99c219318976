import { isBlank } from './blank';

/** The expressions in an unresolved text, each with its brackets. */
export interface Template {
	/** Empty if the text has no expression, or is a single one: n8n then joins nothing. */
	expressions: string[];
	/** The text around them: one more than there are expressions. */
	constants: string[];
}

export const NO_EXPRESSIONS: Template = { expressions: [], constants: [''] };

/** Splits an expression the way n8n does. */
export function parseTemplate(text: string): Template {
	const expressions: string[] = [];
	const constants: string[] = [];
	let at = 1;
	for (let open = find('{{', text, at); open >= 0; open = find('{{', text, at)) {
		// n8n halves backslashes before an expression.
		constants.push(text.slice(at, open).replaceAll('\\\\', '\\'));
		const close = find('}}', text, open + 2);
		at = close < 0 ? text.length : close + 2;
		expressions.push(text.slice(open, at));
	}
	constants.push(text.slice(at));
	// n8n also joins blanks around a single expression.
	return expressions.length === 1 && constants.join('') === ''
		? NO_EXPRESSIONS
		: { expressions, constants };
}

/** The index of the next brackets without a backslash; -1 if there are none. */
function find(brackets: string, text: string, from: number): number {
	let start = from;
	for (let at = text.indexOf(brackets, start); at >= 0; at = text.indexOf(brackets, start)) {
		let before = at;
		while (before > start && text[before - 1] === '\\') before--;
		if ((at - before) % 2 === 0) return at;
		start = at + brackets.length;
	}
	return -1;
}

/** Converts a value to text as n8n does within a text. */
const joined = (value: unknown): string => [value].join('');

/** An expression that escapes its value for JSON itself. */
const ESCAPES = /\\\\|\.stringify\(|toJsonString/;

/** False for a value that ends the JSON string or value around it, or that JSON reads as another one. */
function fitsInJson(text: string, expression: string, isInString: boolean): boolean {
	try {
		const read: unknown = JSON.parse(isInString ? `"${text}"` : `[${text}]`);
		return !isInString || read === text || ESCAPES.test(expression);
	} catch {
		return false;
	}
}

function hasOddQuotes(json: string): boolean {
	const quotes = json.match(/\\[^]|"/g)?.filter((each) => each === '"') ?? [];
	return quotes.length % 2 === 1;
}

/** The expressions within the strings of JSON text. */
export function expressionsInStrings({ expressions, constants }: Template): string[] {
	let isInString = false;
	return expressions.filter((_, index) => {
		if (hasOddQuotes(constants[index])) isInString = !isInString;
		return isInString;
	});
}

/**
 * JSON text with the values of its expressions. One outside quotes that finds nothing is null. `broken`
 * is the first one whose value would change the JSON around it, such as `Kim", "subscribed": true`.
 */
export function jsonWith(
	{ expressions, constants }: Template,
	valueOf: (expression: string) => unknown,
) {
	let [text] = constants;
	let isInString = false;
	for (const [index, expression] of expressions.entries()) {
		if (hasOddQuotes(constants[index])) isInString = !isInString;
		const value = joined(valueOf(expression));
		const given = isInString || !isBlank(value) ? value : 'null';
		// A backslash before it would escape its first character.
		const isEscaped = /(?<!\\)(\\\\)*\\$/.test(constants[index]);
		if (isEscaped || !fitsInJson(given, expression, isInString)) {
			return { text, broken: { expression, isInString } };
		}
		text += given + constants[index + 1];
	}
	return { text };
}
