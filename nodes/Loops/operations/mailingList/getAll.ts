import { listMailingLists } from '../../api/mailingLists';
import { operation } from '../operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many mailing lists',
	description: 'List the mailing lists with their IDs',
	fields: {},
	isList: true,
	plan: () => ({ request: listMailingLists }),
});
