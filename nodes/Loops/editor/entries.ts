import { listMailingLists, type MailingList } from '../api/contacts';
import type { Caller } from '../http/request';
import { withoutTags } from '../values/format';

/** An entry of a dropdown before it has a label. */
export interface ListEntry {
	name?: string | null;
	value: string;
	description?: string;
}

/**
 * Labels entries by name, or by value if there is no name. If several share a name, also with those in
 * `before` on earlier pages, the value is added.
 */
export function labeled<E extends ListEntry>(entries: E[], before: string[] = []) {
	const names = entries.map(({ name, value }) => (name?.trim() ? name : value));
	const counts = new Map<string, number>();
	for (const name of [...before, ...names]) counts.set(name, (counts.get(name) ?? 0) + 1);
	return entries.map((entry, index) => {
		const { [index]: name } = names;
		return {
			...entry,
			description: entry.description && withoutTags(entry.description),
			name: counts.get(name) === 1 ? name : `${name} (${entry.value.replace(/^.*\//, '')})`,
		};
	});
}

/** Labels the entries of a list that loads whole, and sorts them from A to Z. */
export const sorted = (entries: ListEntry[]) =>
	labeled(entries).sort((a, b) => a.name.localeCompare(b.name));

/** The entries whose label or value contains a text, in any case. */
export function matching<E extends { name: string; value: string }>(
	entries: E[],
	text: string,
): E[] {
	const wanted = text.trim().toLowerCase();
	return entries.filter((entry) =>
		[entry.name, entry.value].some((each) => each.toLowerCase().includes(wanted)),
	);
}

/** The mailing lists by name. */
export async function mailingListOptions(get: Caller) {
	const lists = (await get(listMailingLists)) as MailingList[];
	return sorted(
		lists.map(({ id, name, description }) => ({
			name,
			value: id,
			description: description ?? undefined,
		})),
	);
}
