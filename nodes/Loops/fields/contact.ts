import type { IDataObject } from 'n8n-workflow';

import {
	type ContactProperty,
	hasAll,
	isPlainProperty,
	roleOf,
	suggestProperty,
} from '../account/contactProperties';
import type { Need } from '../account/facts';
import { isBlank } from '../values/blank';
import { format, formatName, listed } from '../values/format';
import { InvalidValue } from '../values/invalidValue';
import { parseBoolean } from '../values/parse';
import { needForProperties, resolveProperties } from './contactProperties';
import { mailingListEntries, mailingListsBody } from './mailingLists';
import type { Mapping, parseValues } from './namedValues';
import { choice, type Entry } from './options';
import { readIdList } from './read';
import type { Given } from './section';
import { checkParts } from './templateParts';

const clearProperty: Entry<string[]> = {
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
	read: (form, value) =>
		readIdList(form, 'Clear Property', value, ['additionalFields', 'clearProperty']),
};

const SUBSCRIPTION = 'Subscription (All Emails)';

/** Undefined unless chosen: sending `true` re-subscribes people who have opted out. */
const subscription: Entry<boolean | undefined> = {
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
	read: (form, value) => {
		if (isBlank(value) || value === 'leaveAsIs') return undefined;
		checkParts(form, SUBSCRIPTION, ['additionalFields', 'subscription']);
		const chosen = value === 'subscribe' || (value !== 'unsubscribe' && parseBoolean(value).value);
		if (chosen !== undefined) return chosen;
		throw new InvalidValue(
			`'${SUBSCRIPTION}' can't be ${format(value)}`,
			"Choose 'leaveAsIs', 'subscribe' or 'unsubscribe'",
		);
	},
};

/** Entries of 'Additional Fields' for a new contact. */
export const newContactEntries = { subscription, ...mailingListEntries };

/** The same for a contact that may exist. */
export const contactEntries = { clearProperty, ...newContactEntries };

/** Entry of 'Options'. */
export const unknownProperties = choice<'dontSend' | 'sendAndWarn'>({
	displayName: 'Unknown Properties',
	name: 'unknownProperties',
	type: 'options',
	options: [
		{ name: "Don't Send", value: 'dontSend', description: 'The item fails' },
		{
			name: 'Send and Warn',
			value: 'sendAndWarn',
			description: 'The item is sent, and a warning is shown after the run',
		},
	],
	default: 'sendAndWarn',
	description:
		'What to do about a contact property that the account does not have. Loops drops its value without a word.',
});

/** What the fields of a contact hold. */
interface ContactValues {
	properties: Given;
	additional: Parameters<typeof mailingListsBody>[0] & {
		subscription?: boolean;
		clearProperty?: string[];
		userId?: string;
	};
	options: { unknownProperties: 'dontSend' | 'sendAndWarn'; validateOnly: boolean };
}

/** In every account. */
const isBuiltIn = (name: string) => ['builtIn', 'creation', 'consent'].includes(roleOf(name) ?? '');

/** What has to be known of the account before the fields of a contact can be sent. */
export function needForContact(contact: ContactValues): Need<ContactProperty[]> | undefined {
	const { properties: given, additional, options } = contact;
	// What is refused whatever the account has is refused before anything is looked up.
	if (given.from !== 'input') planContact(contact);
	const toRead = needForProperties(given);
	const isStrict = options.unknownProperties === 'dontSend';
	const ofEditor = given.schema.map(({ id }) => id);
	const ofForm = given.from === 'input' ? ofEditor : given.named.map(({ name }) => name);
	const confirmed = new Set(isStrict ? [] : ofEditor);
	const toConfirm = [...ofForm, ...(additional.clearProperty ?? [])].filter(
		(name) => !isBuiltIn(name) && !confirmed.has(name),
	);
	if (!toRead && toConfirm.length === 0) return undefined;
	const hasConfirmed = hasAll(toConfirm);
	return {
		use: isStrict || options.validateOnly ? 'require' : (toRead?.use ?? 'warn'),
		failure: toRead?.failure,
		isEnough: (list) => (toRead?.isEnough(list) ?? true) && hasConfirmed(list),
	};
}

/** The part of a flat body that the fields of a contact make, with what to tell about it. */
interface ContactPlan {
	body: IDataObject;
	mapping?: Mapping;
	warnings: string[];
}

/** @throws InvalidValue for a value that can't be sent */
export function planContact(contact: ContactValues, list?: ContactProperty[]): ContactPlan {
	const { properties: given, additional, options } = contact;
	const { values, known, mapping, warnings } = resolveProperties(given, list);
	for (const name of additional.clearProperty ?? []) clear(name, values);
	const { subscription: subscribed, userId } = additional;
	if (subscribed !== undefined && values.has('subscribed')) {
		throw new InvalidValue(
			`'${SUBSCRIPTION}' is set twice`,
			"Take 'subscribed' out of the JSON object, or set the field to 'Leave as Is'",
		);
	}
	const body: IDataObject = {
		...Object.fromEntries(values),
		...(subscribed !== undefined && { subscribed }),
		...(userId !== undefined && { userId }),
		...mailingListsBody(additional),
	};
	const isStrict = options.unknownProperties === 'dontSend';
	const names = [...values.keys()].filter((name) => !isBuiltIn(name));
	const unconfirmed = isStrict ? names : names.filter((name) => !known.has(name));
	const ofNames = aboutNames(unconfirmed, list);
	if (isStrict && ofNames.unknown) throw ofNames.unknown;
	const isInVain =
		body.subscribed === false && Object.values(body.mailingLists ?? {}).includes(true);
	return {
		body,
		mapping,
		warnings: [
			...(isInVain
				? [
						'the contact is unsubscribed from all emails, so that Loops adds it to no mailing list: Subscribe to List does nothing',
					]
				: []),
			...warnings,
			...ofNames.warnings,
		],
	};
}

function clear(name: string, values: ReturnType<typeof parseValues>): void {
	if (!isPlainProperty(name)) {
		throw new InvalidValue(
			`'Clear Property' can't clear '${formatName(name)}'`,
			'It is no contact property that can be written here',
		);
	}
	if ((values.get(name) ?? null) !== null) {
		throw new InvalidValue(
			`'${formatName(name)}' is both cleared and set`,
			"Take it out of 'Clear Property', or give it no value, not even empty text",
		);
	}
	values.set(name, null);
}

/** What the account has to say to names of properties. Loops accepts any, and drops unknown values. */
function aboutNames(
	names: string[],
	list?: ContactProperty[],
): { warnings: string[]; unknown?: InvalidValue } {
	if (names.length === 0) return { warnings: [] };
	if (!list) {
		const shown = listed(names.map((name) => `'${formatName(name)}'`));
		return {
			warnings: [
				`the account's contact properties could not be read: where it does not have ${shown}, Loops drops the value`,
			],
		};
	}
	const keys = new Set(list.map(({ key }) => key));
	const unknown = names.filter((name) => !keys.has(name));
	if (unknown.length === 0) return { warnings: [] };
	const meant = (name: string) => {
		const likely = suggestProperty(name, list);
		return likely === undefined ? '' : ` Did you mean '${formatName(likely)}'?`;
	};
	const [first] = unknown;
	return {
		warnings: unknown.map(
			(name) =>
				`the account has no contact property '${formatName(name)}', so Loops drops its value.${meant(name)}`,
		),
		unknown: new InvalidValue(
			`The account has no contact property '${formatName(first)}'`,
			`Loops would drop its value.${meant(first)} Correct the name, or create the property first.`,
		),
	};
}
