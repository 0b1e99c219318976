import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readIdentifier } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { readOption } from '../../fields/values';
import { isListWith, type LoopsRequest } from '../../http/request';
import { messages } from '../../http/sentences';

/** Looks up the contact with an email or a user ID. Answers with an array of one contact or none. */
export const findContact = (identifier: IDataObject): LoopsRequest => ({
	method: 'GET',
	path: '/contacts/find',
	qs: identifier,
	repeat: { kind: 'safe' },
	isAnswer: isListWith('email'),
});

const POLICIES = ['foundFalse', 'noItem', 'error'] as const;
type Policy = (typeof POLICIES)[number];

/** Entry of 'Options'; `more` are choices of the operation's own. */
export const whenNotFound = (
	initial: Policy,
	...more: INodePropertyOptions[]
): INodeProperties => ({
	displayName: 'When Not Found',
	name: 'whenNotFound',
	type: 'options',
	options: [
		...more,
		{
			name: 'Error',
			value: 'error',
			description: "Treat the item as failed, as 'On Error' in the settings says",
		},
		{
			name: "Item With 'Found' False",
			value: 'foundFalse',
			description: "An item with 'found' false, which an IF can tell from a contact",
		},
		{
			name: 'No Item',
			value: 'noItem',
			description: 'Nothing: the branch ends if no item is left',
		},
	],
	default: initial,
	description: 'What to put out where no contact has this email or user ID',
});

/** What 'When Not Found' says; `more` are the values of the operation's own choices. */
export const readWhenNotFound = <T extends string = never>(
	item: Item,
	initial: Policy,
	...more: T[]
): Policy | T =>
	readOption<Policy | T>(item, 'whenNotFound', 'When Not Found', [...POLICIES, ...more], initial);

/**
 * The output for a contact that isn't there, as 'When Not Found' says: what was asked for with it.
 * @throws NodeOperationError where it says so
 */
export function notFound(item: Item, initial: Policy): IDataObject[] {
	const policy = readWhenNotFound(item, initial);
	if (policy === 'error') {
		throw item.invalidParameter(
			messages.noContact,
			"Check the value, or choose another output under 'Options > When Not Found'",
		);
	}
	return policy === 'noItem' ? [] : [{ found: false, ...readIdentifier(item, 'one') }];
}
