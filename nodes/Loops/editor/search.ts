import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { allPages, type Page, PAGE_SIZE } from '../http/pages';
import type { Read } from '../http/request';
import { disambiguate } from './distinct';
import { readerFor } from './reader';

export interface Entry {
	name?: string;
	value: string;
}

/** n8n keeps this for the dropdown: where the next page begins, and the names before it. */
interface Bookmark {
	cursor: string;
	before: string[];
}

/** Loads a page when the user scrolls. A search loads all pages, since Loops can't search. */
export async function search(
	context: ILoadOptionsFunctions,
	pageOf: (read: Read, qs: IDataObject) => Promise<Page>,
	entryOf: (of: IDataObject) => Entry,
	filter?: string,
	bookmark?: string,
): Promise<INodeListSearchResult> {
	const read = readerFor(context);
	const pageFrom = async (at?: string) =>
		await pageOf(read, { perPage: PAGE_SIZE.max, ...(at && { cursor: at }) });
	const results = (of: IDataObject[], before?: string[]) => {
		const entries = of.map(entryOf);
		const names = disambiguate(entries, before);
		return entries.map(({ value }, index) => ({ name: names[index], value }));
	};
	const wanted = filter?.trim().toLowerCase();
	if (!wanted) {
		const { cursor, before } = bookmark
			? (JSON.parse(bookmark) as Bookmark)
			: { cursor: undefined, before: [] };
		const { data, pagination } = await pageFrom(cursor);
		const names = data.map((each) => entryOf(each).name ?? '');
		const next = pagination.nextCursor && {
			cursor: pagination.nextCursor,
			before: [...new Set([...before, ...names])],
		};
		return {
			results: results(data, before),
			paginationToken: next ? JSON.stringify(next satisfies Bookmark) : undefined,
		};
	}
	return {
		results: results(await allPages(pageFrom)).filter(({ name, value }) =>
			[name, value].some((text) => text.toLowerCase().includes(wanted)),
		),
	};
}
