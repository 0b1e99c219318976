/** Something to tell the user about some of the items. */
export interface Warning {
	text: string;
	/** Index of the first item it is about. */
	first: number;
	/** How many items it is about besides the first. */
	more: number;
}

/** Which items it is about. */
type Items = Omit<Warning, 'text'>;

/** More different names than this are not looked at, so that a long run stays small. */
const MAX_NAMES = 1_000;

/** Names with the items that have them, and the items that have any of them. */
export class NotedNames {
	readonly names = new Map<string, Items>();
	private items?: Items;

	/** `ofFirst` are those of item 0. */
	constructor(ofFirst: string[] = []) {
		this.add(0, ofFirst);
	}

	add(index: number, names: string[]): void {
		if (names.length > 0) this.items = withItem(this.items, index);
		for (const name of names) {
			const known = this.names.get(name);
			if (known || this.names.size < MAX_NAMES) this.names.set(name, withItem(known, index));
		}
	}

	/** True where there may be more names. */
	get isFull(): boolean {
		return this.names.size === MAX_NAMES;
	}

	/** A text about all of the names; nothing where there are none. */
	warning(text: string): Warning[] {
		return this.items ? [{ ...this.items, text }] : [];
	}
}

const withItem = (items: Items | undefined, index: number): Items =>
	items ? { first: Math.min(items.first, index), more: items.more + 1 } : { first: index, more: 0 };
