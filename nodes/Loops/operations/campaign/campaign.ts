import { getOne, getMany, getMetrics } from '../base/builders';
import { campaign } from '../base/resources';
import type { Operation } from '../base/operation';
import { create } from './create';
import { getEngagement } from './engagement';
import { noMetrics } from './outcome';
import { schedule } from './schedule';
import { update } from './update';

export const campaigns: Operation[] = [
	getMany(campaign, 'List the campaigns with their IDs and status'),
	getOne(campaign, 'Look up the status, audience and email message of a campaign'),
	create,
	update,
	schedule,
	getMetrics(
		campaign,
		'Count sends, opens, clicks, bounces and unsubscribes of a sent campaign',
		noMetrics,
	),
	getEngagement,
];
