import { CONTACT_FIELDS } from '../../account/propertyRoles';
import { oneIdentifier, contactLocks } from '../../fields/identifier';
import { options } from '../../form/parameter';
import { simplify } from '../../form/paging';
import { operation } from '../base/operation';
import { outputWhenNotFound, whenNotFound } from './write';
import { lookUpContact } from '../../api/contacts';

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
	run: async ({ identifier, simplify: simplified, options: { whenNotFound: policy } }, { get }) => {
		const contact = await lookUpContact(get, identifier);
		if (!contact) return outputWhenNotFound(policy, identifier).map(simplified);
		// The account may have a property named 'found'.
		const { found: foundProperty, email, ...others } = contact;
		return simplified({
			...{ found: true, email },
			...others,
			...('found' in contact && { foundProperty }),
		});
	},
});
