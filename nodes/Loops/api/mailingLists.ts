import { isListWith, type LoopsRequest } from '../http/request';

export interface MailingList {
	id: string;
	name: string;
	description: string | null;
	isPublic: boolean;
}

/** Answers with `MailingList[]`, without pages (contract: lists). */
export const listMailingLists: LoopsRequest = {
	method: 'GET',
	path: '/lists',
	repeat: { kind: 'safe' },
	isAnswer: isListWith('id'),
};
