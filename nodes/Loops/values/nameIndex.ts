import { canNormalize } from './blank';

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
