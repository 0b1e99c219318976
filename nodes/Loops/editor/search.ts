import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { allPages, type Page, PAGE_SIZE } from '../api/content';
import type { Caller } from '../http/request';
import { type Body, fromLoops } from '../values/checked';
import { callerOf } from './caller';
import { labeled, type ListEntry, matching } from './entries';

/** n8n keeps this for the dropdown: where the next page begins, and the names before it. */
interface Bookmark {
	cursor: string;
	before: string[];
}

export type PageOf = (get: Caller, qs: Body) => Promise<Page>;

/** Loads a page when the user scrolls. A search loads all pages, since Loops can't search. */
export async function search(
	context: ILoadOptionsFunctions,
	pageOf: PageOf,
	entryOf: (of: IDataObject) => ListEntry,
	filter?: string,
	bookmark?: string,
): Promise<INodeListSearchResult> {
	const get = callerOf(context);
	if (!filter?.trim()) {
		const { cursor, before } = bookmark
			? (JSON.parse(bookmark) as Bookmark)
			: { cursor: undefined, before: [] };
		const { data, pagination } = await pageOf(get, {
			perPage: PAGE_SIZE.max,
			...(cursor && { cursor: fromLoops(cursor) }),
		});
		const names = data.map((each) => entryOf(each).name ?? '');
		const next = pagination.nextCursor && {
			cursor: pagination.nextCursor,
			before: [...new Set([...before, ...names])],
		};
		return {
			results: labeled(data.map(entryOf), before),
			paginationToken: next ? JSON.stringify(next satisfies Bookmark) : undefined,
		};
	}
	const all = labeled((await allPages(async (qs) => await pageOf(get, qs))).map(entryOf));
	return { results: matching(all, filter) };
}
