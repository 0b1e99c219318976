import { memoized } from './cache';
import { canNormalize, formatName, isBlank, spellingKey } from './format';
import { isPlainObject } from './parse';

/** Where an expression reads a field, such as `$json.user.plan`. */
export interface FieldPath {
	/** What holds the field in one item, such as `$json`. */
	root: string;
	/** The node that is named, such as `$('Rows')`; undefined for the input. */
	node?: string;
	/** The names of the field and of those around it. */
	names: string[];
}

const QUOTED = /(?:'[^'\\]*'|"[^"\\]*"|`[^`\\$]*`)/.source;
const ITEM = /\.(?:item|first\(\)|last\(\))\.json/.source;
const ROOT = [
	/\$json/.source,
	`\\$input${ITEM}`,
	`(?<node>\\$\\(${QUOTED}\\))${ITEM}`,
	`\\$node\\[(?<name>${QUOTED})\\]\\.json`,
].join('|');
const NAME = `\\.([\\p{L}_$][\\p{L}\\p{N}_$]*)|\\[(${QUOTED}|\\d+)\\]`;

const PATH = `(?<root>${ROOT})(?<names>(?:${NAME})+)`;
const PLAIN = new RegExp(`^\\{\\{\\s*${PATH}\\s*\\}\\}$`, 'u');

/**
 * The path, if the expression is nothing else. Whoever writes `?.`, `??` or a call may expect that the
 * field is missing.
 */
export function plainPathIn(expression: string): FieldPath | undefined {
	const match = PLAIN.exec(expression);
	return match ? pathOf(match) : undefined;
}

/** All paths in an expression, or in a text with expressions. */
const fieldPathsIn = (text: string): FieldPath[] =>
	[...text.matchAll(new RegExp(PATH, 'gu'))].map(pathOf);

function pathOf({ groups: { root, node, name, names } = {} }: RegExpMatchArray): FieldPath {
	return {
		root,
		node: name === undefined ? node : `$(${name})`,
		names: [...names.matchAll(new RegExp(NAME, 'gu'))].map(
			([, plain, inBrackets]) => plain ?? inBrackets.replace(/^\D|\D$/g, ''),
		),
	};
}

/** The first missing field on the path. Nothing is missing below an empty value or in a list. */
export function missingIn(data: unknown, { names }: FieldPath) {
	let value = data;
	for (const name of names) {
		if (isBlank(value) || Array.isArray(value)) return undefined;
		const owner = Object(value) as Record<string, unknown>;
		if (!(name in owner)) return { name, owner };
		value = owner[name];
	}
	return undefined;
}

const HIDDEN = /[\p{Cf}\p{Cc}\p{DI}]/gu;

/** Strangers choose the fields that a webhook receives: 10,000 names of marks take 0.2 seconds. */
const MAX_COMPARED = 1_000;

const looks = (name: string): string =>
	spellingKey(name.replace(HIDDEN, '').replace(/\p{Z}/gu, ' ')).toLowerCase();

/** The names in an object by their look, computed once: dozens of parameters may miss a field of the same items. */
const namesByLook = memoized<object, Map<string, string>>((owner) => {
	const names = Object.keys(owner).slice(0, MAX_COMPARED).filter(canNormalize);
	// The first of two names that look the same is kept.
	return new Map(names.reverse().map((name) => [looks(name), name]));
});

/** As `lookAlikeIn`, for the fields that a text with expressions reads. `dataOf` a root may throw. */
export function lookAlikeFor(text: string, dataOf: (root: string) => unknown) {
	for (const path of fieldPathsIn(text)) {
		try {
			const lookAlike = lookAlikeIn(dataOf(path.root), path);
			if (lookAlike !== undefined) return lookAlike;
		} catch {
			// Of a node that did not run, nothing is known.
		}
	}
	return undefined;
}

