import { CONTACT_FIELDS } from '../../account/contactProperties';
import { oneIdentifier, contactLocks } from '../../fields/identifier';
import { options } from '../../form/options';
import { simplify } from '../../form/simplify';
import { operation } from '../operation';
import { outputWhenNotFound, whenNotFound } from './whenNotFound';
import { contactIn, findContact } from '../../api/contacts';

export const find = operation({
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: "Look up a contact by email or user ID. Loops' API can't list contacts.",
	fields: {
		identifier: oneIdentifier,
		// Off, unlike elsewhere: custom properties are often what a look-up is for.
		simplify: simplify(['found', ...CONTACT_FIELDS], {
			isOn: false,
			loadOptionsMethod: 'getContactFields',
		}),
		options: options({ whenNotFound: whenNotFound('foundFalse') }),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	plan: ({ identifier }) => ({ request: findContact(identifier) }),
	output: (answer, { identifier, options: { whenNotFound: policy } }) => {
		const contact = contactIn(answer);
		if (!contact) return outputWhenNotFound(policy, identifier);
		// The account may have a property named 'found'.
		const { found: foundProperty, email, ...others } = contact;
		return [{ found: true, email, ...others, ...('found' in contact && { foundProperty }) }];
	},
});
