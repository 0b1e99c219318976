/** Names are asked for again with every item of a run. */
const known = new Map<string, string>();
const MAX_KNOWN = 2_000;

/** A longer name is no writing of another one: to put many accents into order takes Node.js minutes. */
const MAX_LENGTH = 500;

/** What joins or surrounds words. Between digits it makes another name: 'Week 1-2', 'Week 12'. */
const JOINTS = /(?<=\p{Nd})([\s\p{Cf}\p{Pd}_.]+)(?=\p{Nd})|[\s\p{Cf}\p{Pd}_.]+/gu;

/**
 * A name without case, accents and what joins its words: 'Plan Name', plan_name and planName are the same
 * to a reader. Other signs stay ('C++', 'A+'), and so do marks on other letters than Latin and Greek ones:
 * they make another name. '' for a name without anything else.
 */
export function normalizeName(name: string): string {
	if (name.length > MAX_LENGTH) return name;
	let text = known.get(name);
	if (text === undefined) {
		text = name
			.normalize('NFKD')
			.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
			// 'ß' is 'SS' in capital letters.
			.toUpperCase()
			.toLowerCase()
			.replace(JOINTS, '$1');
		if (known.size >= MAX_KNOWN) known.clear();
		known.set(name, text);
	}
	return text;
}

/** Something that people may call by its key or by its label. */
interface Named {
	key: string;
	label?: string | null;
}

/** Finds what a name stands for, in whatever writing. */
export class NameIndex {
	private readonly keys: ReadonlySet<string>;
	private byNormalized?: Map<string, Set<string>>;

	constructor(private readonly named: readonly Named[]) {
		this.keys = new Set(named.map(({ key }) => key));
	}

	/** The key that is this very name; else all keys that it could be a writing of, or of their labels. */
	find(name: string): string[] {
		if (this.keys.has(name)) return [name];
		this.byNormalized ??= this.gathered();
		return [...(this.byNormalized.get(normalizeName(name)) ?? [])];
	}

	private gathered(): Map<string, Set<string>> {
		const gathered = new Map<string, Set<string>>();
		for (const { key, label } of this.named) {
			for (const writing of [normalizeName(key), normalizeName(label || key)]) {
				if (writing !== '') gathered.set(writing, (gathered.get(writing) ?? new Set()).add(key));
			}
		}
		return gathered;
	}
}
