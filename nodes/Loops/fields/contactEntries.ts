import { isBlank } from '../values/blank';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseBoolean } from '../values/parse';
import { didYouMean, nearest } from '../values/nearest';
import type { EmptyInput } from '../values/propertyValue';
import { mailingListEntries } from './mailingLists';
import { choiceOption, strictness } from '../form/options';
import type { Part } from '../form/part';
import { readIdList } from '../form/read';
import { checkParts } from '../form/templateParts';

const clearProperty: Part<string[]> = {
	property: {
		displayName: 'Clear Property Names or IDs',
		name: 'clearProperty',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getContactProperties' },
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: 'The chosen properties lose their value in Loops',
	},
	read: (form, value, path) => readIdList(form, 'Clear Property', value, path),
};

export const SUBSCRIPTION = 'Subscription (All Emails)';

/** Undefined if left as it is: `true` re-subscribes people who have opted out (contract: opt-out-kept). */
const subscription: Part<boolean | undefined> = {
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
		hint: "'Subscribe' also brings back people who have opted out",
	},
	read: (form, value, path) => {
		if (isBlank(value) || value === 'leaveAsIs') return undefined;
		checkParts(form, SUBSCRIPTION, path);
		const chosen = value === 'subscribe' || (value !== 'unsubscribe' && parseBoolean(value).value);
		if (chosen !== undefined) return chosen;
		throw new ItemRefused(
			`'${SUBSCRIPTION}' can't be ${format(value)}`,
			`Choose 'leaveAsIs', 'subscribe' or 'unsubscribe'.${didYouMean(nearest(value, ['leaveAsIs', 'subscribe', 'unsubscribe']))}`,
		);
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
		'What to do about a contact property whose input is empty, such as a blank cell or null. JSON is sent as it is.',
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
