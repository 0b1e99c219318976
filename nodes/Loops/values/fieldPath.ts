import { canNormalize, isBlank, spellingKey } from './blank';
import { formatName } from './format';
import { memoized } from './memoized';
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
