/**
 * What to show for each entry of a dropdown: its name, or its value where it has none; with the value
 * where another entry has that name, also on the pages before.
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
