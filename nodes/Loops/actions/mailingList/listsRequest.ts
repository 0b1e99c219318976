import type { IDataObject } from 'n8n-workflow';

import type { LoopsRequest } from '../../transport/request';
import { asStored, upsertRequest } from '../contact/upsertRequest';

/** Writes mailing lists, and nothing else, to the contact that was found; without one, to a new one. */
export const listsRequest = (
	identifier: IDataObject,
	contact: IDataObject | undefined,
	mailingLists: IDataObject,
): LoopsRequest => ({
	...upsertRequest({ ...asStored(identifier, contact), mailingLists }),
	refusals: [
		{
			status: 400,
			wayOut:
				"Check that each mailing list still exists: choose it from the list, or take its ID from 'Mailing List > Get Many'",
		},
	],
});
