import type { IDataObject } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import { chosenLists, readChosenLists } from '../../fields/mailingLists';
import { findContact, notFound, whenNotFound } from '../contact/findContact';
import type { Operation } from '../operation';
import { listsRequest } from './listsRequest';

export const unsubscribe: Operation = {
	resource: 'mailingList',
	value: 'unsubscribe',
	name: 'Unsubscribe Contact',
	action: 'Unsubscribe contact from mailing lists',
	description:
		'Remove a contact from one or more mailing lists. Its other lists stay as they are, and so do all other emails.',
	fields: [...oneIdentifier, chosenLists, options(validateOnly, whenNotFound('error'))],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: async (item) => {
		const identifier = readIdentifier(item, 'one');
		const mailingLists = readChosenLists(item, false);
		const [contact] = (await item.read(findContact(identifier))) as IDataObject[];
		if (contact) return listsRequest(identifier, contact, mailingLists);
		return { output: notFound(item, 'error') };
	},
	output: (answer, item) => [
		{ ...(answer as IDataObject), found: true, ...readIdentifier(item, 'one') },
	],
};
