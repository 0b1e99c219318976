import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { options, readAdditionalFields, validateOnly } from '../../fields/collection';
import { newContactFields, unknownProperties } from '../../fields/contact';
import { timeOf } from '../../fields/date';
import { emailField, readEmail, readUserId, subjectsOf } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { listLabels } from '../../fields/mailingLists';
import { isSuccess } from '../../transport/request';
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
		const body = { email, ...(await readCheckedContact(item)) };
		return {
			method: 'POST',
			path: '/contacts/create',
			body,
			repeat: {
				kind: 'lookUp',
				request: findContact({ email }),
				found: (answer) => created(item, body, answer as IDataObject[]),
			},
			isAnswer: isSuccess,
			labels: listLabels(readAdditionalFields(item)),
			refusals: [
				{
					status: 409,
					problem: 'A contact with this email or user ID exists already',
					wayOut: "To write to it, use 'Create or Update'",
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
		...(userId !== undefined && { userId: readUserId(item, userId) }),
	};
}

/**
 * What an answer that got lost would have said, if the contact that is there now is the one to create;
 * an error where it holds other values, so that it may have been there before.
 */
function created(
	item: Item,
	body: IDataObject,
	[contact]: IDataObject[],
): IDataObject | NodeOperationError | undefined {
	if (!contact) return undefined;
	const compared = Object.entries(body).filter(
		([name]) => Object.hasOwn(contact, name) && name !== 'mailingLists',
	);
	const other = compared.find(([name, value]) => !isSame(contact[name], value));
	if (other) {
		return item.invalidParameter(
			'It is not known whether the contact was created: the answer of Loops was lost',
			`There is a contact with this email now, but its '${other[0]}' is another one. Look at it in Loops before you run this item again.`,
		);
	}
	return { success: true, id: contact.id };
}

const textOf = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : undefined;

/** A date may be written in several ways, and an email in capital letters. */
function isSame(stored: unknown, sent: unknown): boolean {
	if (stored === sent || (textOf(stored) ?? 1) === textOf(sent)) return true;
	const time = timeOf(typeof sent === 'number' ? new Date(sent) : sent);
	return time !== undefined && time === timeOf(stored);
}
