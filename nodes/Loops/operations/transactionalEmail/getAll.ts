import type { IDataObject } from 'n8n-workflow';

import {
	listTransactionalEmails,
	pageOfTransactionalEmails,
} from '../../account/transactionalEmails';
import { paging } from '../../fields/paging';
import { operation } from '../operation';

export const getAll = operation({
	resource: 'transactionalEmail',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many transactional emails',
	description: 'List many published transactional emails with the data variables each one needs',
	fields: { paging },
	isList: true,
	plan: ({ paging: { cursor, limit, perPage } }) => ({
		list: async (read) => {
			if (cursor === undefined) {
				const emails = await listTransactionalEmails(read, { perPage, limit });
				return emails as unknown as IDataObject[];
			}
			return [await pageOfTransactionalEmails(read, cursor ? { perPage, cursor } : { perPage })];
		},
	}),
});
