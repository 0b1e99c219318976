import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { filterParts } from '../../fields/audienceFilter';
import { body, idOrName, nameOf, optional, select } from '../../form/body';
import { emailContent } from '../../fields/emailContent';
import type { Field } from '../../form/field';
import { options, validateOnly } from '../../form/options';
import type { Parameter } from '../../form/parameter';
import type { Slot } from '../../form/slot';
import type { Caller, Rejection } from '../../http/request';
import type { Body, Identifier } from '../../values/checked';
import { formatName } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { refuseBoth, removals, toFilter } from '../audience';
import { approvalOrNull, withSegment } from '../emailMessage/approval';
import { emailMessage, messageIdOf, revisionOf, writeMessage } from '../emailMessage/requests';
import { getMetrics } from '../metrics';
import { getEngagement } from './engagement';
import { type Operation, operation } from '../operation';
import { get, getById, getMany, update } from '../builders';
import { campaign, noMetrics } from './requests';
import { hasAudience, schedule } from './schedule';

const campaignName = nameOf('Name of the campaign. Recipients do not see it.');

/** Loops clears the other one (contract: campaign-audience). */
const withAudienceHint = <T>(parameter: Parameter<T>): Parameter<T> => ({
	...parameter,
	property: {
		...parameter.property,
		hint: 'Setting a segment removes the filter, and vice versa',
	},
});

const campaignGroupId = idOrName(
	'campaignGroup',
	select('Campaign Group', 'campaignGroup', 'getCampaignGroups'),
);
const listFrom = (method: string) =>
	idOrName('mailingList', select('Mailing List', 'audienceList', method));
const segmentFrom = (method: string) =>
	idOrName('audienceSegment', select('Audience Segment', 'audienceSegment', method));

const contentNotice: Field<undefined> = {
	properties: [
		{
			displayName:
				"This changes the name, group and audience. For subject and content, use 'Email Message > Update', which lists campaigns as well.",
			name: 'contentNotice',
			type: 'notice',
			default: '',
		},
	],
	read: () => undefined,
};

const { subject, lmx, fromName, ...otherContent } = emailContent;

const AUDIENCE_FIELDS = ['audienceFilter', 'audienceSegmentId', 'mailingListId'] as const;

/** The names of the fields to set to null. */
const clear = {
	property: {
		displayName: 'Clear Audience',
		name: 'clearAudience',
		type: 'multiOptions',
		options: [
			{ name: 'Audience Filter', value: 'audienceFilter' },
			{ name: 'Audience Segment', value: 'audienceSegmentId' },
			{ name: 'Mailing List', value: 'mailingListId' },
		],
		default: [],
		description: 'Parts of the audience to remove from the campaign',
	} satisfies INodeProperties,
	read: (slot: Slot): Identifier[] | undefined => {
		const fields = slot.identifiers('fields');
		const unknown = fields.find((each) => !AUDIENCE_FIELDS.includes(each as never));
		if (unknown === undefined) return fields.length > 0 ? fields : undefined;
		throw new ItemRefused(
			`'Clear Audience' can't be '${formatName(unknown)}'`,
			`Choose from ${AUDIENCE_FIELDS.join(', ')}`,
		);
	},
};

function withAudience({ clear: fields, ...others }: Body): Body {
	const given = toFilter(others, 'audienceFilter');
	refuseBoth(given);
	const cleared = (fields ?? []) as string[];
	const both = cleared.find((field) => field in given);
	if (both !== undefined) {
		throw new ItemRefused(
			`'Clear Audience' names ${both}, which is also set`,
			'Take one of them out',
		);
	}
	return { ...given, ...Object.fromEntries(cleared.map((field) => [field, null])) };
}

/** A 404 about the audience of a campaign. */
const unknownAudience: Rejection[] = ['mailing list', 'segment'].map((noun) => ({
	status: 404,
	says: new RegExp(noun, 'i'),
	problem: `Loops has no ${noun} with this ID`,
	hint: 'Choose one from the list, or copy its ID from Loops',
}));

