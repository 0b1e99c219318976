import { lookUpContact } from '../../api/contacts';
import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { options, validateOnly } from '../../form/parameter';
import { type Caller, isSuccess, type LoopsRequest } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { contactReached, noContact, outputWhenNotFound, whenNotFound } from './write';
import { doneNow } from '../../sends/sendMessage';
import { operation } from '../base/operation';

const MAY_BE_DELETED =
	"Check the email or user ID. If an earlier run may have deleted the contact, choose another value for 'Options > When Not Found'";

// `delete` is a reserved word.
export const deleteContact = operation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete contact',
	description: 'Remove a contact from the audience for good',
	fields: {
		identifier: oneIdentifier,
		options: options({
			validateOnly,
			whenNotFound: whenNotFound('error'),
		}),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async ({ identifier, options: { whenNotFound: policy } }, { change }) => {
		const call: LoopsRequest = {
			method: 'POST',
			path: '/contacts/delete',
			body: identifier,
			repeat: {
				kind: 'once',
				status: 404, // contract: delete
				doneBy: policy === 'error' ? undefined : 'earlierRun',
			},
			isAnswer: isSuccess,
			rejections: [
				{
					status: 404,
					bare: ['Contact not found.'], // in the fixtures of Loops' Go client and CLI
					problem: noContact(identifier),
					hint: MAY_BE_DELETED,
				},
			],
		};
		const precheck = async (get: Caller) => {
			if (policy !== 'error' || (await lookUpContact(get, identifier))) return;
			throw new ItemRefused(noContact(identifier), MAY_BE_DELETED);
		};
		const { doneBy } = await change(call, { precheck });
		const deleted = doneNow(doneBy);
		return deleted === false
			? outputWhenNotFound(policy, identifier, { deleted })
			: { found: deleted, deleted, ...identifier };
	},
});
