import type { IDataObject } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { oneIdentifier, readIdentifier } from '../../fields/identifier';
import type { Operation } from '../operation';

// `delete` can't be a variable's name.
export const deleteContact: Operation = {
	resource: 'contact',
	value: 'delete',
	name: 'Delete',
	action: 'Delete contact',
	description: 'Remove a contact from the audience for good',
	fields: [
		...oneIdentifier,
		options(validateOnly, {
			displayName: 'Succeed If Already Gone',
			name: 'ignoreMissing',
			type: 'boolean',
			default: false,
			description:
				'Whether a contact that does not exist counts as deleted, so that a run can be repeated',
		}),
	],
	request: (item) => {
		const { ignoreMissing } = item.parameter<IDataObject>('options', {});
		return {
			kind: 'delete',
			method: 'POST',
			path: '/contacts/delete',
			body: readIdentifier(item, 'one'),
			answer: 'success',
			alreadyDone: {
				status: 404,
				answer: { success: true, message: 'Contact deleted.' },
				always: ignoreMissing === true,
			},
			hints: {
				404: "No contact has this email or user ID. If it may have been deleted before, turn on 'Options > Succeed If Already Gone'",
			},
		};
	},
	output: (answer) => [{ deleted: true, ...(answer as IDataObject) }],
};
