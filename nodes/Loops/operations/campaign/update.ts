import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall } from '../../api/content';
import { emailContent } from '../../fields/emailContent';
import { body } from '../../form/body';
import { byAgent, options, validateOnly } from '../../form/parameter';
import type { Caller, LoopsRequest } from '../../http/request';
import type { Item } from '../../run/item';
import type { Body } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { draftOnly, getById, locksOf, rejectionsOf } from '../base/builders';
import { operation } from '../base/operation';
import { campaign, emailMessage, messageIdOf } from '../base/resources';
import { approvalOrNull, withSegment } from '../email/approval';
import { campaignReached, NO_DRAFT as EMAIL_NO_DRAFT } from '../email/message';
import {
	audienceChanges,
	clearMailingList,
	confirmAudience,
	nextStepOf,
	unknownAudience,
	withAudience,
} from './audience';
import { idsOfCampaign, isEmpty, splitBody, thenContent, writeContent } from './content';
import { campaignGroupId, campaignName } from './outcome';

const NO_DRAFT = {
	problem: 'The campaign is no longer a draft', // contract: campaign-sent
	hint: 'You can change only the name and group of a sent campaign. Change a scheduled campaign in Loops',
};

export const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update campaign',
	description:
		'Change the name, group, audience or email of a campaign. What you do not add stays.',
	fields: {
		id: campaign.id,
		byAgent,
		body: body(
			{},
			{ name: campaignName, campaignGroupId, clearMailingList, ...emailContent },
			'updateFields',
			audienceChanges,
		),
		options: options({ validateOnly }),
	},
	locks: ({ id }) => locksOf(campaign, id),
	reaches: async ({ id }, get) => await campaignReached(get, id),
	run: async ({ id, byAgent: isByAgent, body: given }, item) => {
		const { settings, content } = splitBody(withAudience(given));
		const verify = isByAgent ? draftOnly(campaign, id) : undefined;
		const before = isEmpty(content) ? {} : await claimDraft(id, content, verify, item);
		const now = isEmpty(settings) ? before : await change(id, { settings, content, verify }, item);
		const { nextStep, warnings } = nextStepOf(now);
		const written = isEmpty(content)
			? { approval: await approvalOrNull(() => outgoingOf(now, item.get)) }
			: await writeContent(now, content, item, { verify });
		// Not before: the error of a failed item has its warnings.
		item.warn(warnings);
		return { ...now, nextStep, ...written };
	},
});

/** Reads the campaign whose email is to be written: Loops writes only to that of a draft (contract: message-not-draft). */
async function claimDraft(
	id: string,
	content: Body,
	verify: LoopsRequest['beforeAttempt'],
	{ get, claimEmail }: Item,
): Promise<IDataObject> {
	const before = await getById(get, campaign, id);
	if (before.status !== 'Draft') {
		await verify?.(get);
		throw new ItemRefused(EMAIL_NO_DRAFT.problem, EMAIL_NO_DRAFT.hint);
	}
	claimEmail(messageIdOf(before.emailMessageId, campaign.noun), content);
	return before;
}

interface Change {
	settings: Body;
	content: Body;
	verify: LoopsRequest['beforeAttempt'];
}

/** Changes the campaign itself. */
async function change(
	id: string,
	{ settings, content, verify }: Change,
	item: Item,
): Promise<IDataObject> {
	const { answer } = await item.change(
		contentCall({
			method: 'POST',
			path: `${campaign.path}/${id}`,
			body: settings,
			repeat: { kind: 'safe' }, // It writes the same values.
			beforeAttempt: verify ?? confirmAudience(id, settings),
			isAnswer: answersAbout(id),
			rejections: [{ status: 409, ...NO_DRAFT }, ...unknownAudience, ...rejectionsOf(campaign)],
		}),
		{
			precheck: async (get) => checkStatus(await getById(get, campaign, id), settings),
			...(!isEmpty(content) && {
				done: () => 'The campaign itself was changed',
				fields: idsOfCampaign,
				next: 'A second run changes the campaign in the same way again, then writes the email',
				...thenContent(content, 'the campaign'),
			}),
		},
	);
	return answer;
}

/** What Loops would refuse, for Validate Only. */
function checkStatus({ status }: IDataObject, changes: Body): void {
	const isOpen = status === 'Draft' || status === 'Scheduled';
	const isLasting = (name: string) => name === 'name' || name === 'campaignGroupId';
	if (isOpen || Object.keys(changes).every(isLasting)) return;
	throw new ItemRefused(NO_DRAFT.problem, NO_DRAFT.hint);
}

async function outgoingOf(of: IDataObject, get: Caller) {
	const message = await getById(get, emailMessage, messageIdOf(of.emailMessageId, campaign.noun));
	return await withSegment(get, { message, campaign: of });
}
