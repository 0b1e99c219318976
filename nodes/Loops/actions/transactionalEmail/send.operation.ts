import { attachmentsField, readAttachments } from '../../fields/attachments';
import { dataVariablesFields, readDataVariables } from '../../fields/dataVariables';
import { headerFields, readHeaders } from '../../fields/headers';
import { emailField, readEmail } from '../../fields/identifier';
import { invalidInput, shown } from '../../invalidInput';
import { sendRequest } from '../sendRequest';
import type { Operation } from '../operation';

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
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Add to Audience',
					name: 'addToAudience',
					type: 'boolean',
					default: false,
					description:
						'Whether to create a contact from the email address if there is none. A contact that exists is not changed.',
				},
				attachmentsField,
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: headerFields,
		},
	],
	request: (node, itemIndex) => {
		const given = node.getNodeParameter('transactionalId', itemIndex, '', { extractValue: true });
		const transactionalId = String(given ?? '').trim();
		if (!/^[\w-]+$/.test(transactionalId)) {
			throw invalidInput(
				node,
				itemIndex,
				transactionalId === ''
					? "'Transactional Email' is empty"
					: `'Transactional Email' is not an ID: ${shown(given)}`,
				'Choose an email from the list, or give its ID as Loops shows it',
			);
		}
		const additional = node.getNodeParameter('additionalFields', itemIndex, {});
		return sendRequest(
			'/transactional',
			{
				transactionalId,
				email: readEmail(node, itemIndex),
				...('addToAudience' in additional && { addToAudience: additional.addToAudience }),
				...readDataVariables(node, itemIndex),
				...readAttachments(node, itemIndex, additional),
			},
			readHeaders(node, itemIndex, node.getNodeParameter('options', itemIndex, {})),
			{
				400: 'Check the data variables against the email in Loops: each required one needs a value that is not empty, and upper and lower case count. The email has to be published, and attachments have to be enabled for the account',
				404: 'No transactional email has this ID. Choose one from the list, or copy the ID from Loops',
			},
		);
	},
};
