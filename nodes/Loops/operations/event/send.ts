import {
	contactPropertiesFor,
	resolveContact,
	validateProperties,
	contactEntries,
	emptyInput,
	unknownProperties,
	contactPropertyRows,
} from '../../fields/contact';
import {
	type EventName,
	eventProperties,
	eventFor,
	unknownEvent,
	validateEventProperties,
	resolveEventProperties,
	readEventName,
} from '../../fields/eventProperties';
import type { Field } from '../../form/form';
import { anyIdentifier, contactLocks } from '../../fields/identifier';
import { locatorProperty, CONTACT_FIELDS, bodyEntries, collection } from '../../form/parameter';
import type { Rejection } from '../../http/request';
import type { SectionValues } from '../../form/section';
import { sendOptions } from '../../sends/sendOptions';
import type { Body } from '../../values/checked';
import { readBoth } from '../../values/itemRefused';
import { contactReached, contactRejections } from '../contact/write';
import { operation } from '../base/operation';
import { keyLocks } from '../../sends/messageKey';
import { sendOutput } from '../../sends/sendMessage';

const PATH = '/events/send';

const eventName: Field<EventName> = {
	properties: [
		locatorProperty({
			displayName: 'Event Name',
			name: 'eventName',
			description:
				'Name of the event, exactly as in the workflow in Loops that it starts. Names are case-sensitive. An unknown name creates a new event, which starts no workflow in Loops yet.',
			search: 'searchEvents',
			modes: ['list', 'name'],
			exampleName: 'signup',
		}),
	],
	read: (form) =>
		readEventName(
			form,
			'Choose an event from the list, or enter the name of the event that starts the workflow in Loops',
		),
};

const INVALID_NAME: Rejection = {
	status: 400,
	says: /event name/i,
	hint: "Check 'Event Name': a name of your own can't contain a colon",
};

const contactFields = collection(CONTACT_FIELDS, 'Add Field', {
	...bodyEntries({ ...contactPropertyRows.entries, ...contactEntries }),
	emptyInput,
	unknownProperties,
});

interface Values<C> {
	properties: SectionValues;
	contact: C;
	options: { validateOnly: boolean };
}

const contactOf = <C>({ properties, contact, options }: Values<C>) => ({
	properties,
	additional: contact,
	options: { ...contact, ...options },
});

/** An event about an order says nothing of marketing, although the shop's data do. */
const isSubscribing = ({ mailingLists, ...properties }: Body): boolean =>
	Object.keys(properties).length > 0 || Object.values({ ...(mailingLists as Body) }).includes(true);

export const send = operation({
	value: 'send',
	name: 'Send',
	action: 'Send event',
	description:
		'Start the workflows in Loops that wait for this event. Can also create or update the contact.',
	fields: {
		event: eventName,
		identifier: anyIdentifier,
		eventValues: eventProperties,
		properties: contactPropertyRows,
		contact: contactFields,
		options: sendOptions({ ...bodyEntries(eventProperties.entries), unknownEvent }),
	},
	locks: ({ event, identifier, options }) => [
		...contactLocks(identifier),
		...keyLocks(options, PATH, event.name),
	],
	validate: {
		eventValues: ({ event, eventValues }) =>
			event && eventValues && validateEventProperties(event, eventValues),
		properties: validateProperties,
	},
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async (values, { facts, input, identify, note, send: sendOnce }) => {
		const { event, eventValues, identifier, options } = values;
		const [eventFact, list] = await Promise.all([
			eventFor(event, eventValues, options, facts),
			contactPropertiesFor(contactOf(values), facts),
		]);
		const [properties, resolved] = readBoth(
			() => resolveEventProperties(event, eventValues, options, eventFact),
			() => resolveContact(contactOf(values), list, input),
		);
		identify(identifier);
		note(isSubscribing(resolved.body) ? resolved : { ...resolved, optedOut: [] });
		note(properties);
		const body = { ...identifier, ...resolved.body, ...properties.body, eventName: event.name };
		const { answer, doneBy } = await sendOnce({
			...{ path: PATH, target: event.name, to: identifier, options },
			body: async () => await Promise.resolve(body),
			labels: resolved.labels,
			rejections: [...contactRejections(body), INVALID_NAME],
		});
		return sendOutput(answer, doneBy, { ...identifier, eventName: event.name });
	},
});
