import type { IDataObject } from 'n8n-workflow';

import { refuseBoth, withFilter } from '../../fields/audienceFilter';
import { locatorEntry, type Parameter } from '../../form/parameter';
import { optional } from '../../form/body';
import type { Caller, Rejection } from '../../http/request';
import { asRecord } from '../../values/parse';
import type { Body, Checked } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { getById } from '../base/builders';
import { campaign } from '../base/resources';

const GOES_TO_ALL = 'Without a list, segment or filter, the campaign would go to all contacts';

const listOf = {
	displayName: 'Mailing List',
	name: 'audienceList',
	description: 'Only contacts on this list get the campaign',
	exampleName: 'Product news',
	kind: 'mailingList',
} as const;

const segmentOf = {
	displayName: 'Audience Segment',
	name: 'audienceSegment',
	description: 'Only contacts who meet the conditions of this segment get the campaign',
	exampleName: 'Paying customers',
	kind: 'audienceSegment',
} as const;

/** The audience of a new campaign. n8n has no button to empty a locator, so the first entry is None. */
export const newAudience = {
	mailingListId: optional(
		locatorEntry({ ...listOf, search: 'searchMailingListsOrNone', isOptional: true }),
	),
	audienceSegmentId: optional(
		locatorEntry({
			...segmentOf,
			search: 'searchAudienceSegmentsOrNone',
			isOptional: true,
			hint: GOES_TO_ALL,
		}),
	),
};

/** Changes of the audience. Loops clears the segment or the filter that is not given (contract: campaign-audience). */
export const audienceChanges = {
	mailingListId: locatorEntry({ ...listOf, search: 'searchMailingLists' }),
	audienceSegmentId: locatorEntry({
		...segmentOf,
		search: 'searchAudienceSegments',
		hint: 'Setting a segment removes the filter, and vice versa',
	}),
};

/** What decides who gets a campaign, by Loops' names. */
const AUDIENCE = {
	audienceFilter: 'Audience Filter',
	audienceSegmentId: 'Audience Segment',
	mailingListId: 'Mailing List',
};
const names = Object.keys(AUDIENCE) as Array<keyof typeof AUDIENCE>;

/** The fields to set to null. */
export const clear: Parameter<Checked[] | undefined> = {
	property: {
		displayName: 'Clear Audience',
		name: 'clearAudience',
		type: 'multiOptions',
		options: names.map((value) => ({ name: AUDIENCE[value], value })),
		default: [],
		description: 'Parts of the audience to remove from the campaign',
	},
	read: (value) => {
		const fields = value.identifiers('fields', (each) => each.choice(names));
		return fields.length > 0 ? fields : undefined;
	},
};

/** Replaces the fields of the audience by what Loops takes. */
export function withAudience({ clear: fields, ...others }: Body): Body {
	const given = withFilter(others, 'audienceFilter');
	refuseBoth(given);
	const cleared = (fields ?? []) as string[];
	const both = cleared.find((field) => field in given);
	if (both !== undefined) {
		throw new ItemRefused(
			`'Clear Audience' removes ${both}, but another field sets it`,
			'Remove one of them',
		);
	}
	return { ...given, ...Object.fromEntries(cleared.map((field) => [field, null])) };
}

/** A 404 about the audience of a campaign. */
export const unknownAudience: Rejection[] = ['mailing list', 'segment'].map((noun) => ({
	status: 404,
	says: new RegExp(noun, 'i'),
	problem: `Loops has no ${noun} with this ID`,
	hint: `Choose the ${noun} again, or copy its ID from Loops`,
}));

/** Without one, a campaign goes to every contact. */
export function hasAudience({ mailingListId, audienceSegmentId, audienceFilter }: IDataObject) {
	const { conditions } = asRecord(audienceFilter);
	return Boolean(mailingListId || audienceSegmentId) || [conditions ?? []].flat().length > 0;
}

/** What happens next with a campaign that was created or changed, and whether it lacks an audience. */
export function nextStepOf(campaign: IDataObject): { nextStep: string; warnings: string[] } {
	if (campaign.status !== 'Draft') {
		return { nextStep: `Nothing: the campaign is ${String(campaign.status)}`, warnings: [] };
	}
	if (hasAudience(campaign)) {
		return { nextStep: "Send the draft with 'Campaign > Schedule', or in Loops", warnings: [] };
	}
	return { nextStep: SET_AUDIENCE, warnings: [`The draft has no audience yet. ${SET_AUDIENCE}`] };
}

const SET_AUDIENCE = "Set an audience with 'Campaign > Update', or in Loops";

/** A campaign that is no draft may go out at any time. */
export const confirmAudience = (id: string, body: Body) =>
	names.every((field) => body[field] !== null)
		? undefined
		: async (get: Caller) => {
				const now = await getById(get, campaign, id);
				if (now.status === 'Draft' || hasAudience({ ...now, ...body })) return;
				throw new ItemRefused(
					`Without an audience, the campaign would go to every contact, because it is not a draft (${String(now.status)})`,
					'Set another mailing list, segment or filter in the same item',
				);
			};
