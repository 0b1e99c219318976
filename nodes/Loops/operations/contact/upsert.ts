import { validateProperties, contactFactsNeeded, resolveContact } from '../../fields/contact';
import { contactEntries, emptyInput, unknownProperties } from '../../fields/contactEntries';
import { contactProperties } from '../../fields/contactPropertyFields';
import { anyIdentifier, contactLocks } from '../../fields/identifier';
import { additionalFields, options, validateOnly } from '../../form/options';
import { operation } from '../operation';
import { writeContact, writeOutput } from './write';

export const upsert = operation({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	fields: {
		identifier: anyIdentifier,
		properties: contactProperties,
		additional: additionalFields({ ...contactProperties.entries, ...contactEntries }),
		options: options({ validateOnly, emptyInput, unknownProperties }),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	validate: { properties: validateProperties },
	needs: (values) => ({ contactProperties: contactFactsNeeded(values) }),
	plan: (values, { contactProperties }) => {
		const { body, labels, ...others } = resolveContact(values, contactProperties);
		const request = writeContact({ ...values.identifier, ...body }); // contract: update-two-contacts
		return { ...others, request: { ...request, labels } };
	},
	output: (answer, { identifier }) => [writeOutput(answer, identifier)],
});
