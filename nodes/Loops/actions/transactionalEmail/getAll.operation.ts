import type { IDataObject } from 'n8n-workflow';

import {
	listTransactionalEmails,
	pageOfTransactionalEmails,
} from '../../account/transactionalEmails';
import type { Item } from '../../fields/item';
import { checkName } from '../../fields/name';
import { readBoolean, readNumber, readText } from '../../fields/values';
import { PAGE_SIZE } from '../../http/pages';
import type { Operation } from '../operation';

const CURSOR = 'One Page From Cursor';

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
					displayName: CURSOR,
					name: 'onePageFromCursor',
					type: 'string',
					default: '',
					description:
						"Return the one page that begins at this cursor, as Loops sends it with 'pagination' and 'data'. Leave it empty for the first page. Return All and Limit do not count then.",
				},
				{
					displayName: 'Page Size',
					name: 'pageSize',
					type: 'number',
					typeOptions: { minValue: PAGE_SIZE.min, maxValue: PAGE_SIZE.max },
					default: 50,
					description: 'Number of entries that Loops sends at a time, from 10 to 50',
				},
			],
		},
	],
	isList: true,
	request: async (item) => {
		const { options } = item;
		const read = item.read.bind(item);
		const pageSize = { ...PAGE_SIZE, isWhole: true };
		const perPage = readNumber(item, 'Page Size', options.pageSize, pageSize) ?? PAGE_SIZE.max;
		if ('onePageFromCursor' in options) {
			const cursor = readText(item, CURSOR, options.onePageFromCursor);
			checkName(item, CURSOR, ['options', 'onePageFromCursor'], cursor);
			const qs = cursor ? { perPage, cursor } : { perPage };
			return { output: [await pageOfTransactionalEmails(read, qs)] };
		}
		const isAll = readBoolean(item, 'Return All', item.parameter('returnAll', false));
		const limit = isAll ? Infinity : readLimit(item);
		const emails = await listTransactionalEmails(read, { perPage, limit });
		return { output: emails as unknown as IDataObject[] };
	},
};

function readLimit(item: Item): number {
	const limit = item.parameter('limit', 50);
	return readNumber(item, 'Limit', limit, { min: 1, isWhole: true }) ?? 50;
}
