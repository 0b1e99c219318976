import { attachments, checkSize, loadAttachments } from '../../fields/attachments';
import {
	type ChosenEmail,
	dataVariables,
	missingVariables,
	validateVariables,
	variableFactsNeeded,
	resolveVariables,
} from '../../fields/dataVariables';
import type { Field } from '../../form/field';
import { contactLocks, email } from '../../fields/identifier';
import { locator } from '../../form/locator';
import { checkbox, notice, type Parameter } from '../../form/parameter';
import { sendOptions } from '../../sends/sendOptions';
import type { Rejection } from '../../http/request';
import { operation } from '../operation';
import { keyLocks } from '../../sends/messageKey';
import { isSent, sendMessage, sendOutput } from '../../sends/sendMessage';

const PATH = '/transactional';
const RECIPIENT = 'Recipient Email';

const id = locator({
	displayName: 'Transactional Email',
	name: 'transactionalId',
	description: 'The email to send, as it is published in Loops',
	search: 'searchTransactionalEmails',
	modes: ['list', 'name', 'id'],
	exampleName: 'Password reset',
	kind: 'publishedEmail',
});

const chosenEmail: Field<ChosenEmail> = {
	properties: id.properties,
	read: (form) => ({
		transactionalId: id.read(form),
		isFixed: form.locator('transactionalId', 'Transactional Email').slot.isFixed,
	}),
};

/** n8n merges the model's values into the input of a tool. */
const recipientNotice = notice(
	'recipientNotice',
	'The model can choose who gets this email: its values replace those of the input, even $json.email. <a href="https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email/blob/main/docs/ai-agents.md">Fix the recipient</a> with an expression about another node.',
	{ show: { '@tool': [true] } },
);

const addToAudience: Parameter<boolean> = {
	...checkbox({
		displayName: 'Add to Audience',
		name: 'addToAudience',
		description:
			'Whether to create a contact from the email address if there is none. A contact that exists is not changed.',
	}),
	absent: undefined, // then it is not sent
};

export const send = operation({
	value: 'send',
	name: 'Send',
	action: 'Send transactional email',
	description: 'Send a published email to one person, with values for its variables',
	fields: {
		chosen: chosenEmail,
		email: email({ displayName: RECIPIENT, description: 'Email address of the recipient' }),
		recipientNotice,
		variables: dataVariables,
		options: sendOptions(
			{ ...dataVariables.entries, addToAudience, attachments },
			{ missingVariables },
		),
	},
	locks: (values) => [
		...contactLocks({ email: values.email }),
		...keyLocks(values.options, PATH, values.chosen.transactionalId),
	],
	validate: {
		variables: ({ chosen, variables }) =>
			chosen && variables && validateVariables(chosen, variables),
	},
	needs: ({ chosen, variables, options }) => ({
		variables: variableFactsNeeded(chosen, variables, options),
	}),
	lookUp: async ({ chosen, email: address, options }, _get, _facts, origin) => {
		const message = { path: PATH, target: chosen.transactionalId, body: { email: address } };
		return isSent(message, options, origin) ? [] : await loadAttachments(options.attachments());
	},
	plan: (values, known, origin) => {
		const { chosen, options } = values;
		const {
			body: variables,
			mapping,
			rejections,
		} = resolveVariables(chosen, values.variables, options, known.variables);
		const files = known.lookedUp;
		const body = {
			transactionalId: chosen.transactionalId,
			email: values.email,
			...(options.addToAudience !== undefined && { addToAudience: options.addToAudience }),
			...variables,
			...(files.length > 0 && { attachments: files }),
		};
		checkSize(body);
		const labels = { email: [RECIPIENT] };
		const message = {
			...{ path: PATH, target: chosen.transactionalId, body, labels },
			rejections: [...REJECTIONS, ...rejections],
		};
		return { mapping, ...sendMessage(message, options, origin) };
	},
	output: (answer, values, by) =>
		sendOutput(answer, by, {
			email: values.email,
			transactionalId: values.chosen.transactionalId,
		}),
});

const REJECTIONS: Rejection[] = [
	{
		status: 400,
		part: 'attachments',
		says: /attachment/i,
		hint: 'Attachments have to be enabled for the account: contact Loops support. If they are, check the name, type and content of each one',
	},
	{ status: 400, says: /publish/i, hint: 'Publish the email in Loops' },
	{
		status: 404, // contract: transactional-unknown
		problem: 'No transactional email has this ID',
		hint: 'Choose one from the list, or copy the ID from Loops',
	},
];
