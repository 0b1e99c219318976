import { contentCall } from '../../api/content';
import { emailContent } from '../../fields/emailContent';
import { body, optional } from '../../form/body';
import { options, validateOnly, type Parameter } from '../../form/parameter';
import { reachesNobody } from '../base/builders';
import { operation } from '../base/operation';
import { newAudience, nextStepOf, unknownAudience, withAudience } from './audience';
import { campaign } from '../base/resources';
import { idsOfCampaign, isEmpty, splitBody, thenContent, writeContent } from './content';
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
		body: body(
			{
				name: campaignName,
				subject: optional(filled(subject)),
				lmx: optional(filled(lmx)),
				fromName: optional(filled(fromName)),
			},
			{ campaignGroupId, ...(Object.fromEntries(added) as typeof otherContent) },
			'additionalFields',
			newAudience,
		),
		options: options({ validateOnly }),
	},
	reaches: reachesNobody,
	run: async ({ body: given }, item) => {
		const { settings, content } = splitBody(withAudience(given));
		const { answer: created, isOfEarlierTry } = await item.change(
			contentCall({
				method: 'POST',
				path: campaign.path,
				body: settings,
				rejections: unknownAudience,
			}),
			{
				done: ({ id, emailMessageId }) =>
					`The campaign was created as ${String(id)} (emailMessageId: ${String(emailMessageId)})`,
				fields: idsOfCampaign,
				next: "Set the subject and content of the new campaign with 'Campaign > Update'",
				...thenContent(content, 'the new campaign'),
			},
		);
		const { nextStep, warnings } = nextStepOf(created);
		const revision = isOfEarlierTry ? undefined : created.emailMessageContentRevisionId;
		const written = isEmpty(content)
			? {}
			: await writeContent(created, content, item, { revision });
		// Not before: the error of a failed item has its warnings.
		item.warn(warnings);
		return { ...created, nextStep, ...written };
	},
});
