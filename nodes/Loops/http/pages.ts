import type { IDataObject } from 'n8n-workflow';

import { asRecord, isOk, type Outcome } from './request';

export interface Page extends IDataObject {
	pagination: IDataObject & { nextCursor?: string | null }; // null on the last page
	data: IDataObject[];
}

export const PAGE_SIZE = { min: 10, max: 50 };

const MAX_PAGES = 1_000; // stops a list that never ends

export function isPage(outcome: Outcome): boolean {
	const { data, pagination } = asRecord(outcome.body);
	const areEntries = Array.isArray(data) && data.every((each) => typeof each === 'object' && each);
	return isOk(outcome) && areEntries && typeof pagination === 'object' && !!pagination;
}

/**
 * Fetches pages from the start until `limit` entries are there or the list ends. An entry that moves to
 * the next page meanwhile is kept once.
 */
export async function allPages(
	fetchPage: (cursor?: string) => Promise<Page>,
	limit = Infinity,
	maxPages = MAX_PAGES,
): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	const ids = new Set<unknown>();
	const seen = new Set<string>();
	let cursor: string | null | undefined;
	for (let page = 0; page < maxPages && entries.length < limit; page++) {
		const { data, pagination } = await fetchPage(cursor ?? undefined);
		for (const entry of data) {
			if (entry.id !== undefined && ids.has(entry.id)) continue;
			ids.add(entry.id);
			entries.push(entry);
		}
		cursor = pagination.nextCursor;
		if (!cursor || seen.has(cursor)) break;
		seen.add(cursor);
	}
	return entries.slice(0, limit);
}
