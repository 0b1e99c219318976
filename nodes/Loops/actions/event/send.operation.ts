import { options, validateOnly } from '../../fields/collection';
import { contactFields, readContact, unknownProperties } from '../../fields/contact';
import { eventPropertiesFields, readEventProperties } from '../../fields/eventProperties';
import { idempotencyFields } from '../../fields/idempotency';
import { anyIdentifier, identifierHint, readIdentifier } from '../../fields/identifier';
import type { Operation } from '../operation';
import { sendRequest } from '../sendRequest';

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
		options(...idempotencyFields, unknownProperties, validateOnly),
	],
	request: async (item) => {
		const eventName = String(item.parameter('eventName', '') ?? '').trim();
		if (eventName === '') {
			throw item.refusal(
				"'Event Name' is empty",
				'Enter the name that the workflow in Loops is triggered by',
			);
		}
		const body = {
			...readIdentifier(item, 'any'),
			...(await readContact(item)),
			...readEventProperties(item),
			eventName,
		};
		return sendRequest(item, '/events/send', eventName, body, { 400: identifierHint });
	},
};
