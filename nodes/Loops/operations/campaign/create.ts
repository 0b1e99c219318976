import { contentCall } from '../../api/content';
import { audienceFields } from '../../fields/audienceFilter';
import { emailContent } from '../../fields/emailContent';
import { body, optional } from '../../form/body';
import { options, validateOnly, type Parameter } from '../../form/parameter';
import type { Body } from '../../values/checked';
import { approvalOrNull, withSegment } from '../email/approval';
import { copiesOf, revisionOf, writeMessage } from '../email/message';
import { operation } from '../base/operation';
import { newAudience, nextStepOf, unknownAudience, withAudience } from './audience';
import { campaign, messageIdOf } from '../base/resources';
import { campaignGroupId, campaignName } from './outcome';

/** A new campaign has nothing that could stay as it is. */
const filled = <T>({ read, ...parameter }: Parameter<T>): Parameter<T> => ({
	...parameter,
	read: (value, beside) =>
		value.isUndefined && !value.isOmitted
			? value.refuse(
					`'${value.label}': the expression returns nothing`,
					'No campaign was created. Correct the expression, or clear the field',
				)
			: read(value, beside),
});

const { subject, lmx, fromName, ...otherContent } = emailContent;

const added = Object.entries(otherContent).map(([name, each]) => [name, filled<unknown>(each)]);

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create campaign',
	description: 'Draft a newsletter with its content, sender and audience. Nothing is sent.',
	fields: {
		name: body({ name: campaignName }),
		content: body(
			{
				subject: optional(filled(subject)),
				lmx: optional(filled(lmx)),
				fromName: optional(filled(fromName)),
			},
			Object.fromEntries(added) as typeof otherContent,
			'emailContent',
		),
		settings: body(newAudience, { campaignGroupId, ...audienceFields }),
		options: options({ validateOnly }),
	},
	reaches: ({ content }) => copiesOf(content),
	run: async ({ name, settings, content }, { get, warn, change }) => {
		const { answer: created, isOfEarlierTry } = await change(
			contentCall({
				method: 'POST',
				path: campaign.path,
				body: { ...name, ...withAudience(settings) },
				rejections: unknownAudience,
			}),
			{
				// A later step takes the ID of the email.
				done: ({ id, emailMessageId }) =>
					`The campaign was created as ${String(id)} (emailMessageId: ${String(emailMessageId)})`,
				fields: ({ id, emailMessageId, url }) => ({ campaignId: id, emailMessageId, url }),
				next: "Set the subject and content of the new campaign with 'Email Message > Update'",
				...(givesContent(content) && {
					follows: {
						steps: ['The node would write the content to the email of the new campaign'],
						content,
					},
				}),
			},
		);
		const { nextStep, warnings } = nextStepOf(created);
		if (!givesContent(content)) {
			warn(warnings);
			return { ...created, nextStep };
		}
		const messageId = messageIdOf(created.emailMessageId, campaign.noun);
		const given = isOfEarlierTry ? undefined : created.emailMessageContentRevisionId;
		const revision = await revisionOf(given, messageId, get);
		const { answer: message } = await change(writeMessage(messageId, revision, content));
		// Not before: the error of a failed item has its warnings.
		warn(warnings);
		return {
			...created,
			nextStep,
			emailMessageContentRevisionId: message.contentRevisionId,
			warnings: message.warnings ?? [],
			approval: await approvalOrNull(() => withSegment(get, { message, campaign: created })),
		};
	},
});

const givesContent = (content: Body): boolean => Object.keys(content).length > 0;
