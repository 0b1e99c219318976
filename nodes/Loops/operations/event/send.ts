import { contactFactsNeeded, planContact } from '../../fields/contact';
import { contactEntries, emptyInput, unknownProperties } from '../../fields/contactEntries';
import { contactPropertyRows } from '../../fields/contactPropertyFields';
import {
	type EventName,
	eventProperties,
	eventFactNeeded,
	planEvent,
} from '../../fields/eventProperties';
import type { Field } from '../../form/field';
import { anyIdentifier, contactLocks } from '../../fields/identifier';
import { locatorProperty } from '../../form/locator';
import { listLabels } from '../../fields/mailingLists';
import { readName } from '../../form/name';
import { writtenLocator } from '../../form/read';
import type { SectionValues } from '../../form/readSection';
import { sendOptions } from '../../sends/sendOptions';
import { isBlank } from '../../values/blank';
import { identifierRejections } from '../contact/write';
import { operation } from '../operation';
import { keyLocks, sendMessage, sendOutput } from '../../sends/sendMessage';

const PATH = '/events/send';

const eventName: Field<EventName> = {
	properties: [
		locatorProperty({
			displayName: 'Event Name',
			name: 'eventName',
			description:
				'Name of the event as the workflow in Loops has it. Upper and lower case count; an unknown name makes a new event, which triggers nothing.',
			search: 'searchEvents',
			modes: ['list', 'name'],
			exampleName: 'signup',
		}),
	],
	read: (form) => {
		const written = writtenLocator(form, 'eventName');
		const { mode, value = '' } = written ?? {};
		// Neither trimmed nor in lower case: Loops takes names as they are (contract: event-case).
		if (mode === 'list' && !isBlank(value)) return { name: value, mode, isWritten: true };
		const hint =
			'Choose an event from the list, or enter the name that the workflow in Loops is triggered by';
		const given = form.locatorValue('eventName');
		const name = readName(form, 'Event Name', given, ['eventName', 'value'], 'events', hint);
		return { name, mode, isWritten: written !== undefined };
	},
};

/** All fields of the contact are among the options. */
const contactOf = <O>({ properties, options }: { properties: SectionValues; options: O }) => ({
	properties,
	additional: options,
	options,
});

export const send = operation({
	value: 'send',
	name: 'Send',
	action: 'Send event',
	description:
		'Send an event that triggers emails for a contact, and can create or update the contact',
	fields: {
		event: eventName,
		identifier: anyIdentifier,
		ofEvent: eventProperties,
		properties: contactPropertyRows,
		options: sendOptions(
			{ ...eventProperties.entries, ...contactPropertyRows.entries, ...contactEntries },
			{ emptyInput, unknownProperties },
		),
	},
	locks: ({ event, identifier, options }) => [
		...contactLocks(identifier),
		...keyLocks(options, PATH, event.name),
	],
	needs: (values) => ({
		event: eventFactNeeded(values.event, values.ofEvent, values.options.validateOnly),
		properties: contactFactsNeeded(contactOf(values)),
	}),
	plan: (values, known, origin) => {
		const { event, identifier, options } = values;
		const ofEvent = planEvent(event, values.ofEvent, known.event);
		const contact = planContact(contactOf(values), known.properties);
		const body = { ...identifier, ...contact.body, ...ofEvent.body, eventName: event.name };
		const rejections = identifierRejections(body);
		const message = { path: PATH, target: event.name, body, rejections };
		return {
			warnings: [...contact.warnings, ...ofEvent.warnings],
			cleared: contact.cleared,
			mapping: ofEvent.mapping,
			...sendMessage({ ...message, labels: listLabels(options) }, options, origin),
		};
	},
	output: (answer, { event, identifier }, by) =>
		sendOutput(answer, by, { ...identifier, eventName: event.name }),
});
