import type { IDataObject } from 'n8n-workflow';

import { listMailingLists } from '../../api/mailingLists';
import { operation } from '../base/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many mailing lists',
	description: 'List the mailing lists with their IDs',
	fields: {},
	isList: true,
	run: async (_values, { get }) => (await get(listMailingLists)) as IDataObject[],
});
