import { contactFields, readContact } from '../../fields/contact';
import { eventPropertiesFields, readEventProperties } from '../../fields/eventProperties';
import { headerFields, readHeaders } from '../../fields/headers';
import { anyIdentifier, readIdentifier } from '../../fields/identifier';
import { invalidInput } from '../../invalidInput';
import { sendRequest } from '../sendRequest';
import type { Operation } from '../operation';

export const send: Operation = {
	resource: 'event',
	value: 'send',
	name: 'Send',
	action: 'Send event',
	description:
		'Send an event that triggers emails for a contact, and can create or update the contact',
	fields: [
		{
			displayName: 'Event Name',
			name: 'eventName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. signup',
			description:
				'Name of the event as the workflow in Loops has it. Upper and lower case count; an unknown name triggers nothing.',
		},
		...anyIdentifier,
		...eventPropertiesFields,
		...contactFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: headerFields,
		},
	],
	request: (node, itemIndex) => {
		const eventName = String(node.getNodeParameter('eventName', itemIndex, '') ?? '').trim();
		if (eventName === '') {
			throw invalidInput(
				node,
				itemIndex,
				"'Event Name' is empty",
				'Enter the name that the workflow in Loops is triggered by',
			);
		}
		return sendRequest(
			'/events/send',
			{
				...readIdentifier(node, itemIndex, 'any'),
				...readContact(node, itemIndex),
				...readEventProperties(node, itemIndex),
				eventName,
			},
			readHeaders(node, itemIndex, node.getNodeParameter('options', itemIndex, {})),
			{
				400: 'A user ID alone has to belong to a contact already: a new one takes an email too. Email and user ID together must not belong to two different contacts. Else check the values of this item',
			},
		);
	},
};
