import { options, validateOnly } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import { readFlag } from '../../fields/values';
import { isSuccess } from '../../http/request';
import { messages } from '../../http/sentences';
import { doneNow } from '../doneBefore';
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
			name: 'succeedIfAlreadyGone',
			type: 'boolean',
			default: false,
			description:
				'Whether a contact that does not exist counts as deleted, so that a run can be repeated',
		}),
	],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: (item) => ({
		method: 'POST',
		path: '/contacts/delete',
		body: readIdentifier(item, 'one'),
		repeat: {
			kind: 'refused',
			status: 404,
			doneBy: readFlag(item, 'succeedIfAlreadyGone', 'Succeed If Already Gone')
				? 'earlierRun'
				: undefined,
		},
		isAnswer: isSuccess,
		refusals: [
			{
				status: 404,
				problem: messages.noContact,
				hint: "Check the value. If it may have been deleted before, turn on 'Options > Succeed If Already Gone'",
			},
		],
	}),
	output: (_, item, doneBy) => [{ deleted: doneNow(doneBy), ...readIdentifier(item, 'one') }],
};
