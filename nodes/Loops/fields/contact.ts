import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type Item, shown } from '../item';
import { additionalFields } from './collection';
import { contactPropertiesFields, readContactProperties, RESERVED } from './contactProperties';
import { userIdFrom } from './identifier';
import { readIdList } from './idList';
import { mailingListFields, readMailingLists } from './mailingLists';

const clearProperties: INodeProperties = {
	displayName: 'Clear Property Names or IDs',
	name: 'clearProperties',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getContactProperties' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The chosen properties lose their value in Loops',
};

const subscribed: INodeProperties = {
	displayName: 'Subscribed',
	name: 'subscribed',
	type: 'options',
	options: [
		{ name: 'Leave as Is', value: 'leave' },
		{ name: 'Subscribe', value: 'subscribe' },
		{ name: 'Unsubscribe', value: 'unsubscribe' },
	],
	default: 'leave',
	description:
		'Whether the contact receives campaigns and workflow emails. Careful: Subscribe also brings back people who have opted out.',
};

const userId: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	default: '',
	placeholder: 'e.g. user_123',
	description: 'Your own unique ID of the contact',
};

const newEmail: INodeProperties = {
	displayName: 'Change Email To',
	name: 'newEmail',
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
		{ name: 'Warn', value: 'warn', description: 'Send the item, and show a warning after the run' },
		{ name: 'Strict', value: 'strict', description: 'Do not send the item' },
	],
	default: 'warn',
	description:
		'What to do about a contact property that the account does not have. Loops drops its value without a word.',
};

/** What a new contact may hold besides its email. */
export const newContactFields = [
	...contactPropertiesFields,
	additionalFields(subscribed, userId, ...mailingListFields),
];

/** What may be written to a contact that may exist already. */
export const contactFields = [
	...contactPropertiesFields,
	additionalFields(clearProperties, subscribed, ...mailingListFields),
];

/** What may be written to a contact that exists. */
export const existingContactFields = [
	...contactPropertiesFields,
	additionalFields(clearProperties, newEmail, subscribed, ...mailingListFields),
];

/** The part of a flat body that these fields make: contact properties, subscription, mailing lists. */
export async function readContact(item: Item): Promise<IDataObject> {
	const { values: properties, known } = readContactProperties(item);
	const additional = item.parameter<IDataObject>('additionalFields', {});

	for (const name of readIdList(item, 'Clear Property', additional.clearProperties)) {
		if (RESERVED.includes(name) || name === 'subscribed') {
			throw item.refusal(
				`'Clear Property' can't clear '${name}'`,
				'It is no contact property, but has a field of its own',
			);
		}
		if (name in properties) {
			throw item.refusal(
				`'${name}' is to be cleared and to get a value`,
				"Take it out of 'Clear Property', or leave its value empty",
			);
		}
		properties[name] = null;
	}
	const { unknownProperties: policy } = item.parameter<IDataObject>('options', {});
	await item.run.properties.see(item, Object.keys(properties), known, policy === 'strict');
	return {
		...properties,
		...readSubscribed(item, additional.subscribed, properties),
		...('userId' in additional && { userId: userIdFrom(item, additional.userId) }),
		...readMailingLists(item, additional),
	};
}

/** Absent unless chosen: sending `true` re-subscribes people who have opted out. */
function readSubscribed(item: Item, value: unknown, properties: IDataObject): IDataObject {
	if (value === undefined || value === null || value === 'leave') return {};
	if (value !== 'subscribe' && value !== 'unsubscribe' && typeof value !== 'boolean') {
		throw item.refusal(
			`'Subscribed' can't be ${shown(value)}`,
			"Choose 'leave', 'subscribe' or 'unsubscribe'",
		);
	}
	if ('subscribed' in properties) {
		throw item.refusal(
			"'Subscribed' is set twice",
			"Take 'subscribed' out of the JSON object, or set the field to 'Leave as Is'",
		);
	}
	return { subscribed: value === true || value === 'subscribe' };
}
