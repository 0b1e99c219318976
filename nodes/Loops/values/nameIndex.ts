import { canNormalize, formatName } from './format';

/** Normalized names, cached because every item of a run has the same ones. */
const cache = new Map<string, string>();
const MAX_KNOWN = 2_000;

/** Three letters for each syllable of Hangul. A square that holds a word has up to six, which strangers choose. */
const MAX_DECOMPOSED = 300;

/** Separators between and around words. Between digits they count: 'Week 1-2' is not 'Week 12'. */
const SEPARATORS = /(?<=\p{Nd})([\s\p{Cf}\p{Pd}_.]+)(?=\p{Nd})|[\s\p{Cf}\p{Pd}_.]+/gu;

/**
 * Removes case, accents and separators, so that 'Plan Name', plan_name and planName are the same. Other
 * symbols stay ('C++', 'A+'), and so do marks on letters that are neither Latin nor Greek: both make a
 * different name. A name without anything else becomes ''.
 */
export function normalizeName(name: string): string {
	if (!canNormalize(name)) return name;
	let text = cache.get(name);
	if (text === undefined) {
		const decomposed = name.normalize('NFKD');
		text =
			decomposed.length > MAX_DECOMPOSED
				? name
				: decomposed
						.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
						// Upper case first: it turns 'ß' into 'SS'.
						.toUpperCase()
						.toLowerCase()
						.replace(SEPARATORS, '$1');
		if (cache.size >= MAX_KNOWN) cache.clear();
		cache.set(name, text);
	}
	return text;
}

/** Something that people call by its key or by its label. */
export interface Named {
	key: string;
	label?: string | null;
}

/** Finds keys by name, in any spelling. */
export class NameIndex {
	private readonly keys: ReadonlySet<string>;
	private byNormalized?: Map<string, Set<string>>;

	constructor(readonly named: readonly Named[]) {
		this.keys = new Set(named.map(({ key }) => key));
	}

	/** The key that equals the name; otherwise all keys whose key or label is spelled alike. */
	find(name: string): string[] {
		if (this.keys.has(name)) return [name];
		this.byNormalized ??= this.groupKeys();
		return [...(this.byNormalized.get(normalizeName(name)) ?? [])];
	}

	private groupKeys(): Map<string, Set<string>> {
		const groups = new Map<string, Set<string>>();
		for (const { key, label } of this.named) {
			for (const normalized of [normalizeName(key), normalizeName(label || key)]) {
				if (normalized !== '')
					groups.set(normalized, (groups.get(normalized) ?? new Set()).add(key));
			}
		}
		return groups;
	}
}

/** Longer names are not compared, which would take quadratic time. */
const MAX_LENGTH = 60;

/** Comparing many names with thousands of others is slow. */
const MAX_COMPARED = 20_000;

/**
 * The candidate that `name` is most likely a misspelling of, if there is one. `isStrict`: by one typo in four or more
 * letters.
 */
export function nearest(
	name: unknown,
	candidates: Iterable<string>,
	isStrict = false,
): string | undefined {
	const wanted = typeof name === 'string' ? normalizeName(name) : '';
	if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
	let best: string | undefined;
	let least = isStrict ? Number(wanted.length > 3) + 1 : Math.floor(wanted.length / 3) + 1;
	for (const candidate of candidates) {
		const other = normalizeName(candidate);
		// The distance is at least the difference in length, which is quicker to compute.
		if (Math.abs(other.length - wanted.length) >= least) continue;
		// 'Address 2' is no misspelling of 'Address 1'.
		if (digitsIn(other) !== digitsIn(wanted)) continue;
		const distance = editDistance(wanted, other);
		if (distance < least) [best, least] = [candidate, distance];
	}
	return best;
}

const digitsIn = (text: string): string => text.replace(/\P{Nd}/gu, '');

/** Suggests the key for a name that misspells it or its label, as `nearest` does. Many names take linear time. */
export function suggester(
	named: readonly Named[],
	isStrict = false,
): (name: string) => string | undefined {
	const keys = new Map(
		named.flatMap(({ key, label }) => [...(label ? [[label, key] as const] : []), [key, key]]),
	);
	const known = new Map<string, string | undefined>();
	return (name) => {
		if (!known.has(name) && (known.size + 1) * keys.size <= MAX_COMPARED) {
			known.set(name, keys.get(nearest(name, keys.keys(), isStrict) ?? ''));
		}
		return known.get(name);
	};
}

/** '' without a suggestion. */
export const didYouMean = (meant: string | undefined): string =>
	meant === undefined ? '' : ` Did you mean '${formatName(meant)}'?`;

/** Counts insertions, deletions, replacements and swaps of neighbours. */
function editDistance(from: string, to: string): number {
	let before: number[] = [];
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
			next[j] = Math.min(
				row[j] + 1,
				next[j - 1] + 1,
				row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1),
				isSwap ? before[j - 2] + 1 : Infinity,
			);
		}
		before = row;
		row = next;
	}
	return row[to.length];
}
