import type { IDataObject } from 'n8n-workflow';

import { propertyKeys, roleOf } from '../../account/propertyRoles';
import {
	type ContactProperty,
	contactIn,
	findContactCall,
	lookUpContact,
} from '../../api/contacts';
import {
	contactPropertiesFor,
	resolveContact,
	validateProperties,
	newContactEntries,
	unknownProperties,
	contactProperties,
} from '../../fields/contact';
import { contactLocks, email, userId } from '../../fields/identifier';
import { additionalFields, choiceOption, options, validateOnly } from '../../form/parameter';
import { isSuccess, type LoopsRequest } from '../../http/request';
import { asRecord } from '../../values/parse';
import { labelOf } from '../../http/errors';
import type { Body } from '../../values/checked';
import { timeOf } from '../../values/date';
import { ItemRefused } from '../../values/itemRefused';
import { doneNow } from '../../sends/sendMessage';
import { operation } from '../base/operation';
import { contactReached, VALUE_REFUSED, writeOutput } from './write';

const ifExists = choiceOption<'fail' | 'leaveAsIs'>({
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'The item fails' },
		{
			name: 'Leave as Is',
			value: 'leaveAsIs',
			description: "Nothing is changed, and 'created' in the output is false",
		},
	],
	default: 'fail',
	description: 'What to do if a contact has this email already',
});

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Add a new contact. Fails when one with this email or user ID exists.',
	fields: {
		email: email(),
		properties: contactProperties,
		additional: additionalFields({ ...contactProperties.entries, ...newContactEntries, userId }),
		options: options({ validateOnly, ifExists, unknownProperties }),
	},
	locks: ({ email: address, additional }) =>
		contactLocks({ email: address, userId: additional.userId }),
	validate: { properties: validateProperties },
	reaches: ({ email: address, additional: { userId: id } }, get) =>
		contactReached(get, { email: address, userId: id }),
	run: async (values, { facts, input, note, change }) => {
		const { email: address, additional } = values;
		const list = await contactPropertiesFor(values, facts);
		const { body, labels, ...notes } = resolveContact(values, list, input);
		note(notes);
		const mayExist = values.options.ifExists === 'leaveAsIs';
		const conflict = mayExist ? USER_ID_TAKEN : CONTACT_EXISTS;
		const existing = (answer: unknown) => {
			const contact = contactIn(answer);
			return contact && { success: true, id: contact.id };
		};
		const call: LoopsRequest = {
			method: 'POST',
			path: '/contacts/create', // contract: create
			body: { email: address, ...body },
			repeat: {
				kind: 'checkFirst',
				request: findContactCall({ email: address }),
				found: mayExist
					? existing
					: (answer) => answerFrom(stored(body, list), contactIn(answer), labels),
				...(mayExist && { foundAfterRefusal: existing }),
			},
			isAnswer: isSuccess,
			labels,
			rejections: [...VALUE_REFUSED, { status: 409, ...conflict }],
		};
		const { userId: id } = additional;
		const { answer, doneBy } = await change(call, {
			rerun: mayExist ? 'harmless' : 'refused',
			precheck: async (get) => {
				const found = await lookUpContact(get, { email: address });
				if (found && mayExist) return;
				const other = found ?? (id && (await lookUpContact(get, { userId: id })));
				if (other) throw new ItemRefused(conflict.problem, conflict.hint);
			},
		});
		const ids = { email: address, ...(id !== undefined && { userId: id }) };
		return { created: doneNow(doneBy), ...writeOutput(answer, ids) };
	},
});

const USER_ID_TAKEN = {
	problem: 'Another contact already has this user ID',
	hint: "Use another user ID here. To see the other contact, look up this user ID with 'Contact > Find'",
};

const CONTACT_EXISTS = {
	problem: 'A contact with this email or user ID already exists', // contract: create-conflict
	hint: "To update the contact, use 'Create or Update'. To leave the contact unchanged, set 'Options > If It Exists' to 'Leave as Is'",
};

/** Loops drops values of properties that the account does not have (contract: property-unknown). */
const stored = (body: Body, properties?: ContactProperty[]): Body =>
	Object.fromEntries(
		Object.entries(body).filter(
			([name]) => !properties || roleOf(name) !== undefined || propertyKeys(properties).has(name),
		),
	);

/**
 * Replaces a lost answer with what the check shows. Returns an error if the contact lacks a value that
 * was sent: it may have existed before.
 */
function answerFrom(
	fields: Body,
	contact: IDataObject | undefined,
	labels: Record<string, string[]>,
): IDataObject | ItemRefused | undefined {
	if (!contact) return undefined;
	const shown = (name: string) => (Object.hasOwn(contact, name) ? contact[name] : undefined);
	const mismatch = Object.keys(fields).find((name) =>
		name === 'mailingLists'
			? !areSameLists(shown(name), fields[name] as IDataObject)
			: !isSame(shown(name), fields[name]),
	);
	if (mismatch === undefined) return { success: true, id: contact.id };
	return new ItemRefused(
		"It is not known whether the contact was created: Loops' response was lost",
		`A contact with this email exists now, but without this item's ${labelOf(mismatch, labels)}. Check the contact in Loops before you run the workflow again with this item.`,
	);
}

/** Loops shows only the lists that a contact is on (contract: contact-form). */
const areSameLists = (stored: unknown, asked: IDataObject) =>
	Object.entries(asked).every(([id, isOn]) => (asRecord(stored)[id] === true) === isOn);

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''));

/** Loops may store numbers, empty text and other dates (contract: date-without-offset) than were sent. */
function isSame(stored: unknown, sent: unknown): boolean {
	if (asText(stored) === asText(sent)) return true;
	const time = timeOf(typeof sent === 'number' ? new Date(sent) : sent);
	return time !== undefined && time === timeOf(stored);
}
