import { newContactFields, readContact } from '../../fields/contact';
import { emailField, readEmail } from '../../fields/identifier';
import type { Operation } from '../operation';

export const create: Operation = {
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Add a new contact. Fails when one with this email or user ID exists.',
	fields: [emailField, ...newContactFields],
	request: (node, itemIndex) => ({
		method: 'POST',
		path: '/contacts/create',
		body: { email: readEmail(node, itemIndex), ...readContact(node, itemIndex) },
		answer: 'success',
		repeatable: false,
		hints: {
			409: "A contact with this email or user ID exists already. To write to it, use 'Create or Update'",
		},
	}),
};
