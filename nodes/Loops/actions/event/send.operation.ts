import { isBlank } from '../../fields/blank';
import { options, readAdditionalFields, validateOnly } from '../../fields/collection';
import { eventContactFields, unknownProperties } from '../../fields/contact';
import {
	eventPropertiesFields,
	type PropertiesOfEvent,
	readEventProperties,
} from '../../fields/eventProperties';
import { onceFields, requestFields } from '../../fields/idempotency';
import {
	anyIdentifier,
	identifierRefusals,
	readIdentifier,
	subjectsOf,
} from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { writtenEntry } from '../../fields/locator';
import { listLabels } from '../../fields/mailingLists';
import { readName } from '../../fields/name';
import { readCheckedContact } from '../contact/readCheckedContact';
import type { Operation } from '../operation';
import { keySubjects, sendOutput, sendRequest } from '../sendRequest';

const PATH = '/events/send';

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
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description:
				'Name of the event as the workflow in Loops has it. Upper and lower case count; an unknown name makes a new event, which triggers nothing.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchEvents', searchable: true },
				},
				{
					displayName: 'By Name',
					name: 'name',
					type: 'string',
					placeholder: 'e.g. signup',
				},
			],
		},
		...anyIdentifier,
		...eventPropertiesFields,
		...eventContactFields,
		options(...onceFields, validateOnly, unknownProperties, ...requestFields),
	],
	subjects: (item) => [
		...subjectsOf(readIdentifier(item, 'any')),
		...keySubjects(item, PATH, readEventName(item)),
	],
	request: async (item) => {
		const eventName = readEventName(item);
		const ofEvent: PropertiesOfEvent = async (isEnough) =>
			await item.eventProperties(eventName, isEnough);
		// First: it takes input fields that the contact properties would call left over.
		const { body: properties, open } = await readEventProperties(item, ofEvent);
		const body = {
			...readIdentifier(item, 'any'),
			...(await readCheckedContact(item)),
			...properties,
			eventName,
		};
		const request = sendRequest(item, PATH, eventName, body, identifierRefusals(body));
		item.checkEvent({ name: eventName, ...open });
		return { ...request, labels: listLabels(readAdditionalFields(item)) };
	},
	output: (answer, item, doneBy) =>
		sendOutput(answer, doneBy, {
			...readIdentifier(item, 'any'),
			eventName: readEventName(item),
		}),
};

function readEventName(item: Item): string {
	const entry = writtenEntry(item, 'eventName');
	// Loops knows it with all that can't be seen around it.
	if (entry?.mode === 'list' && !isBlank(entry.value)) return entry.value;
	return readName(
		item,
		'Event Name',
		item.locatorValue('eventName'),
		['eventName', 'value'],
		'events',
		'Choose an event from the list, or enter the name that the workflow in Loops is triggered by',
	);
}
