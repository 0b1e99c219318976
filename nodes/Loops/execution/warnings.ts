import type { Warning } from '../account/notedNames';
import { atItem, sentence } from '../http/sentences';

/** More different warnings than this are only counted, and not all of them, so that a long run stays small. */
const MAX_WARNINGS = 20;
const MAX_UNLISTED = 1_000;

/** What is worth a look about the items of a run. Items with the same text are counted. */
export class Warnings {
	private readonly listed = new Map<string, Warning>();
	private readonly unlisted = new Set<string>();

	/** `total` items are in the run. */
	constructor(private readonly total: number) {}

	add(warning: Warning): void {
		const known = this.listed.get(warning.text);
		if (known) {
			known.more += 1 + warning.more;
			known.first = Math.min(known.first, warning.first);
		} else if (this.listed.size < MAX_WARNINGS) this.listed.set(warning.text, { ...warning });
		else if (this.unlisted.size < MAX_UNLISTED) this.unlisted.add(warning.text);
	}

	/** As they are shown; without those of a single item that `said` holds. */
	texts(said = ''): string[] {
		const texts = [...this.listed.values()]
			.filter(
				({ text, more }) => more > 0 || !(said.includes(text) || said.includes(sentence(text))),
			)
			.map((warning) => `${sentence(warning.text)}${this.itemsOf(warning)}`);
		const { size } = this.unlisted;
		const atLeast = size < MAX_UNLISTED ? '' : 'at least ';
		if (size > 0) texts.push(`More warnings, not listed: ${atLeast}${size}.`);
		return texts;
	}

	/** How many items a warning is about, and where they begin; nothing where there is only one. */
	private itemsOf({ first, more }: Warning): string {
		const count = more + 1;
		if (this.total === 1) return '';
		if (count === 1) return atItem(first);
		return count === this.total
			? ` [all ${count} items]`
			: ` [${count} of ${this.total} items, from item ${first} on]`;
	}
}
