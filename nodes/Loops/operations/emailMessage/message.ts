import { locator } from '../../fields/locator';
import type { Resource } from '../builders';
import { refusals } from './requests';

export const message: Resource = {
	noun: 'email message',
	path: '/email-messages',
	id: locator({
		displayName: 'Email Message',
		name: 'emailMessageId',
		description: "The ID in the field 'emailMessageId' of a campaign, or in that of a draft",
	}),
	refusals,
	fieldNames: [
		...['id', 'subject', 'previewText', 'fromName', 'fromEmail', 'replyToEmail', 'lmx'],
		...['contentRevisionId', 'warnings', 'updatedAt', 'emailFormat', 'campaignId'],
		...['transactionalId', 'ccEmail', 'bccEmail', 'languageCode', 'contactPropertiesFallbacks'],
		...['eventPropertiesFallbacks', 'dataVariablesFallbacks'],
	],
};
