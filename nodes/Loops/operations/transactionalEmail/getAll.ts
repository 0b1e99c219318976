import type { IDataObject } from 'n8n-workflow';

import { pageOf } from '../../account/content';
import { pageOfTransactionalEmails } from '../../account/transactionalEmails';
import { toggle } from '../../fields/toggle';
import { paging } from '../../fields/paging';
import { allPages } from '../../http/pages';
import { operation } from '../operation';

const includeDrafts = toggle({
	displayName: 'Include Drafts',
	name: 'includeDrafts',
	type: 'boolean',
	default: false,
	description:
		'Whether to list emails that were never published, too. Each email then has its IDs, group and dates, as the content API of Loops gives them.',
});

export const getAll = operation({
	resource: 'transactionalEmail',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many transactional emails',
	description: 'List many published transactional emails with the data variables each one needs',
	fields: { includeDrafts, paging },
	isList: true,
	plan: ({ includeDrafts: withDrafts, paging: { cursor, limit, perPage } }) => ({
		list: async (read) => {
			const page = async (at?: string) => {
				const qs: IDataObject = at ? { perPage, cursor: at } : { perPage };
				return withDrafts
					? await pageOf(read, '/transactional-emails', qs)
					: await pageOfTransactionalEmails(read, qs);
			};
			return cursor === undefined ? await allPages(page, limit) : [await page(cursor)];
		},
	}),
});
