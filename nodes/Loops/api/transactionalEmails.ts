import { allPages, isPage, type Page } from './pages';
import type { Caller } from '../http/request';
import type { Body } from '../values/checked';
import { pageOf } from './content';

/** A published transactional email (contract: published-emails). */
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
export async function pageOfTransactionalEmails(read: Caller, qs: Body): Promise<Page> {
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
	return asPublished(await pageOf(read, '/transactional-emails', qs));
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

export async function listTransactionalEmails(read: Caller): Promise<TransactionalEmail[]> {
	const emails = await allPages(async (qs) => await pageOfTransactionalEmails(read, qs));
	return emails.map(({ dataVariables, ...email }) => ({
		...(email as unknown as TransactionalEmail),
		dataVariables: [...new Set([dataVariables].flat())].filter((name) => typeof name === 'string'),
	}));
}