/** A campaign that is no draft may go out at any time. */
const audienceCheck = (id: string, body: Body) =>
	AUDIENCE_FIELDS.every((field) => body[field] !== null)
		? undefined
		: async (get: Caller) => {
				const now = await getById(get, campaign, id);
				if (now.status === 'Draft' || hasAudience({ ...now, ...body })) return;
				throw new ItemRefused(
					`The campaign would go to every contact: it would have no audience, and is not a draft (${String(now.status)})`,
					'Set another mailing list, segment or filter in the same item',
				);
			};

const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create campaign',
	description: 'Draft a newsletter with its content, sender and audience. Nothing is sent.',
	fields: {
		name: body({ name: campaignName }),
		content: body(
			{ subject: optional(subject), lmx: optional(lmx), fromName: optional(fromName) },
			otherContent,
			'emailContent',
		),
		settings: body(
			{
				mailingListId: optional(listFrom('getMailingListsOrNone')),
				audienceSegmentId: optional(segmentFrom('getAudienceSegmentsOrNone')),
			},
			{ campaignGroupId, ...filterParts },
		),
		options: options({ validateOnly }),
	},
	plan: ({ name, settings: given, content }) => ({
		request: contentCall({
			method: 'POST',
			path: campaign.path,
			body: { ...name, ...withAudience(given) },
			rejections: unknownAudience,
		}),
		...(Object.keys(content).length > 0 && {
			next: [
				{
					method: 'POST',
					path: '/email-messages/{emailMessageId}',
					body: { expectedRevisionId: '{emailMessageContentRevisionId}', ...content },
					note: 'Loops makes both IDs with the campaign',
				},
			],
			followUp: async (made, { call, onFailure, steps }) => {
				steps.push(`The campaign was created as ${String(made.id)}`);
				const { emailMessageId, emailMessageContentRevisionId: revision } = made;
				onFailure.fields = { campaignId: made.id, emailMessageId, url: made.url };
				const messageId = messageIdOf(emailMessageId, campaign.noun);
				onFailure.hint =
					"Set the subject and content of the new campaign with 'Email Message > Update'";
				const expected = await revisionOf(revision, messageId, call);
				const request = writeMessage(messageId, expected, content);
				const message = (await call(request)) as IDataObject;
				const { contentRevisionId, warnings } = message;
				return {
					...made,
					emailMessageContentRevisionId: contentRevisionId,
					warnings: warnings ?? [],
					approval: await approvalOrNull(() => withSegment(call, { message, campaign: made })),
				};
			},
		}),
	}),
});

export const campaigns: Operation[] = [
	getMany(campaign, 'List the campaigns with their IDs and status'),
	get(campaign, 'Look up the status, audience and email message of a campaign'),
	create,
	update(campaign, {
		guard: contentNotice,
		added: {
			name: campaignName,
			campaignGroupId,
			mailingListId: listFrom('getMailingLists'),
			audienceSegmentId: withAudienceHint(segmentFrom('getAudienceSegments')),
			...filterParts,
			conditions: withAudienceHint(filterParts.conditions),
			filterJson: withAudienceHint(filterParts.filterJson),
			clear,
		},
		finish: withAudience,
		hasDrafts: true,
		verify: audienceCheck,
		hints: (changes) => removals(changes, campaign.noun),
		finishAnswer: async (answer, call) => {
			const getOutgoing = async () => {
				const id = messageIdOf(answer.emailMessageId, campaign.noun);
				const message = await getById(call, emailMessage, id);
				return await withSegment(call, { message, campaign: answer });
			};
			return { ...answer, approval: await approvalOrNull(getOutgoing) };
		},
		description:
			"Change the name, group or audience of a campaign. For subject and content, use 'Email Message > Update'.",
		rejections: [
			{
				status: 409,
				problem: 'The campaign is no longer a draft', // contract: campaign-sent
				hint: 'Only the name and group of a sent campaign can change. Change a scheduled one in Loops',
			},
			...unknownAudience,
		],
	}),
	schedule,
	getMetrics(
		campaign,
		'Count sends, opens, clicks, bounces and unsubscribes of a sent campaign',
		noMetrics,
	),
	getEngagement,
];
