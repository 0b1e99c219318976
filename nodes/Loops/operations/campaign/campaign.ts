import { audienceFields, removals } from '../../fields/audienceFilter';
import { notice, type Parameter } from '../../form/parameter';
import { ItemRefused } from '../../values/itemRefused';
import { getOne, getById, getMany, update, getMetrics } from '../base/builders';
import { approvalOrNull, withSegment } from '../email/approval';
import { campaignReached } from '../email/message';
import { campaign, emailMessage, messageIdOf } from '../base/resources';
import type { Operation } from '../base/operation';
import {
	audienceChanges,
	clear,
	confirmAudience,
	nextStepOf,
	unknownAudience,
	withAudience,
} from './audience';
import { create } from './create';
import { getEngagement } from './engagement';
import { campaignGroupId, campaignName, noMetrics } from './outcome';
import { schedule } from './schedule';

/** Loops clears the other one (contract: campaign-audience). */
const withAudienceHint = <T>(parameter: Parameter<T>): Parameter<T> => ({
	...parameter,
	property: {
		...parameter.property,
		hint: 'Setting a segment removes the filter, and vice versa',
	},
});

const contentNotice = notice(
	'contentNotice',
	"This changes the name, group and audience. For subject and content, use 'Email Message > Update'. Its list also shows the emails of campaigns.",
);

const NO_DRAFT = {
	problem: 'The campaign is no longer a draft', // contract: campaign-sent
	hint: 'You can change only the name and group of a sent campaign. Change a scheduled campaign in Loops',
};

export const campaigns: Operation[] = [
	getMany(campaign, 'List the campaigns with their IDs and status'),
	getOne(campaign, 'Look up the status, audience and email message of a campaign'),
	create,
	update(campaign, {
		leading: contentNotice,
		added: {
			name: campaignName,
			campaignGroupId,
			...audienceChanges,
			...audienceFields,
			conditions: withAudienceHint(audienceFields.conditions),
			filterJson: withAudienceHint(audienceFields.filterJson),
			clear,
		},
		toBody: withAudience,
		hasDrafts: true,
		reaches: campaignReached,
		beforeAttempt: confirmAudience,
		warnings: (changes) => removals(changes, campaign.noun),
		precheck: ({ status }, changes) => {
			const isOpen = status === 'Draft' || status === 'Scheduled';
			const isLasting = (name: string) => name === 'name' || name === 'campaignGroupId';
			if (isOpen || Object.keys(changes).every(isLasting)) return;
			throw new ItemRefused(NO_DRAFT.problem, NO_DRAFT.hint);
		},
		complete: async (answer, { get: call, warn }) => {
			const getOutgoing = async () => {
				const id = messageIdOf(answer.emailMessageId, campaign.noun);
				const message = await getById(call, emailMessage, id);
				return await withSegment(call, { message, campaign: answer });
			};
			const { nextStep, warnings } = nextStepOf(answer);
			warn(warnings);
			return { ...answer, nextStep, approval: await approvalOrNull(getOutgoing) };
		},
		description:
			"Change the name, group or audience of a campaign. For subject and content, use 'Email Message > Update'.",
		rejections: [{ status: 409, ...NO_DRAFT }, ...unknownAudience],
	}),
	schedule,
	getMetrics(
		campaign,
		'Count sends, opens, clicks, bounces and unsubscribes of a sent campaign',
		noMetrics,
	),
	getEngagement,
];
