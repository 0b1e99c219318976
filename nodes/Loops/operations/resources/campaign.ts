import { locator } from '../../form/locator';
import type { Resource } from '../base/builders';

export const campaign: Resource = {
	noun: 'campaign',
	path: '/campaigns',
	mistakenFor: { noun: 'an email message', path: '/email-messages' },
	id: locator({
		displayName: 'Campaign',
		name: 'campaignId',
		description: 'Newsletter or other email to an audience',
		search: 'searchCampaigns',
		modes: ['list', 'id', 'url'],
	}),
	fieldNames: [
		...['id', 'name', 'status', 'url', 'emailMessageId', 'mailingListId', 'audienceSegmentId'],
		...['audienceFilter', 'scheduling', 'updatedAt', 'createdAt', 'campaignGroupId'],
	],
};
