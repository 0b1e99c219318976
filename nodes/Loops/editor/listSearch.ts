import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { type EventPattern, pageOfEventPatterns } from '../account/events';
import { pageOfTransactionalEmails } from '../account/transactionalEmails';
import { type Entry, search } from './search';

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
