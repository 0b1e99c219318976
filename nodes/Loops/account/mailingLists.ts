import { isListWith, type LoopsRequest } from '../http/request';

/** A mailing list as Loops lists it. */
export interface MailingList {
	id: string;
	name: string;
	description: string | null;
	isPublic: boolean;
}

/** Lists the mailing lists; Loops has no pages here. Answers with `MailingList[]`. */
export const listMailingLists: LoopsRequest = {
	method: 'GET',
	path: '/lists',
	repeat: { kind: 'safe' },
	isAnswer: isListWith('id'),
};
