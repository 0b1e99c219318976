import type { IDataObject } from 'n8n-workflow';

import { attachmentsField, checkPayload, readAttachments } from '../../fields/attachments';
import { additionalFields, options, validateOnly } from '../../fields/collection';
import {
	dataVariablesFields,
	missingVariables,
	readDataVariables,
} from '../../fields/dataVariables';
import { idempotencyFields } from '../../fields/idempotency';
import { emailField, readEmail } from '../../fields/identifier';
import { type Item, shown } from '../../item';
import type { Operation } from '../operation';
import { sendRequest } from '../sendRequest';

export const send: Operation = {
	resource: 'transactionalEmail',
	value: 'send',
	name: 'Send',
	action: 'Send transactional email',
	description: 'Send a published transactional email to one recipient',
	fields: [
		{
			displayName: 'Transactional Email',
			name: 'transactionalId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description: 'The email to send, as it is published in Loops',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchTransactionalEmails', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. clfq6dinn000yl70fgwwyp82l',
				},
			],
		},
		{ ...emailField, description: 'Email address of the recipient' },
		...dataVariablesFields,
		additionalFields(
			{
				displayName: 'Add to Audience',
				name: 'addToAudience',
				type: 'boolean',
				default: false,
				description:
					'Whether to create a contact from the email address if there is none. A contact that exists is not changed.',
			},
			attachmentsField,
		),
		options(...idempotencyFields, missingVariables, validateOnly),
	],
	request: async (item) => {
		const transactionalId = readTransactionalId(item);
		const additional = item.parameter<IDataObject>('additionalFields', {});
		const body = {
			transactionalId,
			email: readEmail(item),
			...('addToAudience' in additional && { addToAudience: additional.addToAudience }),
			...(await readDataVariables(item, transactionalId)),
			...(await readAttachments(item, additional)),
		};
		checkPayload(item, body);
		return sendRequest(item, '/transactional', transactionalId, body, {
			400: `Check the data variables against the email in Loops: each required one needs a value that is not empty, and upper and lower case count. The email has to be published${'attachments' in body ? ', and attachments have to be enabled for the account' : ''}`,
			404: 'No transactional email has this ID. Choose one from the list, or copy the ID from Loops',
		});
	},
};

function readTransactionalId(item: Item): string {
	const given = item.parameter('transactionalId', '', { extractValue: true });
	const transactionalId = String(given ?? '').trim();
	if (!/^[\w-]+$/.test(transactionalId)) {
		throw item.refusal(
			transactionalId === ''
				? "'Transactional Email' is empty"
				: `'Transactional Email' is not an ID: ${shown(given)}`,
			'Choose an email from the list, or give its ID as Loops shows it',
		);
	}
	return transactionalId;
}
