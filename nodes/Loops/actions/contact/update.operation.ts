import type { IDataObject } from 'n8n-workflow';

import { options, readAdditionalFields, validateOnly } from '../../fields/collection';
import { existingContactFields, unknownProperties } from '../../fields/contact';
import {
	ABOUT_CONTACT,
	emailFrom,
	oneIdentifier,
	readIdentifier,
	subjectsOf,
} from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { listLabels } from '../../fields/mailingLists';
import type { Operation } from '../operation';
import { findContact, notFound, readWhenNotFound, whenNotFound } from './findContact';
import { readCheckedContact } from './readCheckedContact';
import { asStored, upsertRequest } from './upsertRequest';

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
		options(validateOnly, whenNotFound('error'), unknownProperties),
	],
	subjects: (item) => [
		...subjectsOf(readIdentifier(item, 'one')),
		...subjectsOf({ email: newEmailOf(item) }),
	],
	request: async (item) => {
		const identifier = readIdentifier(item, 'one');
		const email = newEmailOf(item);
		const policy = readWhenNotFound(item, 'error');
		const changes = await readCheckedContact(item);
		const [contact] = (await item.read(findContact(identifier))) as IDataObject[];
		if (!contact) return { output: notFound(item, 'error') };
		const lists = listLabels(readAdditionalFields(item));
		if (email === undefined) {
			return {
				...upsertRequest({ ...asStored(identifier, contact), ...changes }),
				labels: lists,
				refusals: [
					{
						status: 400,
						says: ABOUT_CONTACT,
						hint: 'The contact may have been deleted since it was looked up. Run this item again',
					},
				],
			};
		}
		// Loops finds the contact by its user ID, and writes the email that comes with it.
		const { userId } = contact;
		if (userId) {
			return {
				...upsertRequest({ email, userId, ...changes }),
				labels: { ...lists, email: ['Change Email To'] },
				rerun: isStillFound(identifier, email) || policy !== 'error' ? 'safe' : 'refused',
				refusals: [
					{
						status: 400,
						part: 'email',
						says: ABOUT_CONTACT,
						hint: "Another contact may have the address of 'Change Email To' already. Look it up with Contact > Find",
					},
				],
			};
		}
		throw item.invalidParameter(
			"'Change Email To' needs a contact that has a user ID",
			"Give it one first, with 'Create or Update' by email and user ID",
		);
	},
	// The address that it has now: the next node may write to it.
	output: (answer, item) => {
		const email = newEmailOf(item);
		const contact = { ...readIdentifier(item, 'one'), ...(email !== undefined && { email }) };
		return [{ ...(answer as IDataObject), found: true, ...contact }];
	},
};

/** False where there is nobody afterwards under the address that the contact is found by. */
const isStillFound = (identifier: IDataObject, email: string): boolean =>
	!('email' in identifier) || String(identifier.email).toLowerCase() === email.toLowerCase();

function newEmailOf(item: Item): string | undefined {
	const additional = readAdditionalFields(item);
	return 'changeEmailTo' in additional
		? emailFrom(item, 'Change Email To', additional.changeEmailTo, [
				'additionalFields',
				'changeEmailTo',
			])
		: undefined;
}
