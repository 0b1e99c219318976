/** Names are asked for again with every item of a run. */
const known = new Map<string, string>();
const MAX_KNOWN = 2_000;

/**
 * A name without case, accents, spaces and signs: 'Plan Name', plan_name and planName are the same to a
 * reader. Marks on other letters than Latin and Greek ones stay, where they make another word. '' for a
 * name of signs or emoji only.
 */
export function plain(name: string): string {
	let text = known.get(name);
	if (text === undefined) {
		const letters = name.normalize('NFKD').match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];
		text = letters
			.join('')
			.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
			// 'ß' is 'SS' in capital letters.
			.toUpperCase()
			.toLowerCase();
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
	private byWriting?: Map<string, Set<string>>;

	constructor(private readonly named: readonly Named[]) {
		this.keys = new Set(named.map(({ key }) => key));
	}

	/** The key that is this very name; else all keys that it could be a writing of, or of their labels. */
	find(name: string): string[] {
		if (this.keys.has(name)) return [name];
		this.byWriting ??= this.gathered();
		return [...(this.byWriting.get(writingOf(name)) ?? [])];
	}

	private gathered(): Map<string, Set<string>> {
		const gathered = new Map<string, Set<string>>();
		for (const { key, label } of this.named) {
			for (const writing of [writingOf(key), writingOf(label || key)]) {
				gathered.set(writing, (gathered.get(writing) ?? new Set()).add(key));
			}
		}
		return gathered;
	}
}

/** Names of signs only are told by these. */
const writingOf = (name: string) => plain(name) || name.trim();
