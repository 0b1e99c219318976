/**
 * The labels of dropdown entries: the name, or the value if there is no name. If several entries share a
 * name, also with those in `before` on earlier pages, the value is added.
 */
export function disambiguate(
	entries: Array<{ name?: string | null; value: string }>,
	before: string[] = [],
): string[] {
	const names = entries.map(({ name, value }) => (name?.trim() ? name : value));
	const counts = new Map<string, number>();
	for (const name of [...before, ...names]) counts.set(name, (counts.get(name) ?? 0) + 1);
	return names.map((name, index) =>
		counts.get(name) === 1 ? name : `${name} (${entries[index].value})`,
	);
}
