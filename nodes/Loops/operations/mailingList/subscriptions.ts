import type { IDataObject } from 'n8n-workflow';

import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { mailingListIds } from '../../fields/mailingLists';
import { options, validateOnly } from '../../form/options';
import type { LoopsRequest } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { contactReached } from '../contact/reach';
import { warnOfOptOut, whenNotFound } from '../contact/whenNotFound';
import { lookUpContact, type ContactIds } from '../../api/contacts';
import {
	GONE_SINCE,
	outputForMissing,
	storedIdentifier,
	writeContact,
	writeOutput,
} from '../contact/write';
import { operation } from '../base/operation';

const locks = ({ identifier }: { identifier: ContactIds }) => contactLocks(identifier);

export const subscribe = operation({
	value: 'subscribe',
	name: 'Subscribe Contact',
	action: 'Subscribe contact to mailing lists',
	description: 'Add a contact to one or more mailing lists. Its other lists stay as they are.',
	fields: {
		identifier: oneIdentifier,
		lists: mailingListIds({
			hint: "For people new to Loops, use 'Contact > Create or Update' with 'Add to List Names or IDs'",
		}),
		options: options({
			validateOnly,
			whenNotFound: whenNotFound<'create'>('error', {
				name: 'Create Contact',
				value: 'create',
				description:
					'Create a subscribed contact with this email. This can start workflows in Loops.',
			}),
		}),
	},
	locks,
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async ({ identifier, lists, options: { whenNotFound: policy } }, { get, warn, change }) => {
		if (policy === 'create' && identifier.email === undefined) {
			throw new ItemRefused(
				"'When Not Found' can't create a contact from a user ID alone",
				"A new contact needs an email. Set 'Identify Contact By' to 'Email', or choose another value for 'When Not Found'",
			);
		}
		const contact = await lookUpContact(get, identifier);
		if (!contact && policy !== 'create') return outputForMissing(policy, identifier);
		warn(warnOfOptOut(contact));
		const { answer } = await change(changeLists(identifier, contact, lists, true));
		return { found: contact !== undefined, ...writeOutput(answer, identifier) };
	},
});

export const unsubscribe = operation({
	value: 'unsubscribe',
	name: 'Unsubscribe Contact',
	action: 'Unsubscribe contact from mailing lists',
	description: 'Remove a contact from one or more mailing lists. It still gets all other emails.',
	fields: {
		identifier: oneIdentifier,
		lists: mailingListIds(),
		options: options({ validateOnly, whenNotFound: whenNotFound('error') }),
	},
	locks,
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async ({ identifier, lists, options: { whenNotFound: policy } }, { get, change }) => {
		const contact = await lookUpContact(get, identifier);
		if (!contact) return outputForMissing(policy, identifier);
		const { answer } = await change(changeLists(identifier, contact, lists, false));
		return { found: true, ...writeOutput(answer, identifier) };
	},
});

/** Changes only the mailing lists. Without `contact`, Loops creates one (contract: lists-kept). */
const changeLists = (
	identifier: ContactIds,
	contact: IDataObject | undefined,
	listIds: string[],
	isSubscribed: boolean,
): LoopsRequest => ({
	...writeContact({
		...storedIdentifier(identifier, contact),
		mailingLists: Object.fromEntries(listIds.map((id) => [id, isSubscribed])),
	}),
	labels: { mailingLists: ['Mailing List Names or IDs'] },
	rejections: [
		{
			status: 400, // contract: list-unknown
			part: 'mailingLists',
			says: /\blists?\b/i,
			hint: "Check that each mailing list still exists. Choose the mailing lists again, or copy their IDs from 'Mailing List > Get Many'",
		},
		GONE_SINCE,
	],
});
