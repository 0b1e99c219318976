import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidInput, shown } from '../invalidInput';
import { contactPropertiesFields, readContactProperties } from './contactProperties';
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

const additionalFields = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** What a new contact may hold besides its email. */
export const newContactFields = [
	...contactPropertiesFields,
	additionalFields([subscribed, userId, ...mailingListFields]),
];

/** What may be written to a contact that may exist already. */
export const contactFields = [
	...contactPropertiesFields,
	additionalFields([clearProperties, subscribed, ...mailingListFields]),
];

/** The part of a flat body that these fields make: contact properties, subscription, mailing lists. */
export function readContact(node: IExecuteFunctions, itemIndex: number): IDataObject {
	const properties = readContactProperties(node, itemIndex);
	const additional = node.getNodeParameter('additionalFields', itemIndex, {});

	for (const name of readIdList(node, itemIndex, 'Clear Property', additional.clearProperties)) {
		if (name in properties) {
			throw invalidInput(
				node,
				itemIndex,
				`'${name}' is to be cleared and to get a value`,
				"Take it out of 'Clear Property', or leave its value empty",
			);
		}
		properties[name] = null;
	}
	return {
		...properties,
		...readSubscribed(node, itemIndex, additional.subscribed, properties),
		...('userId' in additional && { userId: userIdFrom(node, itemIndex, additional.userId) }),
		...readMailingLists(node, itemIndex, additional),
	};
}

/** Absent unless chosen: sending `true` re-subscribes people who have opted out. */
function readSubscribed(
	node: IExecuteFunctions,
	itemIndex: number,
	value: unknown,
	properties: IDataObject,
): IDataObject {
	if (value === undefined || value === null || value === 'leave') return {};
	if (value !== 'subscribe' && value !== 'unsubscribe' && typeof value !== 'boolean') {
		throw invalidInput(
			node,
			itemIndex,
			`'Subscribed' can't be ${shown(value)}`,
			"Choose 'leave', 'subscribe' or 'unsubscribe'",
		);
	}
	if ('subscribed' in properties) {
		throw invalidInput(
			node,
			itemIndex,
			"'Subscribed' is set twice",
			"Take 'subscribed' out of the JSON object, or set the field to 'Leave as Is'",
		);
	}
	return { subscribed: value === true || value === 'subscribe' };
}
