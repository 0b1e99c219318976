import type { IDataObject } from 'n8n-workflow';

import { oneIdentifier, readIdentifier } from '../../fields/identifier';
import type { Operation } from '../operation';

export const find: Operation = {
	resource: 'contact',
	value: 'find',
	name: 'Find',
	action: 'Find contact',
	description: 'Look up a contact by its email or user ID',
	fields: oneIdentifier,
	request: (node, itemIndex) => ({
		method: 'GET',
		path: '/contacts/find',
		qs: readIdentifier(node, itemIndex, 'one'),
		answer: 'list',
		repeatable: true,
	}),
	// An item in either case, so that a branch doesn't end where a contact isn't found.
	output: (answer) => {
		const [contact] = answer as IDataObject[];
		return [contact ? { found: true, ...contact } : { found: false }];
	},
};
