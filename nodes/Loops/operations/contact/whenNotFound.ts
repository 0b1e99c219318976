import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ContactIds } from '../../api/contacts';
import { choiceOption } from '../../form/options';
import { ItemRefused } from '../../values/itemRefused';

/** For an item that adds the contact to a list (contract: opted-out-list). */
export const warnOfOptOut = (contact?: IDataObject): string[] =>
	contact?.subscribed === false
		? [
				"the contact has opted out of all emails ('subscribed' is false): Loops adds the contact to no mailing list",
			]
		: [];

export const NO_CONTACT = 'No contact has this email or user ID';

type NotFoundPolicy = 'foundFalse' | 'noItem' | 'error';

/** Entry of 'Options'. `more` are the operation's own choices. */
export const whenNotFound = <T extends string = never>(
	initial: NotFoundPolicy,
	...more: INodePropertyOptions[]
) =>
	choiceOption<NotFoundPolicy | T>({
		displayName: 'When Not Found',
		name: 'whenNotFound',
		type: 'options',
		options: [
			...more,
			{
				name: 'Error',
				value: 'error',
				description: "Fail the item. 'On Error' in the settings decides what follows.",
			},
			{
				name: 'Item With Found: False',
				value: 'foundFalse',
				description: "Output an item in which 'found' is false, which an If node can check",
			},
			{
				name: 'No Item',
				value: 'noItem',
				description: 'Output nothing for this item. If no items remain, the branch ends.',
			},
		] satisfies INodeProperties['options'],
		default: initial,
		description: 'What to output when no contact has this email or user ID',
	});

/** @throws ItemRefused with the policy 'error' */
export function outputWhenNotFound(
	policy: string,
	identifier: ContactIds,
	others: IDataObject = {},
): IDataObject[] {
	if (policy === 'error') {
		throw new ItemRefused(
			NO_CONTACT,
			"Check the email or user ID, or choose another value for 'Options > When Not Found'",
		);
	}
	return policy === 'noItem' ? [] : [{ found: false, ...others, ...identifier }];
}
