import type { IDataObject } from 'n8n-workflow';

import type { ContactIds } from '../../api/contacts';
import { isSuccess, type LoopsRequest, type Rejection } from '../../http/request';
import { type Body, fromLoops } from '../../values/checked';
import { outputWhenNotFound } from './whenNotFound';

/** Matches rejections of the identifiers: 'Contact not found', 'Multiple contacts found'. */
export const ABOUT_CONTACT = /\bcontacts?\b(?! propert)|\buser ?id\b/i;

/** Loops never refuses an email alone: it finds or creates the contact (contract: event-makes-contact). */
export function identifierRejections({ email, userId }: Body): Rejection[] {
	if (userId === undefined) return [];
	const hint =
		email === undefined
			? "A user ID alone works only for an existing contact. To create a contact, set 'Identify Contact By' to 'Email and User ID'"
			: "Email and user ID must not belong to two different contacts. Look both up with 'Contact > Find'";
	// contract: update-user-id-unknown, event-user-id-unknown
	return [{ status: 400, says: ABOUT_CONTACT, hint }];
}

/** Explains a refusal about a contact that was looked up before the write. */
export const GONE_SINCE: Rejection = {
	status: 400,
	says: ABOUT_CONTACT,
	hint: 'The contact may have been deleted since the node looked it up. Run the workflow again with this item',
};

/**
 * Writes to the contact that has the email or the user ID in `body`, and sets the other one if given.
 * Loops creates the contact if there is none (contract: update-creates, update-links, update-keeps).
 */
export const writeContact = (body: Body): LoopsRequest => ({
	method: 'PUT',
	path: '/contacts/update',
	body,
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
	rejections: identifierRejections(body),
});

/** The output of a write, or of none: what people look for first, the ID last. */
export const writeOutput = (answer: IDataObject, contact: IDataObject): IDataObject => {
	const { id = null, ...others } = answer;
	return { ...others, ...contact, id };
};

/** Has the fields of a write, since n8n's tables show `undefined` for a field that only other items have. */
export const outputForMissing = (policy: string, identifier: ContactIds): IDataObject[] =>
	outputWhenNotFound(policy, identifier, writeOutput({ success: false }, identifier));

/**
 * The identifier to write a contact by. Prefers its user ID: Loops creates no contact from that alone,
 * should this one be deleted in between. Otherwise the email as stored, since look-ups ignore case.
 */
export const storedIdentifier = (identifier: ContactIds, contact?: IDataObject): Body => {
	const { userId, email = identifier.email } = contact ?? { ...identifier };
	return userId ? { userId: fromLoops(userId) } : { email: fromLoops(email) };
};
