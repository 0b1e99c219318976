import type { AccountFacts } from '../../account/facts';
import { CONTACT_FIELDS } from '../../account/propertyRoles';
import { oneIdentifier, contactLocks } from '../../fields/identifier';
import { options } from '../../form/parameter';
import { simplify } from '../../form/paging';
import { operation } from '../base/operation';
import { outputWhenNotFound, whenNotFound } from './write';
import { asRecord } from '../../values/parse';
import { lookUpContact } from '../../api/contacts';

/** The names of the lists that the contact is on: Loops gives only their IDs (contract: contact-form). */
async function listNames(mailingLists: unknown, facts: AccountFacts): Promise<string[] | null> {
	const ids = Object.entries(asRecord(mailingLists)).flatMap(([id, isOn]) =>
		isOn === true ? [id] : [],
	);
	if (ids.length === 0) return [];
	const names = await facts.mailingListNames(ids);
	return names ? ids.map((id) => names.get(id) ?? id) : null;
}

export const find = operation({
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: "Look up a contact by email or user ID. Loops' API can't list contacts.",
	fields: {
		identifier: oneIdentifier,
		simplify: simplify(['found', ...CONTACT_FIELDS], {
			isOn: false,
			dropped: ['id', 'optInStatus', 'source'],
			loadOptionsMethod: 'getContactFields',
		}),
		options: options({ whenNotFound: whenNotFound('foundFalse') }),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	run: async (
		{ identifier, simplify: simplified, options: { whenNotFound: policy } },
		{ get, facts },
	) => {
		const contact = await lookUpContact(get, identifier);
		if (!contact) return outputWhenNotFound(policy, identifier).map(simplified);
		// The account may have a property named 'found'.
		const { found: foundProperty, id, email, mailingLists, ...others } = contact;
		const names = await listNames(mailingLists, facts);
		return simplified({
			...{ found: true, email },
			...others,
			...(mailingLists !== undefined && { mailingLists, mailingListNames: names }),
			...('found' in contact && { foundProperty }),
			...(id !== undefined && { id }),
		});
	},
});
