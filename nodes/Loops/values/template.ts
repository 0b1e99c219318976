import { isBlank } from './blank';

/** The expressions in an unresolved text, each with its brackets. */
export interface Template {
	/** Empty if the text has no expression, or is a single one: n8n then joins nothing. */
	parts: string[];
	/** For JSON text: the parts within strings, and those within names. */
	inStrings: string[];
	inNames: string[];
	/** For JSON text: the parts that stand for a whole value. */
	asValues: string[];
	/** The text has brackets but is not an expression: n8n does not resolve them. */
	isLiteral?: true;
}

export const NO_PARTS: Template = { parts: [], inStrings: [], inNames: [], asValues: [] };

export const LITERAL: Template = { ...NO_PARTS, isLiteral: true };

/** Splits an expression the way n8n does. */
export function parseTemplate(text: string): Template {
	const parts: string[] = [];
	const constants: string[] = [];
	let at = 1;
	for (let open = find('{{', text, at); open >= 0; open = find('{{', text, at)) {
		constants.push(text.slice(at, open));
		const close = find('}}', text, open + 2);
		at = close < 0 ? text.length : close + 2;
		parts.push(text.slice(open, at));
	}
	constants.push(text.slice(at));
	return parts.length > 1 || constants.some((constant) => !isBlank(constant))
		? { parts, ...partsInJson(parts, constants) }
		: NO_PARTS;
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

/** A JSON string, even if it does not end, with the colon after a name; or a part outside strings. */
const STRING_OR_PART = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"(\s*:)?|$)|\0/g;

function partsInJson(parts: string[], constants: string[]) {
	const inStrings: string[] = [];
	const inNames: string[] = [];
	const asValues: string[] = [];
	let seen = 0;
	for (const [token, colon] of constants.join('\0').matchAll(STRING_OR_PART)) {
		const first = seen;
		seen += token.split('\0').length - 1;
		if (token === '\0' && /:\s*$/.test(constants[first])) asValues.push(parts[first]);
		if (token === '\0') continue;
		for (const part of parts.slice(first, seen)) {
			inStrings.push(part);
			if (colon) inNames.push(part);
		}
	}
	return { inStrings, inNames, asValues };
}
