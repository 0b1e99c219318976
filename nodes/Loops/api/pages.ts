import type { IDataObject } from 'n8n-workflow';

import { type Body, fromLoops } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';
import { isOk, type Outcome } from '../http/request';
import { asRecord } from '../values/parse';

export interface Page extends IDataObject {
	pagination: IDataObject & { nextCursor?: string | null }; // null on the last page
	data: IDataObject[];
}

export const PAGE_SIZE = { min: 10, max: 50 }; // contract: page-size

export function isPage(outcome: Outcome): boolean {
	const { data, pagination } = asRecord(outcome.body);
	const areEntries = Array.isArray(data) && data.every((each) => typeof each === 'object' && each);
	return isOk(outcome) && areEntries && typeof pagination === 'object' && !!pagination;
}

/**
 * Fetches pages from the start until `limit` entries are there or the list ends. An entry that moves to
 * the next page meanwhile is kept once (contract: newest-first).
 * @param fetchPage takes the query of a page
 * @throws ItemRefused if a cursor repeats: the list does not end, and a part of it would pass for all
 */
export async function allPages(
	fetchPage: (qs: Body) => Promise<Page>,
	{ perPage = PAGE_SIZE.max, limit = Infinity } = {},
): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	const ids = new Set<unknown>();
	const seen = new Set<string | undefined>();
	for (let cursor: string | undefined; ; seen.add(cursor)) {
		const { data, pagination } = await fetchPage({
			perPage,
			...(cursor !== undefined && { cursor: fromLoops(cursor) }),
		});
		for (const entry of data) {
			const { id = null } = entry;
			if (id !== null && ids.has(id)) continue;
			ids.add(id);
			entries.push(entry);
		}
		if (!pagination.nextCursor || entries.length >= limit) return entries.slice(0, limit);
		cursor = pagination.nextCursor;
		if (!seen.has(cursor)) continue;
		throw new ItemRefused(
			'Loops keeps returning more pages, so the node stopped',
			"Set a Limit, or get one page at a time with the option 'Cursor'",
		);
	}
}
