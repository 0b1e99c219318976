import {
	contactPropertiesFor,
	resolveContact,
	validateProperties,
	contactEntries,
	emptyInput,
	unknownProperties,
	contactProperties,
} from '../../fields/contact';
import { anyIdentifier, contactLocks } from '../../fields/identifier';
import { additionalFields, options, validateOnly } from '../../form/parameter';
import { operation } from '../base/operation';
import { contactReached, contactCall, writeOutput } from './write';

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
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async (values, { facts, input, identify, note, change }) => {
		const { identifier } = values;
		const list = await contactPropertiesFor(values, facts);
		const { body, labels, ...notes } = resolveContact(values, list, input);
		identify(identifier);
		note(notes);
		const call = contactCall({ ...identifier, ...body }); // contract: update-two-contacts
		const { answer } = await change({ ...call, labels });
		return writeOutput(answer, identifier);
	},
});
