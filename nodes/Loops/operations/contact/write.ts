import type { IDataObject } from 'n8n-workflow';

import type { Identifier } from '../../fields/identifier';
import { isSuccess, type LoopsRequest, type Refusal } from '../../http/request';

/** Of a refusal about which contact is meant: 'Contact not found', 'Multiple contacts found'. */
export const ABOUT_CONTACT = /\bcontacts?\b(?! propert)|\buser ?id\b/i;

/** What to do where Loops refuses the identifiers in a body. An email alone is always good for a contact. */
export function identifierRefusals({ email, userId }: IDataObject): Refusal[] {
	if (userId === undefined) return [];
	const hint =
		email === undefined
			? 'A user ID alone has to belong to a contact already. To create one, find it by email and user ID'
			: 'Email and user ID must not belong to two different contacts. Look both up with Contact > Find';
	return [{ status: 400, says: ABOUT_CONTACT, hint }];
}

/** Of a contact that was found before the write. */
export const GONE_SINCE: Refusal = {
	status: 400,
	says: ABOUT_CONTACT,
	hint: 'The contact may have been deleted since it was looked up. Run this item again',
};

/**
 * Writes to the contact that has the email or the user ID in `body`; the other one of the two is
 * written to it. Loops makes a new contact where there is none.
 */
export const writeContact = (body: IDataObject): LoopsRequest => ({
	method: 'PUT',
	path: '/contacts/update',
	body,
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
	refusals: identifierRefusals(body),
});

/**
 * The identifier to write a found contact by: its user ID, if it has one, since Loops makes no contact
 * of that alone, should this one be deleted in between. Else its email as it is stored: an address is
 * found in any case.
 */
export const storedIdentifier = (identifier: Identifier, contact?: IDataObject): IDataObject => {
	const { userId, email = identifier.email } = contact ?? { ...identifier };
	return userId ? { userId } : { email };
};
