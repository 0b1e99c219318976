import type { INodeProperties } from 'n8n-workflow';

import type { ContactIds } from '../api/contacts';
import type { Field, Form } from '../form/form';
import type { IdOrReference } from '../form/formValue';
import {
	ADDITIONAL_FIELDS,
	choice,
	fieldOf,
	idOrName,
	multiSelect,
	type Parameter,
} from '../form/parameter';
import type { ParameterValue } from '../form/parameterValue';
import type { Identifier } from '../values/checked';
import { formatName, MAX_EMAIL, MAX_TEXT, trimmed } from '../values/format';
import { emptyHint, ItemRefused, readEach } from '../values/itemRefused';

const emailProperty: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	required: true,
	default: '',
	description: 'Email address of the contact',
};

const userIdProperty: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	placeholder: 'e.g. user_123',
	default: '',
	description: 'Your own unique ID for the contact',
};

/** An email address as the only identifier of the contact or recipient. */
export const email = (texts: Partial<INodeProperties> = {}): Field<Identifier> =>
	fieldOf({ property: { ...emailProperty, ...texts }, read: emailIn });

const findBy: INodeProperties = {
	displayName: 'Identify Contact By',
	name: 'findBy',
	type: 'options',
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'User ID', value: 'userId' },
	],
	default: 'email',
	description: 'What to find the contact by',
};

const contactIds = (by: INodeProperties): Field<ContactIds> => ({
	properties: [
		by,
		{ ...emailProperty, displayOptions: { show: { findBy: ['email', 'emailAndUserId'] } } },
		{
			...userIdProperty,
			required: true,
			displayOptions: { show: { findBy: ['userId', 'emailAndUserId'] } },
		},
	],
	read: (form) => {
		const chosen = fieldOf(choice<'email' | 'userId' | 'emailAndUserId'>(by)).read(form);
		const [email, userId] = [form.value('email', 'Email'), form.value('userId', 'User ID')];
		if (chosen === 'email') return { email: emailIn(email) };
		if (chosen === 'userId') return { userId: userIdIn(userId) };
		const id = userId.identifierIfAny('contacts');
		const ids = {
			...(!email.isEmpty && { email: emailIn(email) }),
			...(id !== undefined && { userId: id }),
		};
		return Object.keys(ids).length > 0 ? ids : { email: emailIn(email) };
	},
});

/** For the calls that take exactly one identifier (contract: find-one-identifier). */
export const oneIdentifier = contactIds(findBy);

/** For the calls that take one identifier or both. */
export const anyIdentifier = contactIds({
	...findBy,
	options: [
		{ name: 'Email', value: 'email' },
		{
			name: 'Email and User ID',
			value: 'emailAndUserId',
			description:
				"Finds the contact by email or user ID, and saves the other value to it. This can change the contact's email address.",
		},
		{ name: 'User ID', value: 'userId' },
	],
	description:
		'What to find the contact by. If no contact matches, a new one is created, which requires an email.',
});

/** The user ID of a new contact. */
export const userId: Parameter<Identifier | undefined> = {
	property: userIdProperty,
	read: (value) => value.identifierIfAny('contacts'),
};

/** The new email address of a contact. */
export const changeEmailTo: Parameter<Identifier | undefined> = {
	property: {
		displayName: 'Change Email To',
		name: 'changeEmailTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. nathan@example.com',
		description: 'New email address of the contact. The contact must have a user ID.',
	},
	read: (value) => (value.isEmpty ? undefined : emailIn(value)),
};

/** Refuses only impossible addresses and invisible characters. Loops checks the rest (contract: email-invalid). */
const EMAIL =
	/^[^\s\p{Cc}\p{Cf}\p{DI}@,;<>]+@[^\s\p{Cc}\p{Cf}\p{DI}@,;<>?][^\s\p{Cc}\p{Cf}\p{DI}@,;<>?.]*\.[^\s\p{Cc}\p{Cf}\p{DI}@,;<>?]+(?<!\.)$/u;

const PAIRS = ['""', "''", '<>', '()', '[]'];

/** The address without what links, lists and mail programs put around it. It has at most MAX_EMAIL characters. */
function withoutWrapping(text: string): string {
	const [first = '', last] = [text.at(0), text.at(-1)];
	const isWrapped = text.length > 2 && PAIRS.includes(`${first}${last}`);
	const inner = isWrapped ? text.slice(1, -1) : text.replace(/^mailto:|[;,]$/i, '');
	return inner === text ? text : withoutWrapping(trimmed(inner));
}

/** The address in `Nea <nea@example.com>`. A name that is another address leaves open which one is meant. */
const NAMED = /^[^<>@]+<([^<>]+)>$/;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}]/u;

const codeOf = (character: string) =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** @throws ItemRefused for what is no email address */
export function emailIn(value: ParameterValue): Identifier {
	const hint = emptyHint('Enter an email address');
	const given = withoutWrapping(value.identifier('contacts', { hint, longest: MAX_EMAIL }));
	const [, named] = NAMED.exec(given) ?? [];
	const address = trimmed(named ?? given);
	if (EMAIL.test(address)) {
		if (named !== undefined)
			value.warn(`'${value.label}' has a name before the address. Only the address is used`);
		if (address.startsWith("'"))
			value.warn(
				`'${value.label}' begins with an apostrophe, which a spreadsheet may have added. It is sent as part of the address`,
			);
		return address as Identifier;
	}
	const [invisible] = INVISIBLE.exec(address) ?? [];
	if (invisible !== undefined)
		value.refuse(
			`'${value.label}' is not an email address: ${value.shown} contains the invisible character ${codeOf(invisible)}`,
			'Remove this character where the address comes from',
		);
	return value.refuse(
		`'${value.label}' is not an email address: ${value.shown}`,
		'Enter a single email address and nothing else, for example nathan@example.com',
	);
}

