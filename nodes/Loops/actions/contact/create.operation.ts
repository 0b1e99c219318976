import { options } from '../../fields/collection';
import { newContactFields, readContact, unknownProperties } from '../../fields/contact';
import { emailField, readEmail } from '../../fields/identifier';
import type { Operation } from '../operation';

export const create: Operation = {
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Add a new contact. Fails when one with this email or user ID exists.',
	fields: [emailField, ...newContactFields, options(unknownProperties)],
	request: async (item) => ({
		method: 'POST',
		path: '/contacts/create',
		body: { email: readEmail(item), ...(await readContact(item)) },
		answer: 'success',
		repeatable: false,
		hints: {
			409: "A contact with this email or user ID exists already. To write to it, use 'Create or Update'",
		},
	}),
};
