import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import {
	listTransactionalEmails,
	pageOfTransactionalEmails,
	type TransactionalEmail,
} from '../account/transactionalEmails';
import { callLoops } from '../transport/client';
import { PAGE_SIZE } from '../transport/pages';
import type { LoopsRequest } from '../transport/request';
import { distinct } from './distinct';

/**
 * Published transactional emails: page by page while the user scrolls, all pages for a search, since
 * Loops itself has none.
 */
export async function searchTransactionalEmails(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const read = async (request: LoopsRequest) => (await callLoops(this, request)).body;
	const perPage = PAGE_SIZE.max;
	const wanted = filter?.trim().toLowerCase();
	if (wanted) {
		const emails = await listTransactionalEmails(read);
		return {
			results: results(emails).filter(
				({ name, value }) => name.toLowerCase().includes(wanted) || value.includes(wanted),
			),
		};
	}
	const qs = cursor ? { perPage, cursor } : { perPage };
	const { data, pagination } = await pageOfTransactionalEmails(read, qs);
	return {
		results: results(data as unknown as TransactionalEmail[]),
		paginationToken: pagination.nextCursor ?? undefined,
	};
}

function results(emails: TransactionalEmail[]) {
	const names = distinct(emails.map(({ id, name }) => ({ name, value: id })));
	return emails.map(({ id }, index) => ({ name: names[index], value: id }));
}
