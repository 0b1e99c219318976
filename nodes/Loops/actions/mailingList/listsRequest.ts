import type { IDataObject } from 'n8n-workflow';

import { ABOUT_CONTACT } from '../../fields/identifier';
import type { LoopsRequest } from '../../http/request';
import { asStored, upsertRequest } from '../contact/upsertRequest';

/** Writes mailing lists, and nothing else, to the contact that was found; without one, to a new one. */
export const listsRequest = (
	identifier: IDataObject,
	contact: IDataObject | undefined,
	mailingLists: IDataObject,
): LoopsRequest => ({
	...upsertRequest({ ...asStored(identifier, contact), mailingLists }),
	labels: { mailingLists: ['Mailing List'] },
	wasFound: contact !== undefined,
	refusals: [
		{
			status: 400,
			part: 'mailingLists',
			says: /\blists?\b/i,
			hint: "Check that each mailing list still exists: choose it from the list, or take its ID from 'Mailing List > Get Many'",
		},
		{
			status: 400,
			says: ABOUT_CONTACT,
			hint: 'The contact may have been deleted since it was looked up. Run this item again',
		},
	],
});
