import { listMailingLists } from '../../account/mailingLists';
import type { Operation } from '../operation';

export const getAll: Operation = {
	resource: 'mailingList',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many mailing lists',
	description: 'List the mailing lists of the account',
	fields: [],
	isList: true,
	request: () => listMailingLists,
};
