import type { LoopsRequest } from '../transport/call';

/** A mailing list as Loops lists it. */
export interface MailingList {
	id: string;
	name: string;
	description: string | null;
	isPublic: boolean;
}

/** Lists the mailing lists; Loops has no pages here. Answers with `MailingList[]`. */
export const listMailingLists: LoopsRequest = {
	kind: 'read',
	method: 'GET',
	path: '/lists',
	answer: 'list',
};
