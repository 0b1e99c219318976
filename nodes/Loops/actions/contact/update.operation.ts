import type { IDataObject } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { existingContactFields, readContact, unknownProperties } from '../../fields/contact';
import { emailFrom, oneIdentifier, readIdentifier } from '../../fields/identifier';
import type { Item } from '../../item';
import type { Operation } from '../operation';
import { findContact, notFound, whenNotFound } from './findContact';
import { upsertRequest } from './upsertRequest';

// Loops itself has no update that creates nothing: this one looks first.
export const update: Operation = {
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Write to a contact only if it exists, such as to change its email',
	fields: [
		...oneIdentifier,
		...existingContactFields,
		options(unknownProperties, validateOnly, whenNotFound('error')),
	],
	request: async (item) => {
		const identifier = readIdentifier(item, 'one');
		const changes = await readContact(item);
		const [contact] = (await item.call(findContact(identifier))) as IDataObject[];
		if (!contact) return { output: notFound(item, 'error') };
		return upsertRequest({ ...identifier, ...changes, ...readNewEmail(item, contact) });
	},
};

/** Loops finds the contact by its user ID, and writes the email that comes with it. */
function readNewEmail(item: Item, { userId }: IDataObject): IDataObject {
	const additional = item.parameter<IDataObject>('additionalFields', {});
	if (!('newEmail' in additional)) return {};
	const email = emailFrom(item, 'Change Email To', additional.newEmail);
	if (!userId) {
		throw item.refusal(
			"'Change Email To' needs a contact that has a user ID",
			"Give it one first, with 'Create or Update' by email and user ID",
		);
	}
	return { email, userId };
}