/** User IDs are text to Loops; databases often hold them as numbers. Shops write 0 for guests. */
const userIdIn = (value: ParameterValue): Identifier =>
	value.identifier('contacts', {
		isUnique: true,
		longest: MAX_TEXT,
		hint: emptyHint('Enter a user ID'),
	});

/** The values that name the contact, in lower case; '' where there is none. */
export function identifiersIn(form: Form): string[] {
	const more = form.value(ADDITIONAL_FIELDS.name, '', {});
	const values = [
		form.value('email', ''),
		form.value('userId', ''),
		more.at('userId'),
		more.at('changeEmailTo'),
	];
	return values.map((value) => value.caseless);
}

/** The locks that keep calls about the same contact in order (contract: email-case). */
export const contactLocks = ({ email: address, userId: id }: ContactIds): string[] => [
	...(address ? [`email ${address.toLowerCase()}`] : []),
	...(id ? [`user ID ${id}`] : []),
];

/** List ID to true (subscribe) or false (unsubscribe). */
type ListChanges = Record<string, boolean>;

const JSON_LABEL = 'Mailing Lists (JSON)';

const select = (label: string, name: string) => multiSelect(label, name, 'getMailingLists');

const listId = (value: ParameterValue): IdOrReference => idOrName(value, 'mailingList');

/** The lists that an operation changes. */
export function mailingListIds(texts: { hint?: string } = {}): Field<IdOrReference[]> {
	const list = select('Mailing List', 'mailingList');
	// In a new node, n8n asks before it has set the credential. So it asks again once the contact is entered.
	const typeOptions = { ...list.typeOptions, loadOptionsDependsOn: ['email', 'userId'] };
	return fieldOf({
		property: { ...list, typeOptions, required: true, ...texts },
		read: (value) => {
			const ids = value.identifiers('mailing lists', listId);
			if (ids.length > 0) return ids;
			return value.refuse(
				`'${value.label}' is empty`,
				'Choose at least one mailing list, or check that the expression returns IDs for this item',
			);
		},
	});
}

/** The changes of one field with its label. */
interface FieldChanges<Id = IdOrReference> {
	label: string;
	changes: Array<[id: Id, isSubscribed: boolean]>;
}

const listField = (
	label: string,
	name: string,
	isSubscribed: boolean,
	hint?: string,
): Parameter<FieldChanges> => ({
	property: { ...select(label, name), ...(hint && { hint }) },
	read: (value) => ({
		label: value.label,
		changes: value.identifiers('mailing lists', listId).map((id) => [id, isSubscribed]),
	}),
});

/** Entries about mailing lists. */
export const mailingListEntries = {
	listsInJson: {
		property: {
			displayName: JSON_LABEL,
			name: 'mailingListsJson',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "cm06f5v0e45nf0ml5754o9cix": true }',
			description:
				'Object of mailing list names or IDs, each with true to subscribe or false to unsubscribe. Lists that are not named, or have no value, stay as they are.',
		},
		read: (value) => ({ label: JSON_LABEL, changes: changesInJson(value) }),
	} satisfies Parameter<FieldChanges>,
	subscribeTo: listField('Add to List', 'addToList', true),
	unsubscribeFrom: listField(
		'Take Off List',
		'removeFromList',
		false,
		'The contact is removed from these lists',
	),
};

type Chosen = Partial<Record<keyof typeof mailingListEntries, FieldChanges<Identifier>>>;

const fieldsOf = ({ listsInJson, subscribeTo, unsubscribeFrom }: Chosen) =>
	[listsInJson, subscribeTo, unsubscribeFrom].filter((field) => field !== undefined);

/** The labels of the fields that fill `mailingLists` of the body. */
export const listLabels = (chosen: Chosen): { mailingLists: string[] } => ({
	mailingLists: fieldsOf(chosen).map(({ label }) => label),
});

/** `mailingLists` of the body. Absent unless a list is named. */
export function mailingListsBody(chosen: Chosen): { mailingLists?: ListChanges } {
	const lists = new Map<string, boolean>();
	for (const [id, isSubscribed] of fieldsOf(chosen).flatMap(({ changes }) => changes)) {
		if (lists.get(id) === !isSubscribed) {
			throw new ItemRefused(
				`Mailing list '${formatName(id)}' is both added and removed`,
				'Set each mailing list in one field only',
			);
		}
		lists.set(id, isSubscribed);
	}
	return lists.size > 0 ? { mailingLists: Object.fromEntries(lists) } : {};
}

const changesInJson = (value: ParameterValue): FieldChanges['changes'] =>
	readEach(value.jsonEntries(), ([id, given]): FieldChanges['changes'] => {
		if (given.isEmpty) return [];
		const isSubscribed = given.booleanIfAny();
		if (isSubscribed !== undefined && trimmed(id) !== '' && id !== '__proto__')
			return [[listId(given.within(id, JSON_LABEL)), isSubscribed]];
		return given.refuse(
			`'${JSON_LABEL}': '${formatName(id)}' can't be ${given.shown}`,
			'Set each mailing list to true (subscribe) or false (unsubscribe)',
		);
	}).flat();
