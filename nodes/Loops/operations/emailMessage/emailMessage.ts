import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { body, json } from '../../form/body';
import { byAgent } from '../../form/byAgent';
import { expectedRevision, moreEmailContent } from '../../fields/emailContent';
import type { Field } from '../../form/field';
import { emailIn } from '../../fields/identifier';
import { options, validateOnly } from '../../form/options';
import { checkbox, fieldOf } from '../../form/parameter';
import { asRecord, type Caller } from '../../http/request';
import type { Preview } from '../../sends/origin';
import type { Body, BodyValue, Checked, Identifier } from '../../values/checked';
import { formatName } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { approvalOf, approvalOrNull, type Outgoing, withSegment } from './approval';
import { checkMessage, type Guardian, guardianCall, isSendable, withFixes } from './guardian';
import { emailMessage, rejections, warnOfDropped, writeMessage } from './requests';
import { type Operation, operation } from '../operation';
import { draftOnly, get, getById, locksOf, notByAgent } from '../builders';
import { campaign } from '../campaign/requests';
import { transactionalEmail } from '../transactionalEmail/requests';

const isOfWorkflow = ({ campaignId, transactionalId }: IDataObject): boolean =>
	typeof campaignId !== 'string' && typeof transactionalId !== 'string';

const SWITCH = 'Change Email of Workflow';

const changeWorkflowEmail = checkbox({
	displayName: SWITCH,
	name: 'changeWorkflowEmail',
	description:
		'Whether to change an email that belongs to neither a campaign nor a transactional email. It is that of a workflow. If the workflow is running, contacts get the new content at once.',
});

const COPIES = ['ccEmail', 'bccEmail'] as const;

const hasCopies = (content: Body): boolean => COPIES.some((name) => !!content[name]);

/** Loops may silently drop CC and BCC (contract: campaign-cc). */
function refuseCopies({ campaignId }: IDataObject, content: Body): void {
	if (typeof campaignId !== 'string') return;
	const given = COPIES.find((name) => content[name]);
	if (given === undefined) return;
	throw new ItemRefused(
		`'${moreEmailContent[given].property.displayName}' does not apply to emails of campaigns`,
		'Take it out. Loops sends copies only of workflow and transactional emails',
	);
}

/**
 * Loops does not say which workflow an email belongs to, and that workflow may be running
 * (contract: message-owner).
 */
async function checkIsDraft(get: Caller, messageId: string): Promise<void> {
	const { campaignId, transactionalId } = await getById(get, emailMessage, messageId);
	if (typeof campaignId === 'string') return await draftOnly(campaign, campaignId)(get);
	if (typeof transactionalId !== 'string') throw notByAgent('the email belongs to a workflow');
	const { draftEmailMessageId } = await getById(get, transactionalEmail, transactionalId);
	if (draftEmailMessageId !== messageId) throw notByAgent('the email is published');
}

/** The email with the audience of its campaign. */
async function getOutgoing(get: Caller, message: IDataObject): Promise<Outgoing> {
	const { campaignId } = message;
	if (typeof campaignId !== 'string') return { message };
	return await withSegment(get, { message, campaign: await getById(get, campaign, campaignId) });
}

const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update email message',
	description:
		'Change the subject, sender or content of a draft. An option allows it for the email of a workflow, which may be live.',
	fields: {
		id: emailMessage.id,
		byAgent,
		content: body({}, moreEmailContent, 'updateFields'),
		options: options({ changeWorkflowEmail, validateOnly, revision: expectedRevision }),
	},
	locks: (values) => locksOf(emailMessage, values.id),
	lookUp: async ({ id, content, options: { revision, changeWorkflowEmail: isAllowed } }, get) =>
		revision && isAllowed && !hasCopies(content) ? undefined : await getById(get, emailMessage, id),
	plan: (
		{ id: messageId, byAgent: isAgent, content, options: given },
		{ lookedUp: found = {} },
	) => {
		const { revision, changeWorkflowEmail: isAllowed } = given;
		refuseCopies(found, content);
		if (!isAgent && !isAllowed && isOfWorkflow(found)) {
			throw new ItemRefused(
				'This is the email of a workflow, which may be running',
				`Turn on '${SWITCH}' to change it anyway`,
			);
		}
		const rerun = revision ? 'once' : 'safe'; // Another run reads the newest one.
		const expected = revision ?? found.contentRevisionId;
		const request = writeMessage(messageId, expected, content);
		const verify = async (get: Caller) => {
			await request.confirmUnchanged?.(get);
			await checkIsDraft(get, messageId);
		};
		return {
			request: { ...request, ...(isAgent && { confirmUnchanged: verify }), rerun },
			followUp: async (answer, { call, warn }) => {
				warn(warnOfDropped(content, answer));
				return { ...answer, approval: await approvalOrNull(() => getOutgoing(call, answer)) };
			},
		};
	},
});

/** Loops counts addresses: 100 in 24 hours for the whole team (contract: preview-quota). */
const MAX_ADDRESSES = 10;

