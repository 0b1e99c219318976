import type { IDataObject } from 'n8n-workflow';

import { identifierRefusal } from '../../fields/identifier';
import { isSuccess, type LoopsRequest } from '../../transport/request';

/**
 * Writes to the contact that has the email or the user ID in `body`; the other one of the two is
 * written to it. Loops makes a new contact where there is none.
 */
export const upsertRequest = (body: IDataObject): LoopsRequest => ({
	method: 'PUT',
	path: '/contacts/update',
	body,
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
	refusals: [identifierRefusal],
});

/** An email address is found in any case, but what is written must be the one that was found. */
export const asStored = (identifier: IDataObject, contact?: IDataObject): IDataObject =>
	'email' in identifier && contact?.email ? { email: contact.email } : identifier;
