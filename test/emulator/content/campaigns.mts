import { type Answer, Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { ApiRequest } from '../api.mts';
import { page } from '../pages.mts';
import { changedAudience, filter } from './audience.mts';
import { change, found, newestFirst } from './content.mts';
import { atLeastOne, dateTime, nullable, object, oneOf, optional, refuse, text } from './read.mts';
import type { Campaign, Scheduling } from './records.mts';

const scheduling = object({
	method: oneOf('now', 'schedule'),
	timestamp: optional(dateTime),
});

const fields = {
	campaignGroupId: optional(text()),
	mailingListId: optional(nullable(text())),
	audienceSegmentId: optional(nullable(text())),
	audienceFilter: optional(nullable(filter)),
	scheduling: optional(scheduling),
};
const creation = object({ name: text(), ...fields });
const update = object({ name: optional(text()), ...fields });

/** An unscheduled draft reads `now`, which has no effect. */
const UNSCHEDULED: Scheduling = { method: 'now', timestamp: null };

export function listCampaigns(request: ApiRequest): Answer {
	return page(request, 'campaigns', newestFirst(request.account.content.campaigns), shown);
}

export function getCampaign(request: ApiRequest): Answer {
	return { status: 200, body: shown(campaignOf(request)) };
}

export function createCampaign({ account, body, at }: ApiRequest): Answer {
	const { content } = account;
	const { name, ...changes } = creation(body, 'body');
	const checked = checkedChanges(account, changes);
	const campaign = content.add(content.campaigns, 'campaign', {
		name,
		status: 'Draft',
		emailMessageId: '',
		campaignGroupId: content.groupId('campaign', undefined),
		mailingListId: null,
		audienceSegmentId: null,
		audienceFilter: null,
		scheduling: UNSCHEDULED,
		...checked,
	});
	const message = content.addMessage('campaign', campaign.id);
	campaign.emailMessageId = message.id;
	// Guess: a campaign that is scheduled on creation is answered as a draft.
	const answer = { ...shown(campaign), emailMessageContentRevisionId: message.contentRevisionId };
	if (changes.scheduling) schedule(account, campaign, at);
	return { status: 201, body: answer };
}

export function updateCampaign(request: ApiRequest): Answer {
	const { account, body, at } = request;
	const campaign = campaignOf(request);
	const { name, ...changes } = atLeastOne(update(body, 'body'));
	const others = Object.keys(changes).filter((field) => field !== 'campaignGroupId');
	if (campaign.status !== 'Draft' && campaign.status !== 'Scheduled' && others.length > 0) {
		throw new Refusal(409, 'Campaign has been sent: only name and campaignGroupId can be updated.');
	}
	const checked = checkedChanges(account, changes);
	change(campaign, { ...(name !== undefined && { name }), ...checked });
	if (changes.scheduling) schedule(account, campaign, at);
	return { status: 200, body: shown(campaign) };
}

type Changes = Omit<ReturnType<typeof update>, 'name'>;

function checkedChanges(account: Account, changes: Changes): Partial<Campaign> {
	const { campaignGroupId: group, mailingListId } = changes;
	if (mailingListId && !account.mailingLists.has(mailingListId)) {
		throw new Refusal(404, 'Mailing list not found.');
	}
	return {
		...(group !== undefined && {
			campaignGroupId: account.content.groupId('campaign', group),
		}),
		...(mailingListId !== undefined && { mailingListId }),
		...changedAudience(account, changes),
		...(changes.scheduling && { scheduling: checkedScheduling(changes.scheduling) }),
	};
}

function checkedScheduling({ method, timestamp }: ReturnType<typeof scheduling>): Scheduling {
	if (method === 'now') {
		if (timestamp !== undefined) throw refuse('scheduling.timestamp', 'omit it with method now');
		return UNSCHEDULED;
	}
	if (timestamp === undefined)
		throw refuse('scheduling.timestamp', 'required with method schedule');
	if (Date.parse(timestamp) <= Date.now()) {
		throw refuse('scheduling.timestamp', 'must be in the future');
	}
	return { method, timestamp };
}

/** Guesses: `now` sends at once, no person has to confirm it, and a scheduled campaign can still be changed. */
function schedule({ content }: Account, campaign: Campaign, at: number): void {
	if (content.campaignsStayDrafts) return;
	const { method } = campaign.scheduling;
	campaign.status = method === 'now' ? 'Sent' : 'Scheduled';
	content.scheduled.push({ at, campaignId: campaign.id, method });
}

const campaignOf = ({ account, params }: ApiRequest) =>
	found(account.content.campaigns, params.campaignId, 'Campaign');

/** `url` is in the types of the official client, not in the spec. */
const shown = (campaign: Campaign) => ({
	...campaign,
	url: `https://app.loops.so/campaigns/${campaign.id}`,
});
