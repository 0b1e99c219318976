import { attachments, checkSize, loadAttachments } from '../../fields/attachments';
import {
	type ChosenEmail,
	dataVariables,
	missingVariables,
	validateVariables,
	resolveVariables,
	variablesFor,
} from '../../fields/dataVariables';
import type { Field } from '../../form/form';
import { contactLocks, email } from '../../fields/identifier';
import { namedLocator, bodyEntries, checkbox, notice, type Parameter } from '../../form/parameter';
import type { IdOrReference } from '../../form/formValue';
import { sendOptions } from '../../sends/sendOptions';
import type { Rejection } from '../../http/request';
import { operation } from '../base/operation';
import { keyLocks } from '../../sends/messageKey';
import { sendOutput } from '../../sends/sendMessage';

const PATH = '/transactional';
const RECIPIENT = 'Recipient Email';

const id = namedLocator({
	displayName: 'Transactional Email',
	name: 'transactionalId',
	description: 'Published transactional email to send',
	search: 'searchTransactionalEmails',
	modes: ['list', 'name', 'id'],
	exampleName: 'Password reset',
	kind: 'publishedEmail',
});

const chosenEmail: Field<ChosenEmail<IdOrReference>> = {
	properties: id.properties,
	read: (form) => ({
		transactionalId: id.read(form),
		isFixed: form.locator('transactionalId', 'Transactional Email').value.isFixed,
	}),
};

/** A name stands for its email: items of a run give it in one way. */
const lockNameOf = (given: IdOrReference) => (typeof given === 'string' ? given : given.given);

/** n8n merges the model's values into the input of a tool. */
const recipientNotice = notice(
	'recipientNotice',
	"The AI can overwrite $json values, including $json.email. To <a href='https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email/blob/main/docs/ai-agents.md'>set the recipient yourself</a>, type the address. To use an address from earlier data, put Loop Over Items (batch size 1) before the agent and use {{ $('Loop Over Items').first(1).json.email }}.",
	{ show: { '@tool': [true] } },
);

const addToAudience: Parameter<boolean> = {
	...checkbox({
		displayName: 'Add to Audience',
		name: 'addToAudience',
		description:
			'Whether to create a contact for the recipient if there is none. An existing contact is not changed.',
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
		options: sendOptions({
			...bodyEntries({ ...dataVariables.entries, addToAudience, attachments }),
			missingVariables,
		}),
	},
	locks: (values) => [
		...contactLocks({ email: values.email }),
		...keyLocks(values.options, PATH, lockNameOf(values.chosen.transactionalId)),
	],
	validate: {
		variables: ({ chosen, variables }) =>
			chosen && variables && validateVariables(chosen, variables),
	},
	reaches: (values) => [values.email],
	run: async ({ chosen, email: address, variables, options }, { facts, note, send: sendOnce }) => {
		const { transactionalId } = chosen;
		const known = await variablesFor(chosen, variables, options, facts);
		const { body: values, ...found } = resolveVariables(chosen, variables, options, known);
		note(found);
		const withFiles = async () => {
			const files = await loadAttachments(options.attachments());
			const body = {
				transactionalId,
				email: address,
				...(options.addToAudience !== undefined && { addToAudience: options.addToAudience }),
				...values,
				...(files.length > 0 && { attachments: files }),
			};
			checkSize(body);
			return body;
		};
		const { answer, doneBy } = await sendOnce({
			...{ path: PATH, target: transactionalId, to: { email: address }, options },
			body: withFiles,
			labels: { email: [RECIPIENT] },
			rejections: [...REJECTIONS, ...found.rejections],
		});
		const transactionalName = known?.name;
		return sendOutput(answer, doneBy, {
			email: address,
			...(transactionalName !== undefined && { transactionalName }),
			transactionalId,
		});
	},
});

const REJECTIONS: Rejection[] = [
	{
		status: 400,
		part: 'attachments',
		says: /attachment/i,
		hint: 'Attachments have to be enabled for the account: contact Loops support. If they are enabled, check the name, type and content of each attachment',
	},
	{
		status: 400,
		says: /contact property/i, // contract: send-contact-property
		problem: 'The transactional email contains a contact property',
		hint: 'Remove the contact property from the email in Loops, and publish the email again. Send its value as a data variable instead',
	},
	{ status: 400, says: /publish/i, hint: 'Publish the email in Loops' },
	{
		status: 404, // contract: transactional-unknown
		// In Loops' spec, and in the fixtures of its Go client and CLI.
		bare: ['Transactional email not found.', 'Transactional email not found'],
		problem: 'No transactional email has this ID',
		hint: 'Choose the email from the list, or copy its ID from Loops',
	},
];
