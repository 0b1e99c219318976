import type { IDataObject } from 'n8n-workflow';

import { type Caller, isListWith, type LoopsRequest } from '../http/request';
import type { Identifier } from '../values/checked';

/** What identifies a contact, by Loops' names. */
export type ContactIds = { email?: Identifier; userId?: Identifier };

/** Answers with an array of one contact or none (contract: find-nobody, email-plus). */
export const findContact = (identifier: ContactIds): LoopsRequest => ({
	method: 'GET',
	path: '/contacts/find',
	qs: identifier,
	repeat: { kind: 'safe' },
	isAnswer: (outcome) =>
		isListWith('email')(outcome) &&
		(outcome.body as IDataObject[]).every((contact) => isContactWith(identifier, contact)),
});

/** False for another contact: a cache that ignores the query string may answer with one. */
export const isContactWith = ({ email, userId }: ContactIds, contact: IDataObject): boolean =>
	email === undefined
		? contact.userId === userId
		: String(contact.email).toLowerCase() === email.toLowerCase();

/** Undefined if there is no such contact. */
export const contactIn = (answer: unknown): IDataObject | undefined => (answer as IDataObject[])[0];

/** Undefined if there is no such contact. */
export const lookUpContact = async (get: Caller, identifier: ContactIds) =>
	contactIn(await get(findContact(identifier)));
