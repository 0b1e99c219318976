import type { IDataObject } from 'n8n-workflow';

import { allPages, isPage, type Page, PAGE_SIZE } from '../http/pages';
import type { LoopsRequest } from '../http/request';

/** A published transactional email as Loops lists it. */
export interface TransactionalEmail {
	id: string;
	name: string;
	/** ISO 8601, UTC. */
	lastUpdated: string;
	/** Names that a send has to give; variables used in conditions only are not among them. */
	dataVariables: string[];
}

/** Makes a call and gives back the body of its answer. */
type Read = (request: LoopsRequest) => Promise<unknown>;

/** Not found, method not allowed, gone. */
const GONE = [404, 405, 410];

/**
 * One page of the published transactional emails. The path is deprecated in favour of
 * `/transactional-emails`, but that one counts against a limit of 60 per minute, is closed to teams
 * without the content API, and lists drafts too: it is asked once the old one is gone.
 */
export async function pageOfTransactionalEmails(read: Read, qs: IDataObject): Promise<Page> {
	let isGone = false;
	const older = await read({
		method: 'GET',
		path: '/transactional',
		qs,
		repeat: { kind: 'safe' },
		isAnswer: (outcome) => {
			isGone = GONE.includes(outcome.statusCode ?? 0);
			return isGone || isPage(outcome);
		},
	});
	if (!isGone) return older as Page;
	const newer = await read({
		method: 'GET',
		path: '/transactional-emails',
		qs,
		repeat: { kind: 'safe' },
		isAnswer: isPage,
		budget: 'content',
		isGated: true,
	});
	return asPublished(newer as Page);
}

/** A page of the newer list in the form of the older one. */
function asPublished({ pagination, data }: Page): Page {
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

/** Up to `limit` of them, over as many pages of `perPage` as it takes. */
export async function listTransactionalEmails(
	read: Read,
	{ perPage = PAGE_SIZE.max, limit = Infinity } = {},
): Promise<TransactionalEmail[]> {
	const emails = await allPages(
		async (cursor) =>
			await pageOfTransactionalEmails(read, cursor ? { perPage, cursor } : { perPage }),
		limit,
	);
	return emails as unknown as TransactionalEmail[];
}
