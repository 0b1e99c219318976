import type { IDataObject } from 'n8n-workflow';

import { type Caller, isListWith, isSuccess, type LoopsRequest } from '../http/request';
import type { Checked, Identifier } from '../values/checked';
import { asRecord } from '../values/parse';
import type { PropertyType } from '../values/propertyValue';

/** What identifies a contact, by Loops' names. */
export type ContactIds = { email?: Identifier; userId?: Identifier };

/** Answers with an array of one contact or none (contract: find-nobody, email-plus). */
export const findContactCall = (identifier: ContactIds): LoopsRequest => ({
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
	contactIn(await get(findContactCall(identifier)));

/** A contact property. Loops lists the built-in ones first (contract: properties-order). */
export interface ContactProperty {
	key: string;
	label: string;
	type: PropertyType;
}

/** Whether Loops may have a property with this key: it has keys in camelCase. */
export const isPropertyKey = (text: string): boolean => /^[a-z][A-Za-z0-9]*$/.test(text);

/** Answers with `ContactProperty[]` (contract: properties). */
export const listContactProperties = (list: 'all' | 'custom' = 'all'): LoopsRequest => ({
	method: 'GET',
	path: '/contacts/properties',
	qs: { list: list as Checked },
	repeat: { kind: 'safe' },
	isAnswer: isListWith('key'),
});

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

/** Answers with the name of the team. */
export const testKey: LoopsRequest = {
	method: 'GET',
	path: '/api-key',
	repeat: { kind: 'safe' },
	isAnswer: (outcome) => isSuccess(outcome) && typeof asRecord(outcome.body).teamName === 'string',
};
