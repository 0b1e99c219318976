/** An item's claim that a key, such as a user ID, goes with a value, such as an email. */
export interface Claim {
	index: number;
	key: string;
	value: string;
}

/** What the items of a run claim. Items may share a key only with the same value. */
export class Claims {
	/** The items that hold each value, by key. */
	private readonly holders = new Map<string, Map<string, Set<number>>>();
	private readonly ofItem = new Map<number, Map<string, string>>();
	private readonly kept: ReadonlySet<string>;

	/** @param kept claims of earlier tries or runs, which no failure of this one frees */
	constructor(kept: Claim[] = []) {
		for (const each of kept) this.add(each);
		this.kept = new Set(kept.map(({ key }) => key));
	}

	/** A claim of another item on the key, with another value. */
	conflict({ index, key, value }: Claim): Claim | undefined {
		for (const [claimed, items] of this.holders.get(key) ?? []) {
			const other = claimed === value ? undefined : [...items].find((item) => item !== index);
			if (other !== undefined) return { index: other, key, value: claimed };
		}
		return undefined;
	}

	/** Replaces what the item claimed of the key before. */
	add({ index, key, value }: Claim): void {
		this.remove(index, key);
		const values = this.holders.get(key) ?? new Map<string, Set<number>>();
		this.holders.set(key, values.set(value, (values.get(value) ?? new Set()).add(index)));
		this.ofItem.set(index, (this.ofItem.get(index) ?? new Map<string, string>()).set(key, value));
	}

	/** Frees what was claimed by an item that has certainly changed nothing. */
	release(index: number): void {
		const keys = [...(this.ofItem.get(index)?.keys() ?? [])];
		for (const key of keys.filter((each) => !this.kept.has(each))) this.remove(index, key);
	}

	private remove(index: number, key: string): void {
		const claimed = this.ofItem.get(index);
		const value = claimed?.get(key);
		if (value === undefined) return;
		claimed?.delete(key);
		const values = this.holders.get(key);
		values?.get(value)?.delete(index);
		if (values?.get(value)?.size === 0) values.delete(value);
	}
}
