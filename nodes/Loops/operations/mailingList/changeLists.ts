import type { IDataObject } from 'n8n-workflow';

import type { Identifier } from '../../fields/identifier';
import type { LoopsRequest } from '../../http/request';
import { GONE_SINCE, storedIdentifier, writeContact } from '../contact/write';

/** Changes only the mailing lists. Without `contact`, Loops creates one (contract: lists-kept). */
export const changeLists = (
	identifier: Identifier,
	contact: IDataObject | undefined,
	listIds: string[],
	isSubscribed: boolean,
): LoopsRequest => ({
	...writeContact({
		...storedIdentifier(identifier, contact),
		mailingLists: Object.fromEntries(listIds.map((id) => [id, isSubscribed])),
	}),
	labels: { mailingLists: ['Mailing List'] },
	refusals: [
		{
			status: 400, // contract: list-unknown
			part: 'mailingLists',
			says: /\blists?\b/i,
			hint: "Check that each mailing list still exists. Choose it from the list, or take its ID from 'Mailing List > Get Many'",
		},
		GONE_SINCE,
	],
});
