import type { IDataObject } from 'n8n-workflow';

import { options } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import type { Operation } from '../operation';
import { findContact, notFound, whenNotFound } from './findContact';

export const find: Operation = {
	resource: 'contact',
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: 'Look up a contact by its email or user ID',
	fields: [...oneIdentifier, options(whenNotFound('foundFalse'))],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: (item) => findContact(readIdentifier(item, 'one')),
	output: (answer, item) => {
		const [contact] = answer as IDataObject[];
		if (!contact) return notFound(item, 'foundFalse');
		// A property of the account may be called 'found', too, or 'error', which n8n takes for a failure.
		const { found: foundProperty, error: errorProperty, ...others } = contact;
		return [
			{
				...others,
				...('found' in contact && { foundProperty }),
				...('error' in contact && { errorProperty }),
				found: true,
			},
		];
	},
};