/** Says which other field has a name that looks like the one that is missing; undefined if none has. */
export function lookAlikeIn(data: unknown, path: FieldPath): string | undefined {
	const missing = missingIn(data, path);
	// Text has no fields: its keys are the numbers of its characters.
	if (!missing || !isPlainObject(missing.owner)) return undefined;
	const { name, owner } = missing;
	const [header = '', ...headers] = Object.keys(owner);
	// A file with semicolons that is read with commas has one column.
	const columns = header.split(';').map((column) => column.replace(/^"|"$/g, ''));
	if (headers.length === 0 && columns.length > 1 && columns.includes(name)) {
		return `The data has a single field '${formatName(header)}'. Set 'Delimiter' to ; in the node that reads the file.`;
	}
	const other = namesByLook(owner).get(looks(name));
	if (other === undefined) return undefined;
	const field = `The data has a field '${formatName(other.replace(HIDDEN, '')).trim()}'`;
	if (other.includes('\ufeff')) {
		return `${field} with a byte order mark in its name. Turn on 'Exclude Byte Order Mark (BOM)' in the node that reads the file.`;
	}
	return other.toLowerCase() === name.toLowerCase()
		? `${field}. Field names are case-sensitive.`
		: `${field}. The two names differ only in spaces or invisible characters.`;
}

/** What JavaScript writes for a value that is missing, for an invalid date, or for an object. */
const UNDEFINED_WORD =
	/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object \w+\]/giu;

const MARKS = /\p{M}/gu;

/**
 * Removes case and accents, which an expression may change. Marks go first: to sort 100,000 of them, Node.js
 * takes 20 s, and strangers choose the texts that a webhook receives.
 */
const fold = (text: string): string =>
	text.replace(MARKS, '').normalize('NFD').replace(MARKS, '').toLowerCase();

/** The same words in the data, which an expression may cut out of others. */
const KNOWN_WORD = /undefined|null|nan|invalid date|\[object \w+\]/giu;

/** The words of texts that an expression can use, as `undefinedWordIn` compares them. */
export const knownWordsIn = (text: string): ReadonlySet<string> =>
	new Set(fold(text).match(KNOWN_WORD));

/**
 * Each word of a text is compared, and strangers choose the texts that a webhook receives: 15 MB of them
 * blocked n8n for 6 s. No identifier is as long, and few emails are.
 */
const LONGEST_SEARCHED = 100_000;

/**
 * A word that JavaScript left in the result of an expression, such as `undefined` in `user_undefined`.
 * People may be called Null: words in `known`, which the expression can use, do not count. Without `known`,
 * none counts.
 */
export function undefinedWordIn(
	text: string,
	known: () => ReadonlySet<string> | undefined,
): string | undefined {
	const words = (text.length <= LONGEST_SEARCHED && text.match(UNDEFINED_WORD)) || [];
	// An expression that gives an invalid date may write it in another form than the data.
	return words.find((word) => known()?.has(fold(word).replace('datetime', 'date')) === false);
}

/** What `{{ }}` may name besides the item: it holds no text of other data. */
const OTHER_SOURCE =
	/\$(?=[a-z(])(?!(?:json|input\.item|now|today|itemIndex|runIndex|if|ifEmpty|min|max|jmespath)\b)/i;

/** True if an expression names more than the item, such as another node or a variable. */
export const hasOtherSource = (expression: string): boolean => OTHER_SOURCE.test(expression);

/** An item of another node or of the input, or what holds texts of its own. */
const SOURCE =
	/\$(?:\((['"`]).*?\1\)|node\[(['"`]).*?\2\]|input)\.\w+(?:\([^()]*\))?|\$(?:vars|binary|workflow|prevNode)\b/g;

/** The data that an expression names, each as an expression. */
export const sourcesIn = (expression: string): string[] => expression.match(SOURCE) ?? [];

/** To fold 15 MB of accents, Node.js takes 3 s. Few items have as many characters. */
const MAX_CHARACTERS = 500_000;

/**
 * The names and texts in an item's data, or undefined if they are too long to be searched. JSON would write null
 * and NaN as the word null: both are left out.
 */
export function textsIn(data: unknown): string | undefined {
	let left = MAX_CHARACTERS;
	const textOf = (name: string, value: unknown) => {
		left -= name.length + (typeof value === 'string' ? value.length : 1);
		if (left < 0) throw new RangeError(); // Ends the search.
		return typeof value === 'string' || typeof value === 'object' ? (value ?? '') : '';
	};
	try {
		return JSON.stringify(data, textOf) ?? '';
	} catch {
		return undefined;
	}
}

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
