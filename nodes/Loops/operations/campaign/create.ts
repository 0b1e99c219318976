import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { audienceFields } from '../../fields/audienceFilter';
import { emailContent } from '../../fields/emailContent';
import { body, optional } from '../../form/body';
import { options, validateOnly } from '../../form/options';
import { approvalOrNull, withSegment } from '../emailMessage/approval';
import { messageIdOf, revisionOf, writeMessage } from '../emailMessage/requests';
import { operation } from '../operation';
import { listFrom, segmentFrom, unknownAudience, withAudience } from './audience';
import { campaign, campaignGroupId, campaignName } from './requests';

const { subject, lmx, fromName, ...otherContent } = emailContent;

export const create = operation({
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
			{ campaignGroupId, ...audienceFields },
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
			followUp: async (made, { call, done, onFailure }) => {
				done(`The campaign was created as ${String(made.id)}`);
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
