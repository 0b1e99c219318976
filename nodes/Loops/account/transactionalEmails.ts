import type { IDataObject } from 'n8n-workflow';

import { allPages, isPage, type Page, PAGE_SIZE } from '../http/pages';
import type { Read } from '../http/request';

/** A published transactional email. */
export interface TransactionalEmail {
	id: string;
	name: string;
	/** ISO 8601, UTC. */
	lastUpdated: string;
	/** The variables that a send must give. Loops leaves out those that only conditions use. */
	dataVariables: string[];
}

/** Not found, method not allowed, gone. */
const GONE = [404, 405, 410];

/**
 * One page of the published transactional emails. Loops has deprecated the path in favour of
 * `/transactional-emails`. That one is limited to 60 calls per minute, closed to teams without the
 * content API, and lists drafts, so the node uses it only once the old path is gone.
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

/** Converts a page of the newer list to the older format. */
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

/** Lists up to `limit` emails, in pages of `perPage`. */
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
