import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { type EventPattern, pageOfEventPatterns } from '../account/events';
import { pageOfTransactionalEmails } from '../account/transactionalEmails';
import { allPages, PAGE_SIZE } from '../http/pages';
import { disambiguate } from './distinct';
import { readerFor } from './reader';

export async function searchTransactionalEmails(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const entryOf = ({ id, name }: IDataObject) => ({ name, value: id }) as Entry;
	return await search(this, pageOfTransactionalEmails, entryOf, filter, cursor);
}

export async function searchEvents(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const entryOf = (pattern: IDataObject) => {
		const { eventName, incomingWebhookPlatform } = pattern as unknown as EventPattern;
		const from = incomingWebhookPlatform ? ` (from ${incomingWebhookPlatform})` : '';
		return { name: `${eventName}${from}`, value: eventName };
	};
	return await search(this, pageOfEventPatterns, entryOf, filter, cursor);
}

interface Entry {
	name?: string;
	value: string;
}

/** n8n keeps this for the dropdown: where the next page begins, and the names before it. */
interface Bookmark {
	cursor: string;
	before: string[];
}

/** Loads a page when the user scrolls. A search loads all pages, since Loops can't search. */
async function search(
	context: ILoadOptionsFunctions,
	pageOf: typeof pageOfEventPatterns,
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
