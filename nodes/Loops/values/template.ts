import { isBlank } from './blank';

/** The expressions of a text as it was written, each with its brackets. */
export interface Template {
	/** None where the text is one expression, or has none: n8n then joins nothing. */
	parts: string[];
	/** Those within a text of the JSON that the whole makes, and within a name. */
	inStrings: string[];
	inNames: string[];
	/** Brackets in a text that is no expression: n8n leaves them as they are. */
	isLiteral?: true;
}

/** The template of what is no expression, or one expression as a whole. */
export const NO_PARTS: Template = { parts: [], inStrings: [], inNames: [] };

/** The template of brackets that n8n does not resolve. */
export const LITERAL: Template = { ...NO_PARTS, isLiteral: true };

/** Takes an expression apart as n8n does it. */
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

/** Where brackets are that no backslash escapes; -1 without any. */
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

/** A JSON string, also one that does not end, with the colon that follows a name; or a part outside. */
const STRING_OR_PART = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"(\s*:)?|$)|\0/g;

function partsInJson(parts: string[], constants: string[]) {
	const inStrings: string[] = [];
	const inNames: string[] = [];
	let seen = 0;
	for (const [token, colon] of constants.join('\0').matchAll(STRING_OR_PART)) {
		const first = seen;
		seen += token.split('\0').length - 1;
		if (token === '\0') continue;
		for (const part of parts.slice(first, seen)) {
			inStrings.push(part);
			if (colon) inNames.push(part);
		}
	}
	return { inStrings, inNames };
}
