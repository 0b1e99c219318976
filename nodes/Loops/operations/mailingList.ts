import type { IDataObject } from 'n8n-workflow';

import { type ContactIds, listMailingLists, lookUpContact } from '../api/contacts';
import { contactLocks, mailingListIds, oneIdentifier } from '../fields/identifier';
import { options, validateOnly } from '../form/parameter';
import type { LoopsRequest } from '../http/request';
import { ItemRefused } from '../values/itemRefused';
import { operation, type Operation } from './base/operation';
import {
	contactReached,
	GONE_SINCE,
	outputForMissing,
	storedIdentifier,
	UNKNOWN_LIST,
	warnOfOptOut,
	whenNotFound,
	contactCall,
	writeOutput,
} from './contact/write';

const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many mailing lists',
	description: 'List the mailing lists with their IDs',
	fields: {},
	isList: true,
	run: async (_values, { get }) => (await get(listMailingLists)) as IDataObject[],
});

const locks = ({ identifier }: { identifier: ContactIds }) => contactLocks(identifier);

const subscribe = operation({
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

const unsubscribe = operation({
	value: 'unsubscribe',
	name: 'Unsubscribe Contact',
	action: 'Unsubscribe contact from mailing lists',
	description:
		"Remove a contact from mailing lists. To stop all emails, set 'Subscription (All Emails)' in 'Contact > Update'.",
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
	...contactCall({
		...storedIdentifier(identifier, contact),
		mailingLists: Object.fromEntries(listIds.map((id) => [id, isSubscribed])),
	}),
	labels: { mailingLists: ['Mailing List Names or IDs'] },
	rejections: [UNKNOWN_LIST, GONE_SINCE],
});

export const mailingLists: Operation[] = [getAll, subscribe, unsubscribe];
