import { contactFields, readContact } from '../../fields/contact';
import { anyIdentifier, readIdentifier } from '../../fields/identifier';
import type { Operation } from '../operation';

export const upsert: Operation = {
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	fields: [...anyIdentifier, ...contactFields],
	request: (node, itemIndex) => ({
		method: 'PUT',
		path: '/contacts/update',
		body: { ...readIdentifier(node, itemIndex, 'any'), ...readContact(node, itemIndex) },
		answer: 'success',
		repeatable: true,
		hints: {
			400: 'A user ID alone has to belong to a contact already: a new one takes an email too. Email and user ID together must not belong to two different contacts. Else check the values of this item',
		},
	}),
};
