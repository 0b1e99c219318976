/** Computes something once per object: thousands of items share a list. */
export function memoized<K extends object, T extends object>(
	compute: (from: K) => T,
): (from: K) => T {
	const results = new WeakMap<K, T>();
	return (from) => {
		const result = results.get(from) ?? compute(from);
		results.set(from, result);
		return result;
	};
}

/** A cache that drops the least recently used entry when it is full. */
export class LruCache<T> {
	/** Least recently used first. */
	private readonly entries = new Map<string, T>();

	constructor(private readonly max: number) {}

	get(key: string): T | undefined {
		const entry = this.entries.get(key);
		if (entry !== undefined) this.set(key, entry);
		return entry;
	}

	set(key: string, entry: T): void {
		this.entries.delete(key);
		this.entries.set(key, entry);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.max) this.entries.delete(oldest);
	}
}
