import { isPlainProperty } from '../account/propertyRoles';
import { multiSelect } from '../form/dropdowns';
import { choiceOption, strictness } from '../form/options';
import type { Parameter } from '../form/parameter';
import { idOrName } from '../form/idOrName';
import type { IdOrReference } from '../form/reference';
import type { Identifier } from '../values/checked';
import { formatName } from '../values/format';
import type { EmptyInput } from '../values/propertyValue';
import { mailingListEntries } from './mailingLists';

const clearProperty: Parameter<IdOrReference[]> = {
	property: {
		...multiSelect('Clear Property', 'clearProperty', 'getContactProperties'),
		hint: 'The chosen properties lose their value in Loops',
	},
	read: (value) =>
		value.identifiers('properties', (each): IdOrReference => {
			const check = (name: Identifier): void => {
				if (isPlainProperty(name)) return;
				each.refuse(
					`'${value.label}' can't clear '${formatName(name)}'`,
					'Remove this name, because it is not a contact property, or it is read-only',
				);
			};
			return idOrName(each, 'contactProperty', { check });
		}),
};

/** Contact properties as one object, as several operations take them. */
export const CONTACT_DATA = 'Contact Data (JSON)';

export const SUBSCRIPTION = 'Subscription (All Emails)';

/** Undefined if left as it is: `true` re-subscribes people who have opted out (contract: opt-out-kept). */
const subscription: Parameter<boolean | undefined> = {
	property: {
		displayName: SUBSCRIPTION,
		name: 'subscription',
		type: 'options',
		options: [
			{ name: 'Leave as Is', value: 'leaveAsIs' },
			{ name: 'Subscribe', value: 'subscribe' },
			{ name: 'Unsubscribe', value: 'unsubscribe' },
		],
		default: 'leaveAsIs',
		description: 'Whether the contact receives campaigns and workflow emails',
		hint: "'Subscribe' also resubscribes people who opted out",
	},
	read: (value) => {
		if (value.isEmpty) return undefined;
		const given = value.booleanIfAny();
		if (given !== undefined) return given;
		const chosen = value.choice(['leaveAsIs', 'subscribe', 'unsubscribe']);
		return chosen === 'leaveAsIs' ? undefined : chosen === 'subscribe';
	},
};

/** The fields of a new contact that few users need. */
export const newContactEntries = { subscription, ...mailingListEntries };

/** The fields of a contact that may exist, of those that few users need. */
export const contactEntries = { clearProperty, ...newContactEntries };

/** Entry of 'Options'. */
export const emptyInput = choiceOption<EmptyInput>({
	displayName: 'Empty Input Fields',
	name: 'emptyInputFields',
	type: 'options',
	options: [
		{ name: 'Clear Value in Loops', value: 'clear' },
		{ name: 'Leave Value in Loops', value: 'leave' },
	],
	default: 'leave',
	description:
		"What to do with a contact property whose input is empty, such as a blank cell or null. 'Contact Data (JSON)' is sent as it is.",
});

/** Entry of 'Options'. */
export const unknownProperties = strictness(
	'Unknown Properties',
	'unknownProperties',
	{
		dontSend: 'The item fails',
		sendAndWarn: 'The item is sent, and a warning is shown after the run',
	},
	'What to do about a contact property that the account does not have. Loops silently drops its value.',
);
