import type { IDataObject } from 'n8n-workflow';

import { emailContent } from '../../fields/emailContent';
import type { LoopsRequest } from '../../http/request';
import type { FollowingSteps, Item } from '../../run/item';
import type { Body } from '../../values/checked';
import { campaign, messageIdOf } from '../base/resources';
import { approvalOrNull, withSegment } from '../email/approval';
import { revisionOf, withOwn, messageCall } from '../email/message';

export const isEmpty = (body: Body): boolean => Object.keys(body).length === 0;

/** What a body says of the campaign, and of its email. */
export function splitBody(body: Body): { settings: Body; content: Body } {
	const entries = Object.entries(body);
	const isContent = ([name]: [string, unknown]) => Object.hasOwn(emailContent, name);
	return {
		settings: Object.fromEntries(entries.filter((each) => !isContent(each))),
		content: Object.fromEntries(entries.filter(isContent)),
	};
}

/** What Validate Only shows of the email, which the item writes after the campaign. */
export const thenContent = (content: Body, of: string): { follows?: FollowingSteps } =>
	isEmpty(content)
		? {}
		: { follows: { steps: [`The node would write the content to the email of ${of}`], content } };

/** The IDs of a campaign for the error of a later step, which takes the ID of the email. */
export const idsOfCampaign = ({ id, emailMessageId, url }: IDataObject): IDataObject => ({
	campaignId: id,
	emailMessageId,
	url,
});

/** Writes the content to the email of a campaign. Returns what the output says of the email. */
export async function writeContent(
	of: IDataObject,
	content: Body,
	{ get, change, warnings }: Item,
	{ revision: given, verify }: { revision?: unknown; verify?: LoopsRequest['beforeAttempt'] },
): Promise<IDataObject> {
	const messageId = messageIdOf(of.emailMessageId, campaign.noun);
	const revision = await revisionOf(given, messageId, get);
	const call = messageCall(messageId, revision, content, verify);
	// Another run reads the newest revision.
	const { answer: message } = await change(call, { rerun: 'harmless' });
	return {
		emailMessageContentRevisionId: message.contentRevisionId,
		warnings: withOwn(warnings, message),
		approval: await approvalOrNull(() => withSegment(get, { message, campaign: of })),
	};
}
