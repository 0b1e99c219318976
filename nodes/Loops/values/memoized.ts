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
