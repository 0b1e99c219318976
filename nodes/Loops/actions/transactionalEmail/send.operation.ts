import { attachmentsField, readAttachments } from '../../fields/attachments';
import {
	additionalFields,
	options,
	readAdditionalFields,
	validateOnly,
} from '../../fields/collection';
import {
	type DataVariables,
	dataVariablesFields,
	type ListedVariables,
	missingVariables,
	readDataVariables,
	readMissingVariables,
	withoutValue,
} from '../../fields/dataVariables';
import { onceFields, requestFields } from '../../fields/idempotency';
import { emailField, readEmail, subjectsOf } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { checkName } from '../../fields/name';
import { checkPayload } from '../../fields/payloadSize';
import { readBoolean, readText, shown } from '../../fields/values';
import { formatName } from '../../http/sentences';
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
		const variables = await readCheckedVariables(item, transactionalId);
		const body = {
			transactionalId,
			email: readEmail(item),
			...('addToAudience' in additional && {
				addToAudience: readBoolean(item, 'Add to Audience', additional.addToAudience),
			}),
			...variables.body,
			...(await readAttachments(item, additional)),
		};
		checkPayload(item, body);
		const checkVariables =
			'Check the data variables against the email in Loops: each required one needs a value that is not empty, and upper and lower case count';
		return sendRequest(item, PATH, transactionalId, body, [
			{
				status: 400,
				path: 'dataVariables',
				problem: without(variables.missing),
				hint: checkVariables,
			},
			{
				status: 400,
				part: 'attachments',
				says: /attachment/i,
				hint: 'Attachments have to be enabled for the account: ask the support of Loops. If they are, check the name, type and content of each one',
			},
			{ status: 400, says: /publish/i, hint: 'Publish the email in Loops' },
			{
				status: 400,
				part: 'dataVariables',
				says: /variable|required field/i,
				hint: checkVariables,
			},
			{
				status: 404,
				problem: 'No transactional email has this ID',
				hint: 'Choose one from the list, or copy the ID from Loops',
			},
		]);
	},
	output: (answer, item, doneBy) =>
		sendOutput(answer, doneBy, {
			email: readEmail(item),
			transactionalId: readTransactionalId(item),
		}),
};

function readTransactionalId(item: Item): string {
	checkName(item, 'Transactional Email', ['transactionalId', 'value']);
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

/** What is wrong where Loops asks for variables; their names, as far as they are known. */
const without = (names: string[]) =>
	`The email needs data variables that have no value${names.length > 0 ? `: ${names.map(formatName).join(', ')}` : ''}`;

/** The data variables of the body, once it was looked for those that the email needs. */
async function readCheckedVariables(
	item: OperationItem,
	transactionalId: string,
): Promise<DataVariables> {
	// What Validate Only shows is what the account has by now.
	const listed: ListedVariables = async (isEnough) =>
		await item.listedVariables(transactionalId, (names) => !item.isDryRun && isEnough(names));
	const given = await readDataVariables(item, listed);
	if (readMissingVariables(item) === 'sendAndWarn' && !item.isDryRun) {
		if (given.missing.length > 0) item.warn(without(given.missing));
		return given;
	}
	// Before it stops an email, the list is read anew: the template may have changed.
	const names = await listed((each) => withoutValue(each, given.body.dataVariables).length === 0);
	if (!names && item.isDryRun) {
		throw item.invalidParameter(
			'Loops lists no published email with this ID',
			'Choose one from the list, or publish it in Loops',
		);
	}
	if (!names || withoutValue(names, given.body.dataVariables).length === 0) return given;
	const variables = await readDataVariables(item, listed);
	const missing = withoutValue(names, variables.body.dataVariables);
	if (missing.length === 0) return variables;
	throw item.invalidParameter(
		without(missing),
		'Loops refuses an email without them: give each one a value that is not empty',
	);
}
