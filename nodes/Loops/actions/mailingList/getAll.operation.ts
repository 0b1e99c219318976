import type { LoopsRequest } from '../../transport/request';
import type { Operation } from '../operation';

/** A mailing list as Loops lists it. */
export interface MailingList {
	id: string;
	name: string;
	description: string | null;
	isPublic: boolean;
}

/** Lists the mailing lists; Loops has no pages here. Answers with `MailingList[]`. */
export const listMailingLists = (): LoopsRequest => ({
	method: 'GET',
	path: '/lists',
	answer: 'list',
	repeatable: true,
});

export const getAll: Operation = {
	resource: 'mailingList',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many mailing lists',
	description: 'List the mailing lists of the account',
	fields: [],
	isList: true,
	request: listMailingLists,
};
