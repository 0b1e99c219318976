import type { IDataObject } from 'n8n-workflow';

import { listTransactionalEmails } from '../../account/transactionalEmails';
import { shown } from '../../item';
import { PAGE_SIZE } from '../../transport/paginate';
import type { Operation } from '../operation';

export const getAll: Operation = {
	resource: 'transactionalEmail',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many transactional emails',
	description: 'List many published transactional emails with the data variables each one needs',
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'One Page From Cursor',
					name: 'cursor',
					type: 'string',
					default: '',
					description:
						"Return the one page that begins at this cursor, as Loops sends it with 'pagination' and 'data'. Leave it empty for the first page. Return All and Limit do not count then.",
				},
				{
					displayName: 'Page Size',
					name: 'perPage',
					type: 'number',
					typeOptions: { minValue: PAGE_SIZE.min, maxValue: PAGE_SIZE.max },
					default: 50,
					description: 'Number of entries that Loops sends at a time, from 10 to 50',
				},
			],
		},
	],
	isList: true,
	request: (item) => {
		const options = item.parameter<IDataObject>('options', {});
		const perPage = Number(options.perPage ?? PAGE_SIZE.max);
		if (!Number.isInteger(perPage) || perPage < PAGE_SIZE.min || perPage > PAGE_SIZE.max) {
			throw item.refusal(
				`'Page Size' can't be ${shown(options.perPage)}`,
				`Give a whole number from ${PAGE_SIZE.min} to ${PAGE_SIZE.max}`,
			);
		}
		if ('cursor' in options) {
			const cursor = String(options.cursor ?? '').trim();
			return listTransactionalEmails(cursor ? { perPage, cursor } : { perPage });
		}
		const returnAll = item.parameter('returnAll', false);
		const limit = returnAll ? Infinity : Number(item.parameter('limit', 50));
		if (!(limit >= 1)) {
			throw item.refusal(`'Limit' can't be ${shown(limit)}`, 'Give 1 or more');
		}
		return { ...listTransactionalEmails({ perPage }), pages: { limit } };
	},
};
