import type { IDataObject } from 'n8n-workflow';

import { isPage, type Page } from '../transport/pages';
import type { LoopsRequest } from '../transport/request';

/** An event that the account knows, as Loops lists it. */
export interface EventPattern {
	id: string;
	eventName: string;
	/** The service that sends it to Loops, such as stripe; null for events that are sent by the API. */
	incomingWebhookPlatform: string | null;
}

/** One page of the events that the account knows: `data` are `EventPattern`s. */
export const pageOfEventPatterns = async (
	read: (request: LoopsRequest) => Promise<unknown>,
	qs: IDataObject,
): Promise<Page> =>
	(await read({
		method: 'GET',
		path: '/event-patterns',
		qs,
		repeat: { kind: 'safe' },
		isAnswer: isPage,
	})) as Page;
