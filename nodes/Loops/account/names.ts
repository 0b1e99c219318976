import type { IDataObject } from 'n8n-workflow';

import { allOf, listTransactionalEmails } from '../api/content';
import { isPropertyKey, listContactProperties, listMailingLists } from '../api/contacts';
import type { Caller } from '../http/request';
import { spellingKey, format, listed } from '../values/format';
import type { Identifier } from '../values/checked';
import { memoized } from '../values/cache';
import { didYouMean, suggester } from '../values/nameIndex';

interface NamedList {
	noun: string;
	/** The name of the fact: other readers of the same list share it. */
	fact: string;
	load(get: Caller): Promise<IDataObject[]>;
	/** Where Loops tells of one entry by its ID. Absent for a list without pages. */
	path?: string;
	/** Whether text looks like an ID, which is not looked up. By default, like Loops' own IDs. */
	isId?(text: string): boolean;
	/** Whether an unknown name is kept, because its field has its own rule for it. */
	mayBeUnknown?: boolean;
}

const ofContent = (noun: string, path: string): NamedList => ({
	noun,
	fact: path,
	path,
	load: async (get) => await allOf(get, path),
});

const LISTS = {
	audienceSegment: ofContent('audience segment', '/audience-segments'),
	campaignGroup: ofContent('campaign group', '/campaign-groups'),
	contactProperty: {
		noun: 'contact property',
		fact: '/contacts/properties',
		load: async (get) => (await get(listContactProperties())) as IDataObject[],
		isId: isPropertyKey,
		mayBeUnknown: true,
	},
	mailingList: {
		noun: 'mailing list',
		fact: '/lists',
		load: async (get) => (await get(listMailingLists)) as IDataObject[],
	},
	publishedEmail: {
		noun: 'published transactional email',
		fact: '/transactional',
		load: async (get) => (await listTransactionalEmails(get)) as unknown as IDataObject[],
	},
	theme: ofContent('theme', '/themes'),
	transactionalEmail: ofContent('transactional email', '/transactional-emails'),
	transactionalGroup: ofContent('transactional group', '/transactional-groups'),
	workflowGroup: ofContent('workflow group', '/workflow-groups'),
} satisfies Record<string, NamedList>;

export type NamedKind = keyof typeof LISTS;

/** The lists whose entries users may give by name or by ID. */
export const NAMED: Record<NamedKind, NamedList> = LISTS;

export const pluralOf = (kind: NamedKind): string => `${NAMED[kind].noun}s`.replace(/ys$/, 'ies');

/** The IDs and names of a list. */
export interface NameTable {
	/** The names by their IDs. */
	byId: ReadonlyMap<unknown, string>;
	/** The IDs of all that have a name. */
	byName: ReadonlyMap<string, string[]>;
}

export const nameTable = memoized((list: IDataObject[]): NameTable => {
	const byName = new Map<string, string[]>();
	const byId = new Map<unknown, string>();
	// A contact property has a key and a label.
	for (const { key, id = key, label, name = label } of list) {
		byId.set(id, String(name));
		const text = spellingKey(String(name));
		byName.set(text, [...(byName.get(text) ?? []), String(id)]);
	}
	return { byId, byName };
});

/** For unknown names only: most lists need none. */
const suggesterOf = memoized((byName: NameTable['byName']) =>
	suggester([...byName.keys()].map((key) => ({ key }))),
);

/** The given ID, or the ID of the only entry with the given name. Otherwise, what is wrong. */
export function idIn(
	{ byId, byName }: NameTable,
	kind: NamedKind,
	given: Identifier,
):
	| { id: Identifier; problem?: undefined; hint?: undefined }
	| { id?: undefined; problem: string; hint: string } {
	if (byId.has(given)) return { id: given };
	const [id, ...others] = byName.get(spellingKey(given)) ?? [];
	const { noun, mayBeUnknown } = NAMED[kind];
	if (id === undefined && mayBeUnknown) return { id: given };
	if (id === undefined) {
		return {
			problem: `no ${noun} has the name or ID ${format(given)}`,
			hint: `Enter the ID, or the exact name as in Loops. Names are case-sensitive.${didYouMean(suggesterOf(byName)(given))}`,
		};
	}
	if (others.length === 0) return { id: id as Identifier };
	return {
		problem: `${others.length + 1} ${pluralOf(kind)} are called ${format(given)}`,
		hint: `Rename all but one in Loops, or choose one by its ID: ${listed([id, ...others])}`,
	};
}
