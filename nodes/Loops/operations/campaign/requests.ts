import { nameOf } from '../../form/body';
import { idOrName } from '../../form/dropdowns';
import { locator } from '../../form/locator';
import type { Rejection } from '../../http/request';
import type { Resource } from '../builders';

export const campaign: Resource = {
	noun: 'campaign',
	path: '/campaigns',
	id: locator({
		displayName: 'Campaign',
		name: 'campaignId',
		description: 'The newsletter or other email to an audience',
		search: 'searchCampaigns',
		modes: ['list', 'id', 'url'],
	}),
	fieldNames: [
		...['id', 'name', 'status', 'url', 'emailMessageId', 'mailingListId', 'audienceSegmentId'],
		...['audienceFilter', 'scheduling', 'updatedAt', 'createdAt', 'campaignGroupId'],
	],
};

export const campaignName = nameOf('Name of the campaign. Recipients do not see it.');

export const campaignGroupId = idOrName(
	'campaignGroup',
	'Campaign Group',
	'campaignGroup',
	'getCampaignGroups',
);

export const noMetrics: Rejection[] = [
	{
		status: 400, // as documented in Loops' Go client
		problem: 'The campaign has no metrics: it was not sent, or has no email',
		hint: "Only sent campaigns have metrics: keep those with the 'status' Sent",
	},
];
