import { options } from '../../form/options';
import { checkbox } from '../../form/parameter';
import { get, getById } from '../builders';
import { type Operation, operation } from '../operation';
import { approvalOf, getOutgoing } from './approval';
import { checkMessage, type Guardian, guardianCall, isSendable, withFixes } from './guardian';
import { emailMessage } from './requests';
import { sendPreview } from './sendPreview';
import { update } from './update';

const check = operation({
	value: 'check',
	name: 'Check',
	action: 'Check email message',
	description:
		'List what would keep an email from being sent, such as unknown variables or links without a URL',
	fields: {
		id: emailMessage.id,
		options: options({
			failOnErrors: checkbox({
				displayName: 'Fail on Errors',
				name: 'failOnErrors',
				description: 'Whether the item fails if the email has errors, or no subject or content',
			}),
		}),
	},
	lookUp: async (values, get) =>
		await getOutgoing(get, await getById(get, emailMessage, values.id)),
	plan: (values) => ({ request: guardianCall(values.id) }),
	output: (answer, values, _by, outgoing) => {
		const guardian = answer as Guardian;
		const { message } = outgoing;
		if (values.options.failOnErrors) checkMessage(message, guardian);
		const { errors, warnings } = guardian;
		return [
			{
				isSendable: isSendable(message, guardian),
				errors: withFixes(errors),
				warnings: withFixes(warnings),
				id: values.id,
				approval: approvalOf(outgoing),
			},
		];
	},
});

export const emailMessages: Operation[] = [
	get(emailMessage, 'Look up the subject, sender and content of an email'),
	update,
	sendPreview,
	check,
];
