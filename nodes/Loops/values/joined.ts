/** A string, a template literal whose expressions are simple, or a character. */
const TOKEN =
	/'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\$]|\\[^]|\$(?!\{)|\$\{[^`{}]*\})*`|\?\.|[^]/gu;

/** What may stand outside strings and brackets next to the separator. */
const PLAIN = /^(['"`][^]+|\?\.|[\p{L}\p{N}_$.\s()[\]{}])$/u;

/** A choice or a fallback may give '' on purpose. */
const DELIBERATE = /\?(?!\.)|\|\||&&|\$if\(|ifEmpty\(/;

/** The code between separators outside strings and brackets; undefined where that is hard to tell. */
function split(code: string, separator: '+' | ','): string[] | undefined {
	const pieces = [''];
	let depth = 0;
	for (const [token] of code.matchAll(TOKEN)) {
		// An open string, a regular expression, a comment, a function.
		if (/^['"`/=;]$/.test(token)) return undefined;
		if (/^[([{]$/.test(token)) depth++;
		if (/^[)\]}]$/.test(token)) depth--;
		if (depth < 0) return undefined;
		if (depth === 0 && token === separator) pieces.push('');
		else if (depth === 0 && !PLAIN.test(token)) return undefined;
		else pieces[pieces.length - 1] += token;
	}
	return depth === 0 ? pieces.map((piece) => piece.trim()) : undefined;
}

/** The expressions that a piece inserts: none if it is a constant. */
function inserted(piece: string): string[] {
	if (/^['"]/.test(piece)) return [];
	const all = piece.startsWith('`')
		? [...piece.matchAll(/\\[^]|\$\{([^`{}]*)\}/gu)].flatMap(([, code]) => code ?? [])
		: [piece];
	return all.filter((code) => code.trim() !== '' && !DELIBERATE.test(code));
}

/**
 * The expressions whose values the code of an expression joins to text: `b` of `'a' + b`, of a template
 * literal, and of `['a', b].join('-')`, also if a method such as `.toLowerCase()` follows. Only of code
 * that is plainly one of these.
 */
export function joinedIn(code: string): string[] {
	const array = /^\s*\[([^]*)\]\.join\([^()]*\)\s*$/.exec(code);
	if (array) return split(array[1], ',')?.flatMap(inserted) ?? [];
	const group = /^\s*\(([^]*)\)(\.\w+\(\))+\s*$/.exec(code);
	if (group) return joinedIn(group[1]);
	const pieces = split(code, '+') ?? [];
	return pieces.some((piece) => /^['"`]/.test(piece)) ? pieces.flatMap(inserted) : [];
}
