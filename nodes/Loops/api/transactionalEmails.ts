import { allPages, isPage, type Page } from './pages';
import type { Caller } from '../http/request';
import type { Body } from '../values/checked';

/** A published transactional email (contract: published-emails). */
export interface TransactionalEmail {
	id: string;
	name: string;
	/** ISO 8601, UTC. */
	lastUpdated: string;
	/** The variables that a send must give. Loops leaves out those that only conditions use. */
	dataVariables: string[];
}

/**
 * One page of the published transactional emails. Loops has deprecated the path in favour of
 * `/transactional-emails`. That one is limited to 60 calls per minute, closed to teams without the
 * content API, and lists drafts.
 */
export const pageOfTransactionalEmails = async (get: Caller, qs: Body): Promise<Page> =>
	(await get({
		method: 'GET',
		path: '/transactional',
		qs,
		repeat: { kind: 'safe' },
		isAnswer: isPage,
	})) as Page;

export async function listTransactionalEmails(get: Caller): Promise<TransactionalEmail[]> {
	const emails = await allPages(async (qs) => await pageOfTransactionalEmails(get, qs));
	return emails.map(({ dataVariables, ...email }) => ({
		...(email as unknown as TransactionalEmail),
		dataVariables: [...new Set([dataVariables].flat())].filter((name) => typeof name === 'string'),
	}));
}
