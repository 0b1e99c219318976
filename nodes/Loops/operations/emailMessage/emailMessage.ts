import { findingsIn } from '../../content/remarks';
import { options, checkbox } from '../../form/parameter';
import { getOne, getById } from '../base/builders';
import { type Operation, operation } from '../base/operation';
import { approvalOf, getOutgoing } from '../email/approval';
import { checkMessage, getGuardian, isSendable, withFixes } from '../email/guardian';
import { emailMessage } from '../base/resources';
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
				description: 'Whether the item fails if the email has errors or lacks a subject or content',
			}),
		}),
	},
	run: async ({ id, options: { failOnErrors } }, { get }) => {
		const message = await getById(get, emailMessage, id);
		const outgoing = await getOutgoing(get, message);
		const guardian = await getGuardian(get, id);
		if (failOnErrors) checkMessage(message, guardian);
		return {
			isSendable: isSendable(message, guardian),
			errors: withFixes(guardian.errors),
			warnings: withFixes(guardian.warnings),
			remarks: findingsIn([message.subject, message.previewText, message.lmx].join('\n')).map(
				({ problem }) => problem,
			),
			id,
			approval: approvalOf(outgoing),
		};
	},
});

export const emailMessages: Operation[] = [
	getOne(emailMessage, 'Look up the subject, sender and content of an email'),
	update,
	sendPreview,
	check,
];
