import type { IDataObject } from 'n8n-workflow';

import type { LoopsContext, LoopsRequest } from './call';
import { type CallSettings, loopsRequest } from './request';

/** One page of a list with cursors, as Loops sends it. `nextCursor` is null on the last page. */
export interface Page {
	pagination: IDataObject & { nextCursor?: string | null };
	data: IDataObject[];
}

/** Page sizes that Loops takes; 20 is its own default. */
export const PAGE_SIZE = { min: 10, max: 50 };

/** Stops a list that never ends: 1,000 pages hold up to 50,000 entries. */
const MAX_PAGES = 1_000;

/** The answer to a request: all entries of its pages where it has some, else the parsed body. */
export async function loopsAnswer(
	context: LoopsContext,
	request: LoopsRequest,
	settings?: CallSettings,
): Promise<unknown> {
	return request.pages
		? await loopsPages(context, request, request.pages.limit, settings)
		: await loopsRequest(context, request, settings);
}

/** Fetches pages from the start until `limit` entries are there or the list ends. */
async function loopsPages(
	context: LoopsContext,
	request: LoopsRequest,
	limit: number,
	settings?: CallSettings,
): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	const seen = new Set<string>();
	let cursor: string | null | undefined;
	for (let page = 0; page < MAX_PAGES && entries.length < limit; page++) {
		const qs = cursor ? { ...request.qs, cursor } : request.qs;
		const { data, pagination } = (await loopsRequest(
			context,
			{ ...request, qs },
			settings,
		)) as Page;
		entries.push(...data);
		cursor = pagination.nextCursor;
		if (!cursor || seen.has(cursor)) break;
		seen.add(cursor);
	}
	return entries.slice(0, limit);
}
