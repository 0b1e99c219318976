import type { AccountFacts } from '../../account/facts';
import type { Field } from '../../form/form';
import { type IdOrReference, Reference } from '../../form/formValue';
import { locator, namedLocator } from '../../form/parameter';
import type { Rejection } from '../../http/request';
import type { Identifier } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { asRecord } from '../../values/parse';
import type { Resource } from './builders';

export const segment: Resource = {
	noun: 'audience segment',
	path: '/audience-segments', // names are unique (contract: segment-name)
	id: namedLocator({
		displayName: 'Audience Segment',
		name: 'audienceSegmentId',
		description: 'Saved conditions that decide which contacts get a campaign',
		search: 'searchAudienceSegments',
		modes: ['list', 'name', 'id'],
		exampleName: 'Trials',
		kind: 'audienceSegment',
	}),
};

export const campaign: Resource = {
	noun: 'campaign',
	path: '/campaigns',
	mistakenFor: { noun: 'an email message', path: '/email-messages' },
	id: locator({
		displayName: 'Campaign',
		name: 'campaignId',
		description: 'Newsletter or other email to an audience',
		search: 'searchCampaigns',
		modes: ['list', 'id', 'url'],
	}),
	fieldNames: [
		...['id', 'name', 'status', 'url', 'emailMessageId', 'mailingListId', 'audienceSegmentId'],
		...['audienceFilter', 'scheduling', 'updatedAt', 'createdAt', 'campaignGroupId'],
	],
};

export const unknownMessage: Rejection = {
	status: 404,
	isAboutId: true,
	mistakenFor: { noun: 'a campaign', path: '/campaigns' },
	problem: 'Loops has no email message with this ID',
	hint: "Use the 'emailMessageId' of a campaign, or of the draft of a transactional email. Do not use the 'id' of the campaign",
};

export const notLmx: Rejection = {
	status: 409,
	problem: "This email message can't be read as LMX",
	hint: "The email may be written in MJML. Loops' API accepts only emails in LMX, or made in Loops' editor. Change this email in Loops",
};

const byId = locator({
	displayName: 'Email Message',
	name: 'emailMessageId',
	description:
		"Email message of a campaign or transactional email. By ID takes the value of the field 'emailMessageId'. For a transactional email from the list, the node uses the draft if there is one.",
	search: 'searchEmailMessages',
});

/** The list gives what has the email: the ID of the email itself changes with each draft. */
const id: Field<IdOrReference> = {
	...byId,
	read: (form) => {
		const { value } = form.locator('emailMessageId', 'Email Message');
		const [, of] = /^(campaigns|transactional-emails)\/[\w-]+$/.exec(value.caseless) ?? [];
		if (of === undefined) return byId.read(form);
		const owner = value.identifier('items');
		const noun = of === 'campaigns' ? 'campaign' : 'transactional email';
		const find = async (facts: AccountFacts) => {
			const found = await facts.owner(`/${owner}`);
			const { draftEmailMessageId, publishedEmailMessageId, emailMessageId } = found;
			return messageIdOf(emailMessageId ?? draftEmailMessageId ?? publishedEmailMessageId, noun);
		};
		return value.refer(new Reference(owner, find, () => owner));
	},
};

export const emailMessage: Resource = {
	noun: 'email message',
	path: '/email-messages',
	id,
	rejections: [unknownMessage, notLmx],
	fieldNames: [
		...['id', 'subject', 'previewText', 'fromName', 'fromEmail', 'replyToEmail', 'lmx'],
		...['contentRevisionId', 'warnings', 'updatedAt', 'emailFormat', 'campaignId'],
		...['transactionalId', 'ccEmail', 'bccEmail', 'languageCode', 'contactPropertiesFallbacks'],
		...['eventPropertiesFallbacks', 'dataVariablesFallbacks'],
	],
};

/** The spec allows null instead of an ID. */
export function messageIdOf(given: unknown, what: string): Identifier {
	if (typeof given === 'string') return given as Identifier;
	throw new ItemRefused(
		`The ${what} has no email message`,
		'Open it in Loops, and write the email there',
	);
}

/** A transactional email with its drafts, as the content API has it. */
export const transactionalEmail: Resource = {
	noun: 'transactional email',
	path: '/transactional-emails',
	mistakenFor: { noun: 'an email message', path: '/email-messages' },
	id: namedLocator({
		displayName: 'Transactional Email',
		name: 'transactionalId',
		description: 'Transactional email, whether it is published or not',
		search: 'searchEmailsAndDrafts',
		modes: ['list', 'name', 'id', 'url'],
		exampleName: 'Password reset',
		kind: 'transactionalEmail',
	}),
};

export const workflow: Resource = {
	noun: 'workflow',
	path: '/workflows',
	id: locator({
		displayName: 'Workflow',
		name: 'workflowId',
		description: 'Workflow in Loops',
		search: 'searchWorkflows',
		modes: ['list', 'id', 'url'],
	}),
	/** Loops keys the nodes by ID. */
	show: ({ nodes, ...others }) => ({
		...others,
		nodes: Object.entries(asRecord(nodes)).map(([id, node]) => ({ id, ...asRecord(node) })),
	}),
};

export const nodePath = (nodeId: string) => `/nodes/${nodeId}`;
