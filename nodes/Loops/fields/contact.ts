import type { GenericValue, IDataObject, INodeProperties } from 'n8n-workflow';

import { isPlainProperty, roleOf } from '../account/contactProperties';
import { formatName } from '../http/sentences';
import type { Item } from './item';
import { additionalFields, readAdditionalFields } from './collection';
import { contactPropertiesFields, readContactProperties } from './contactProperties';
import { readUserId } from './identifier';
import { readIdList } from './idList';
import { booleanOf } from './kinds';
import type { AccountProperties } from './knownProperties';
import { mailingListFields, readMailingLists } from './mailingLists';
import { isBlank } from './blank';
import { readOption, shown } from './values';

const clearProperty: INodeProperties = {
	displayName: 'Clear Property Names or IDs',
	name: 'clearProperty',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getContactProperties' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The chosen properties lose their value in Loops',
};

const subscriptionLabel = 'Subscription (All Emails)';

const subscription: INodeProperties = {
	displayName: subscriptionLabel,
	name: 'subscription',
	type: 'options',
	options: [
		{ name: 'Leave as Is', value: 'leaveAsIs' },
		{ name: 'Subscribe', value: 'subscribe' },
		{ name: 'Unsubscribe', value: 'unsubscribe' },
	],
	default: 'leaveAsIs',
	description: 'Whether the contact receives campaigns and workflow emails',
	hint: "'Subscribe' also brings back people who have opted out",
};

const userId: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	default: '',
	placeholder: 'e.g. user_123',
	description: 'Your own unique ID of the contact',
};

const changeEmailTo: INodeProperties = {
	displayName: 'Change Email To',
	name: 'changeEmailTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description: 'New email address of the contact. Loops asks that the contact has a user ID.',
};

/** Entry of 'Options'. */
export const unknownProperties: INodeProperties = {
	displayName: 'Unknown Properties',
	name: 'unknownProperties',
	type: 'options',
	options: [
		{ name: "Don't Send", value: 'dontSend', description: 'The item fails' },
		{
			name: 'Send and Warn',
			value: 'sendAndWarn',
			description: 'The item is sent, and a warning is shown after the run',
		},
	],
	default: 'sendAndWarn',
	description:
		'What to do about a contact property that the account does not have. Loops drops its value without a word.',
};

export function readUnknownProperties(item: Item) {
	const choices = ['sendAndWarn', 'dontSend'] as const;
	return readOption(item, 'unknownProperties', 'Unknown Properties', choices, 'sendAndWarn');
}

/** What a new contact may hold besides its email. */
export const newContactFields = [
	...contactPropertiesFields(),
	additionalFields(subscription, userId, ...mailingListFields),
];

/** What may be written to a contact that may exist already. */
export const contactFields = [
	...contactPropertiesFields(),
	additionalFields(clearProperty, subscription, ...mailingListFields),
];

/** What an event may write to its contact. */
export const eventContactFields = [
	...contactPropertiesFields(true),
	additionalFields(clearProperty, subscription, ...mailingListFields),
];

/** What may be written to a contact that exists. */
export const existingContactFields = [
	...contactPropertiesFields(),
	additionalFields(clearProperty, changeEmailTo, subscription, ...mailingListFields),
];

/** The part of a flat body that these fields make, and what is not known of its names. */
export interface ContactFields {
	/** Contact properties, subscription, mailing lists. */
	body: IDataObject;
	/** Names of properties that not every account has. */
	names: string[];
	/** Those of them that the editor did not get from the account. */
	unconfirmed: string[];
	/** True where the input is mapped to contact properties. */
	isMapped: boolean;
}

/** @throws NodeOperationError for a value that can't be sent */
export async function readContact(
	item: Item,
	accountProperties: AccountProperties,
): Promise<ContactFields> {
	const { values, known, isMapped } = await readContactProperties(item, accountProperties);
	const additional = readAdditionalFields(item);
	const cleared = readIdList(item, 'Clear Property', additional.clearProperty, [
		'additionalFields',
		'clearProperty',
	]);
	for (const name of cleared) clear(item, name, values);
	const body: IDataObject = {
		...Object.fromEntries(values),
		...readSubscription(item, additional.subscription, values),
		...('userId' in additional && {
			userId: readUserId(item, additional.userId, ['additionalFields', 'userId']),
		}),
		...readMailingLists(item, additional),
	};
	if (body.subscribed === false && Object.values(body.mailingLists ?? {}).includes(true)) {
		item.warn(
			'the contact is unsubscribed from all emails, so that Loops adds it to no mailing list: Subscribe to List does nothing',
		);
	}
	const names = [...values.keys()].filter((name) => !isKnown(name));
	return {
		body,
		names,
		unconfirmed: names.filter((name) => !known.has(name)),
		isMapped,
	};
}

/** In every account. */
const isKnown = (name: string) => ['builtIn', 'creation', 'consent'].includes(roleOf(name) ?? '');

function clear(item: Item, name: string, values: Map<string, GenericValue>): void {
	if (!isPlainProperty(name)) {
		throw item.invalidParameter(
			`'Clear Property' can't clear '${formatName(name)}'`,
			'It is no contact property that can be written here',
		);
	}
	if ((values.get(name) ?? null) !== null) {
		throw item.invalidParameter(
			`'${formatName(name)}' is to be cleared and to get a value`,
			"Take it out of 'Clear Property', or give it no value, not even empty text",
		);
	}
	values.set(name, null);
}

/** Absent unless chosen: sending `true` re-subscribes people who have opted out. */
function readSubscription(
	item: Item,
	value: unknown,
	properties: Map<string, GenericValue>,
): IDataObject {
	if (isBlank(value) || value === 'leaveAsIs') return {};
	const chosen = value === 'subscribe' || (value !== 'unsubscribe' && booleanOf(value).value);
	if (chosen === undefined) {
		throw item.invalidParameter(
			`'${subscriptionLabel}' can't be ${shown(value)}`,
			"Choose 'leaveAsIs', 'subscribe' or 'unsubscribe'",
		);
	}
	if (properties.has('subscribed')) {
		throw item.invalidParameter(
			`'${subscriptionLabel}' is set twice`,
			"Take 'subscribed' out of the JSON object, or set the field to 'Leave as Is'",
		);
	}
	return { subscribed: chosen };
}
