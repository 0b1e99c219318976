import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { options, readAdditionalFields, validateOnly } from '../../fields/collection';
import { newContactFields, unknownProperties } from '../../fields/contact';
import { timeOf } from '../../fields/date';
import { emailField, readEmail, readUserId, subjectsOf } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { listLabels } from '../../fields/mailingLists';
import { asRecord, isSuccess } from '../../http/request';
import { labelOf } from '../../http/sentences';
import type { Operation } from '../operation';
import { findContact } from './findContact';
import { readCheckedContact } from './readCheckedContact';

export const create: Operation = {
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Add a new contact. Fails when one with this email or user ID exists.',
	fields: [emailField, ...newContactFields, options(validateOnly, unknownProperties)],
	subjects: (item) => subjectsOf(identifiersOf(item)),
	request: async (item) => {
		const email = readEmail(item);
		const fields = await readCheckedContact(item);
		return {
			method: 'POST',
			path: '/contacts/create',
			body: { email, ...fields },
			repeat: {
				kind: 'lookUp',
				request: findContact({ email }),
				found: (answer) => created(item, fields, answer as IDataObject[]),
			},
			isAnswer: isSuccess,
			labels: listLabels(readAdditionalFields(item)),
			refusals: [
				{
					status: 409,
					problem: 'A contact with this email or user ID exists already',
					hint: "To write to it, use 'Create or Update'",
				},
			],
		};
	},
	output: (answer, item) => [{ ...(answer as IDataObject), ...identifiersOf(item) }],
};

function identifiersOf(item: Item): IDataObject {
	const { userId } = readAdditionalFields(item);
	return {
		email: readEmail(item),
		...(userId !== undefined && {
			userId: readUserId(item, userId, ['additionalFields', 'userId']),
		}),
	};
}

/**
 * What an answer that got lost would have said, if the contact that is there now is the one to create;
 * an error where it does not show all that was asked for, so that it may have been there before.
 */
function created(
	item: Item,
	fields: IDataObject,
	[contact]: IDataObject[],
): IDataObject | NodeOperationError | undefined {
	if (!contact) return undefined;
	const other = Object.keys(fields).find((name) =>
		name === 'mailingLists'
			? !areSameLists(contact[name], fields[name] as IDataObject)
			: !isSame(contact[name], fields[name]),
	);
	if (other === undefined) return { success: true, id: contact.id };
	const label = labelOf(other, listLabels(readAdditionalFields(item)));
	return item.invalidParameter(
		'It is not known whether the contact was created: the answer of Loops was lost',
		`There is a contact with this email now, but it does not show what this item has in ${label}. Look at it in Loops before you run this item again.`,
	);
}

/** Loops shows the lists that a contact is on, and no others. */
const areSameLists = (stored: unknown, asked: IDataObject) =>
	Object.entries(asked).every(([id, isOn]) => (asRecord(stored)[id] === true) === isOn);

const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''));

/** Text may be stored as a number, no value as empty text, and a date in another form. */
function isSame(stored: unknown, sent: unknown): boolean {
	if (textOf(stored) === textOf(sent)) return true;
	const time = timeOf(typeof sent === 'number' ? new Date(sent) : sent);
	return time !== undefined && time === timeOf(stored);
}