const addresses: Field<Identifier[]> = fieldOf({
	property: {
		displayName: 'Emails',
		name: 'emails',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. nathan@example.com, kim@example.com',
		description: `Addresses that get the preview, up to ${MAX_ADDRESSES}, with commas between them. Loops sends 100 previews in 24 hours per team.`,
	},
	read: (slot) => {
		const emails = slot.identifiers('people', emailIn);
		if (emails.length > 0 && emails.length <= MAX_ADDRESSES) return emails;
		return slot.refuse(
			emails.length === 0 ? "'Emails' is empty" : `'Emails' has ${emails.length} addresses`,
			`Give 1 to ${MAX_ADDRESSES} addresses`,
		);
	},
});

const exampleValues = (displayName: string, name: string) =>
	json({
		displayName,
		name,
		type: 'json',
		default: '{}',
		description: 'Example values by name, such as {"firstName": "Kim"}. Each one is text.',
	});

/** A model may call a tool again and again: people get its previews. */
function limited(sent: Preview[], addresses: number, content: unknown) {
	const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	let isCounted = false;
	return async () => {
		if (isCounted) return; // again after a 429
		if (sent.some((each) => each.fingerprint === fingerprint)) {
			throw new ItemRefused(
				'An AI agent has already sent this preview in this execution',
				'Change the email or the example values before the next preview',
			);
		}
		const used = sent.reduce((sum, each) => sum + each.addresses, 0);
		if (used + addresses > MAX_ADDRESSES) {
			throw new ItemRefused(
				`AI agents can send previews to ${MAX_ADDRESSES} addresses in an execution, and ${used} are used`,
				'Let a person send more',
			);
		}
		sent.push({ fingerprint, addresses });
		isCounted = true;
	};
}

const sendPreview = operation({
	value: 'sendPreview',
	name: 'Send Preview',
	action: 'Send preview of email message',
	description: 'Send a test of the email to a few addresses, with example values',
	fields: {
		id: emailMessage.id,
		byAgent,
		emails: addresses,
		values: body(
			{},
			{
				contactProperties: exampleValues('Contact Properties (JSON)', 'contactProperties'),
				eventProperties: exampleValues('Event Properties (JSON)', 'eventProperties'),
				dataVariables: exampleValues('Data Variables (JSON)', 'dataVariables'),
			},
		),
		options: options({ validateOnly }),
	},
	// An agent may send the same preview again once it has changed the email.
	lookUp: async (values, get) =>
		values.byAgent ? await getById(get, emailMessage, values.id) : undefined,
	plan: ({ id: messageId, emails, values, byAgent: isAgent }, { lookedUp }, { previews }) => {
		const content = { emails, ...withTexts(values) };
		const request = contentCall({
			method: 'POST',
			path: `/email-messages/${messageId}/preview`,
			body: content,
			...(isAgent && { confirmUnchanged: limited(previews, emails.length, [content, lookedUp]) }),
			// A 429 with calls left is not about the rate limit (contract: preview-quota).
			isQuota: ({ body: answer, headers }) =>
				/preview/i.test(String(asRecord(answer).message)) ||
				Number(headers['x-ratelimit-remaining']) > 0,
			rejections: [
				...rejections,
				{
					status: 429,
					problem: 'Loops sends no more previews now',
					hint: 'It sends 100 in any 24 hours per team, counted by address. Run this item again later',
				},
			],
		});
		return { request };
	},
	output: (_answer, { id: messageId, emails }) => [{ success: true, id: messageId, emails }],
});

/** Loops takes texts only. */
const withTexts = (given: Body): Body =>
	Object.fromEntries(
		Object.entries(given).map(([field, entries]) => [
			field,
			Object.fromEntries(
				Object.entries(entries as Body).map(([name, value]) => [name, textOf(name, value)]),
			),
		]),
	);

function textOf(name: string, value: BodyValue): Checked {
	if (typeof value === 'string' || typeof value === 'number') return String(value) as Checked;
	throw new ItemRefused(
		`'${formatName(name)}' of the preview is not text`,
		'Loops takes only text here: put the value in quotes',
	);
}

const check = operation({
	value: 'check',
	name: 'Check',
	action: 'Check email message',
	description:
		'List what would keep an email from being sent, such as unknown variables or links without a URL',
	fields: {
		id: emailMessage.id,
		options: options({
			failOnErrors: checkbox({
				displayName: 'Fail on Errors',
				name: 'failOnErrors',
				description: 'Whether the item fails if the email has errors, or no subject or content',
			}),
		}),
	},
	lookUp: async (values, get) =>
		await getOutgoing(get, await getById(get, emailMessage, values.id)),
	plan: (values) => ({ request: guardianCall(values.id) }),
	output: (answer, values, _by, outgoing) => {
		const guardian = answer as Guardian;
		const { message } = outgoing;
		if (values.options.failOnErrors) checkMessage(message, guardian);
		const { errors, warnings } = guardian;
		return [
			{
				isSendable: isSendable(message, guardian),
				errors: withFixes(errors),
				warnings: withFixes(warnings),
				id: values.id,
				approval: approvalOf(outgoing),
			},
		];
	},
});

export const emailMessages: Operation[] = [
	get(emailMessage, 'Look up the subject, sender and content of an email'),
	update,
	sendPreview,
	check,
];
