import type { IDataObject } from 'n8n-workflow';

import { identifierRefusals } from '../../fields/identifier';
import { isSuccess, type LoopsRequest } from '../../http/request';

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
	refusals: identifierRefusals(body),
});

/**
 * What a contact that was found is written by: its user ID, if it has one, since Loops makes no contact
 * of that alone, should this one be deleted in between. Else its email as it is stored: an address is
 * found in any case.
 */
export const asStored = (identifier: IDataObject, contact?: IDataObject): IDataObject => {
	const { userId, email = identifier.email } = contact ?? identifier;
	return userId ? { userId } : { email };
};
