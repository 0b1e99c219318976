import { lookUpContact } from '../../api/contacts';
import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { options, validateOnly, checkbox } from '../../form/parameter';
import { type Caller, isSuccess, type LoopsRequest } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { contactReached, NO_CONTACT } from './write';
import { doneNow } from '../../sends/sendMessage';
import { operation } from '../base/operation';

const MAY_BE_DELETED =
	"Check the email or user ID. If an earlier run may have deleted the contact, turn on 'Options > Ignore If Missing'";

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
			ignoreIfMissing: checkbox({
				displayName: 'Ignore If Missing',
				name: 'ignoreIfMissing',
				description:
					'Whether to treat a contact that does not exist as deleted, without an error, so that you can run the workflow again',
			}),
		}),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async ({ identifier, options: { ignoreIfMissing } }, { change }) => {
		const call: LoopsRequest = {
			method: 'POST',
			path: '/contacts/delete',
			body: identifier,
			repeat: {
				kind: 'once',
				status: 404, // contract: delete
				doneBy: ignoreIfMissing ? 'earlierRun' : undefined,
			},
			isAnswer: isSuccess,
			rejections: [
				{
					status: 404,
					bare: ['Contact not found.'], // in the fixtures of Loops' Go client and CLI
					problem: NO_CONTACT,
					hint: MAY_BE_DELETED,
				},
			],
		};
		const precheck = async (get: Caller) => {
			const isMissing = !(await lookUpContact(get, identifier));
			if (isMissing && !ignoreIfMissing) throw new ItemRefused(NO_CONTACT, MAY_BE_DELETED);
		};
		const { doneBy } = await change(call, { precheck });
		return { deleted: doneNow(doneBy), ...identifier };
	},
});
