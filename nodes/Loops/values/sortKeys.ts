/** Sorts the keys of objects at all levels: Loops, or a model, may give them in any order. */
export function sortKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([name, each]) => [name, sortKeys(each)]));
}
