import type { IDataObject } from 'n8n-workflow';

import type { LoopsRequest } from '../transport/call';
import { type Page, PAGE_SIZE } from '../transport/paginate';

/** A published transactional email as Loops lists it. */
export interface TransactionalEmail {
	id: string;
	name: string;
	/** ISO 8601, UTC. */
	lastUpdated: string;
	/** Names that a send has to give; variables used in conditions only are not among them. */
	dataVariables: string[];
}

/**
 * One page of the published transactional emails. The path is deprecated in favour of
 * `/transactional-emails`, but that one counts against a limit of 60 per minute, is closed to teams
 * without the content API, and lists drafts too: it is asked once the old one is gone.
 */
export const listTransactionalEmails = (qs: IDataObject): LoopsRequest => ({
	kind: 'read',
	method: 'GET',
	path: '/transactional',
	qs,
	answer: 'page',
	successor: {
		request: {
			kind: 'read',
			method: 'GET',
			path: '/transactional-emails',
			answer: 'page',
			budget: 'content',
		},
		answer: asPublished,
	},
});

/** A page of the newer list in the form of the older one. */
function asPublished(body: unknown): Page {
	const { pagination, data } = body as Page;
	return {
		pagination,
		data: data
			.filter(({ publishedEmailMessageId }) => publishedEmailMessageId !== null)
			.map(({ id, name, updatedAt, dataVariables }) => ({
				id,
				name,
				lastUpdated: updatedAt,
				dataVariables,
			})),
	};
}

/** All of them, over as many pages as it takes. Answers with `TransactionalEmail[]`. */
export const allTransactionalEmails: LoopsRequest = {
	...listTransactionalEmails({ perPage: PAGE_SIZE.max }),
	pages: { limit: Infinity },
};
