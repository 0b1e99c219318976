import type { IDataObject } from 'n8n-workflow';

import { attachmentsField, readAttachments } from '../../fields/attachments';
import {
	additionalFields,
	options,
	readAdditionalFields,
	validateOnly,
} from '../../fields/collection';
import {
	dataVariablesFields,
	missingVariables,
	readDataVariables,
	readMissingVariables,
	withoutValue,
} from '../../fields/dataVariables';
import { onceFields, requestFields } from '../../fields/idempotency';
import { emailField, readEmail, subjectsOf } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { checkPayload } from '../../fields/payloadSize';
import { readBoolean, readText, shown } from '../../fields/values';
import type { Operation, OperationItem } from '../operation';
import { keySubjects, sendOutput, sendRequest } from '../sendRequest';

const PATH = '/transactional';

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
		options(...onceFields, validateOnly, missingVariables, ...requestFields),
	],
	subjects: (item) => [
		...subjectsOf({ email: readEmail(item) }),
		...keySubjects(item, PATH, readTransactionalId(item)),
	],
	request: async (item) => {
		const transactionalId = readTransactionalId(item);
		const additional = readAdditionalFields(item);
		const body = {
			transactionalId,
			email: readEmail(item),
			...('addToAudience' in additional && {
				addToAudience: readBoolean(item, 'Add to Audience', additional.addToAudience),
			}),
			...(await readCheckedVariables(item, transactionalId)),
			...(await readAttachments(item, additional)),
		};
		checkPayload(item, body);
		return sendRequest(item, PATH, transactionalId, body, {
			400: `Check the data variables against the email in Loops: each required one needs a value that is not empty, and upper and lower case count. The email has to be published${'attachments' in body ? ', and attachments have to be enabled for the account' : ''}`,
			404: 'No transactional email has this ID. Choose one from the list, or copy the ID from Loops',
		});
	},
	output: (answer, item, doneBy) =>
		sendOutput(answer, doneBy, {
			email: readEmail(item),
			transactionalId: readTransactionalId(item),
		}),
};

function readTransactionalId(item: Item): string {
	const given = item.locatorValue('transactionalId');
	const transactionalId = readText(item, 'Transactional Email', given);
	if (!/^[\w-]+$/.test(transactionalId)) {
		throw item.invalidParameter(
			transactionalId === ''
				? "'Transactional Email' is empty"
				: `'Transactional Email' is not an ID: ${shown(given)}`,
			'Choose an email from the list, or give its ID as Loops shows it',
		);
	}
	return transactionalId;
}

/** `dataVariables` of the body, once it was looked for those that the email needs. */
async function readCheckedVariables(
	item: OperationItem,
	transactionalId: string,
): Promise<IDataObject> {
	const listed = async (isFresh?: boolean) => await item.listedVariables(transactionalId, isFresh);
	const { body, missing } = await readDataVariables(item, listed);
	if (readMissingVariables(item) === 'sendAndWarn') {
		if (missing.length > 0) {
			item.warn(`the email has variables without a value: ${missing.join(', ')}`);
		}
		return body;
	}
	const missingOf = (names: string[]) => withoutValue(names, body.dataVariables);
	// Before it stops an email, the list is read anew: the template may have changed since.
	if (missingOf(await listed()).length === 0) return body;
	const stillMissing = missingOf(await listed(true));
	if (stillMissing.length === 0) return body;
	throw item.invalidParameter(
		`The email needs data variables that have no value: ${stillMissing.join(', ')}`,
		"Give each one a value that is not empty, or set 'Missing Variables' to Send and Warn",
	);
}
