import { formatName, listed, sentence } from '../values/format';
import { atItem } from '../http/messages';

/** How many warnings are listed, and how many more are counted. Both bound memory. */
const MAX_WARNINGS = 20;
const MAX_UNLISTED = 1_000;

/** How many names a warning lists. */
const MAX_LISTED = 10;

/** How many names of unmapped input fields are kept. */
const MAX_FIELDS = 1_000;

const withSuggestion = ([name, meant]: [string, string | undefined]): string =>
	`${formatName(name)}${meant === undefined ? '' : ` (did you mean '${formatName(meant)}'?)`}`;

/** Warns that people who opted out elsewhere become subscribers. */
export const optedOutText = (fields: string): string =>
	`These input fields are not mapped, but suggest that a person should get no email: ${fields}. Loops subscribes new contacts. Filter these people out before this node, or set 'Subscription (All Emails)' to 'Unsubscribe' for them.`;

/** Non-fatal warnings about the items of a run, grouped by text. */
export class Warnings {
	private readonly listed = new Map<string, { first: number; count: number }>();
	private readonly unlisted = new Set<string>();
	/** Unmapped input fields. Those that are listed have a suggestion. */
	private readonly notMapped = new Map<string, string | undefined>();
	/** Fields that say that a person wants no email. */
	private readonly optedOutBy = new Set<string>();
	private readonly optedOut = { first: Infinity, count: 0 };
	private readonly clearedNames = new Set<string>();
	private cleared = 0;

	/** @param total items in the run */
	constructor(private readonly total: number) {}

	add(index: number, text: string): void {
		const known = this.listed.get(text);
		if (known) {
			known.count++;
			known.first = Math.min(known.first, index);
		} else if (this.listed.size < MAX_WARNINGS) this.listed.set(text, { first: index, count: 1 });
		else if (this.unlisted.size < MAX_UNLISTED) this.unlisted.add(text);
	}

	/** Adds input fields that an automatic mapping does not send. */
	addNotMapped(names: string[], meant: (index: number) => string | undefined): void {
		for (const [index, name] of names.entries()) {
			const { size } = this.notMapped;
			if (size >= MAX_FIELDS) return;
			if (!this.notMapped.has(name)) {
				this.notMapped.set(name, size < MAX_LISTED ? meant(index) : undefined);
			}
		}
	}

	/** Adds an item whose fields `names`, which are not used, say that the person wants no email. */
	addOptedOut(index: number, names: string[]): void {
		if (names.length === 0) return;
		this.optedOut.count++;
		this.optedOut.first = Math.min(this.optedOut.first, index);
		for (const name of names) if (this.optedOutBy.size < MAX_FIELDS) this.optedOutBy.add(name);
	}

	/** Adds contact properties that lost their value. */
	addCleared(names: string[]): void {
		this.cleared += names.length;
		for (const name of names) if (this.clearedNames.size < MAX_FIELDS) this.clearedNames.add(name);
	}

	/** Leaves out warnings that only `withoutItem` has: its error contains them. */
	texts(withoutItem?: number): string[] {
		const texts = [...this.listed]
			.filter(([, { first, count }]) => count > 1 || first !== withoutItem)
			.map(([text, items]) => `${sentence(text)}${this.itemSuffix(items)}`);
		if (this.optedOut.count > 0) {
			const fields = listed([...this.optedOutBy].map(formatName), MAX_LISTED);
			texts.unshift(`${optedOutText(fields)}${this.itemSuffix(this.optedOut)}`);
		}
		const { size } = this.notMapped;
		if (size > 0) {
			const fields = size === 1 ? 'input field is' : 'input fields are';
			const atLeast = size < MAX_FIELDS ? '' : 'at least ';
			const names = listed([...this.notMapped].map(withSuggestion), MAX_LISTED);
			texts.push(sentence(`${atLeast}${size} ${fields} not mapped: ${names}`));
		}
		if (this.cleared > 0) {
			const values = this.cleared === 1 ? 'value was' : 'values were';
			const names = listed([...this.clearedNames].map(formatName));
			texts.push(`${this.cleared} property ${values} cleared in Loops: ${names}.`);
		}
		const more = this.unlisted.size;
		const atLeast = more < MAX_UNLISTED ? '' : 'at least ';
		if (more > 0) texts.push(`More warnings are not listed: ${atLeast}${more}.`);
		return texts;
	}

	/** Says which items a warning is about; '' if the run has a single one. */
	private itemSuffix({ first, count }: { first: number; count: number }): string {
		if (this.total === 1) return '';
		if (count === 1) return atItem(first);
		return count === this.total
			? ` [all ${count} items]`
			: ` [${count} of ${this.total} items, first in item ${first}]`;
	}
}
