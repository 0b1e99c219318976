import { joinedIn } from './joined';

/** The expressions in an unresolved text, each with its brackets. */
export interface Template {
	/** Empty if the text has no expression, or is a single one: n8n then joins nothing. */
	parts: string[];
	/** The expressions that these, or a single one, join to text themselves: `{{ b }}` of `{{ 'a' + b }}`. */
	joined: string[];
	/** For JSON text: the parts within strings, those that are a whole string, and those within names. */
	inStrings: string[];
	asStrings: string[];
	inNames: string[];
	/** For JSON text: what contains parts outside strings, such as `-{{ $json.n }}`. */
	asValues: string[];
	/** The text has brackets that n8n does not resolve: it is fixed, or a backslash is before them. */
	isLiteral?: true;
}

export const NO_PARTS: Template = {
	parts: [],
	joined: [],
	inStrings: [],
	asStrings: [],
	inNames: [],
	asValues: [],
};

export const LITERAL: Template = { ...NO_PARTS, isLiteral: true };

/** Splits an expression the way n8n does. */
export function parseTemplate(text: string): Template {
	const parts: string[] = [];
	const constants: string[] = [];
	let at = 1;
	for (let open = find('{{', text, at); open >= 0; open = find('{{', text, at)) {
		// n8n halves backslashes before an expression.
		constants.push(text.slice(at, open).replaceAll('\\\\', '\\'));
		const close = find('}}', text, open + 2);
		at = close < 0 ? text.length : close + 2;
		parts.push(text.slice(open, at));
	}
	constants.push(text.slice(at));
	const joined = parts
		.flatMap((part) => joinedIn(part.slice(2, part.endsWith('}}') ? -2 : undefined)))
		.map((code) => `{{ ${code.trim()} }}`);
	// n8n also joins blanks around a single expression.
	if (parts.length === 1 && constants.join('') === '') return { ...NO_PARTS, joined };
	const isLiteral = constants.some((constant) => constant.includes('{{'));
	return { parts, joined, ...partsInJson(parts, constants), ...(isLiteral && { isLiteral }) };
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

/** A JSON string, even if it does not end, with the colon after a name; or a word outside strings. */
const STRING_OR_WORD = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"(\s*:)?|$)|[^\s",:{}[\]]+/g;

function partsInJson(parts: string[], constants: string[]) {
	const inStrings: string[] = [];
	const asStrings: string[] = [];
	const inNames: string[] = [];
	const asValues: string[] = [];
	let seen = 0;
	for (const [token, colon] of constants.join('\0').matchAll(STRING_OR_WORD)) {
		const [before, ...after] = token.split('\0');
		const within = parts.slice(seen, (seen += after.length));
		if (token.startsWith('"')) {
			// A backslash before a part is refused with it: JSON would escape the first character.
			const escaped = [...token.matchAll(/\\([^])/g)].some(([, next]) => next === '\0');
			for (const part of within) {
				inStrings.push(escaped ? `\\${part}` : part);
				if (colon) inNames.push(part);
				if (token === '"\0"') asStrings.push(part);
			}
		} else if (within.length > 0) {
			asValues.push(before + within.map((part, index) => part + after[index]).join(''));
		}
	}
	return { inStrings, asStrings, inNames, asValues };
}
