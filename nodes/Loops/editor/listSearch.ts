import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { type EventPattern, pageOfEventPatterns } from '../api/content';
import { search } from './search';

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
	const { results, ...rest } = await search(this, pageOfEventPatterns, entryOf, filter, cursor);
	const name = filter?.trim();
	// A name that differs from a known one only in case is a typo.
	const isKnown = results.some(({ value }) => String(value).toLowerCase() === name?.toLowerCase());
	const isNew = name && !isKnown;
	const asNew = { name: `${name} (new event)`, value: name ?? '' };
	return { results: isNew ? [...results, asNew] : results, ...rest };
}
