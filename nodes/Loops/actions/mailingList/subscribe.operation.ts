import type { IDataObject } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { chosenLists, readChosenLists } from '../../fields/mailingLists';
import { findContact, notFound, readWhenNotFound, whenNotFound } from '../contact/findContact';
import type { Operation } from '../operation';
import { listsRequest } from './listsRequest';

export const subscribe: Operation = {
	resource: 'mailingList',
	value: 'subscribe',
	name: 'Subscribe Contact',
	action: 'Subscribe contact to mailing lists',
	description: 'Add a contact to one or more mailing lists. Its other lists stay as they are.',
	fields: [
		...oneIdentifier,
		chosenLists,
		options(
			validateOnly,
			whenNotFound('error', {
				name: 'Create Contact',
				value: 'create',
				description:
					'Make a contact of the email. It is then subscribed in general, too, and can start workflows in Loops.',
			}),
		),
	],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: async (item) => {
		const identifier = readIdentifier(item, 'one');
		const mailingLists = readChosenLists(item, true);
		if (mayCreate(item) && !('email' in identifier)) {
			throw item.invalidParameter(
				"'When Not Found' can't create a contact from a user ID alone",
				"A new contact takes an email: set 'Find By' to Email, or choose another output",
			);
		}
		const [contact] = (await item.read(findContact(identifier))) as IDataObject[];
		if (contact?.subscribed === false) {
			item.warn(
				"the contact has opted out of all emails ('subscribed' is false): Loops adds it to no mailing list",
			);
		}
		if (contact || mayCreate(item)) return listsRequest(identifier, contact, mailingLists);
		return { output: notFound(item, 'error') };
	},
	output: (answer, item, _doneBy, { wasFound }) => [
		{
			...(answer as IDataObject),
			...(wasFound && { found: true }),
			...readIdentifier(item, 'one'),
		},
	],
};

const mayCreate = (item: Item) => readWhenNotFound(item, 'error', 'create') === 'create';
