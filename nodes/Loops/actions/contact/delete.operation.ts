import type { IDataObject } from 'n8n-workflow';

import { oneIdentifier, readIdentifier } from '../../fields/identifier';
import type { Operation } from '../operation';

// `delete` can't be a variable's name.
export const deleteContact: Operation = {
	resource: 'contact',
	value: 'delete',
	name: 'Delete',
	action: 'Delete contact',
	description: 'Remove a contact from the audience for good',
	fields: oneIdentifier,
	request: (node, itemIndex) => ({
		method: 'POST',
		path: '/contacts/delete',
		body: readIdentifier(node, itemIndex, 'one'),
		answer: 'success',
		repeatable: true,
		alreadyDone: { status: 404, answer: { success: true, message: 'Contact deleted.' } },
		hints: { 404: 'No contact has this email or user ID. It may have been deleted before' },
	}),
	output: (answer) => [{ deleted: true, ...(answer as IDataObject) }],
};
