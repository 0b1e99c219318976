import { nameOf } from '../../form/body';
import { selectIdOrName } from '../../form/dropdowns';
import type { Rejection } from '../../http/request';

export const campaignName = nameOf('Name of the campaign. Recipients do not see it.');

export const campaignGroupId = selectIdOrName(
	'campaignGroup',
	'Group',
	'campaignGroup',
	'getCampaignGroups',
);

export const noMetrics: Rejection[] = [
	{
		status: 400, // as documented in Loops' Go client
		problem: 'The campaign has no metrics, because it was not sent or has no email message',
		hint: "Only sent campaigns have metrics. Before this node, filter for campaigns whose 'status' is Sent",
	},
];
