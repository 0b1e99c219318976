import type { IDataObject } from 'n8n-workflow';

import { expectedRevision, moreEmailContent } from '../../fields/emailContent';
import { body } from '../../form/body';
import { byAgent, options, validateOnly, checkbox } from '../../form/parameter';
import type { Caller } from '../../http/request';
import { isBlank } from '../../values/format';
import type { Body } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { getById, locksOf, notByAgent } from '../base/builders';
import { approvalOrNull, getOutgoing } from '../email/approval';
import {
	copiesOf,
	NO_DRAFT,
	droppedWarnings,
	withOwn,
	messageCall,
	campaignReached,
} from '../email/message';
import { campaign, emailMessage, transactionalEmail } from '../base/resources';
import { operation } from '../base/operation';

const isOfWorkflow = ({ campaignId, transactionalId }: IDataObject): boolean =>
	typeof campaignId !== 'string' && typeof transactionalId !== 'string';

const SWITCH = 'Change Workflow Email';

const changeWorkflowEmail = checkbox({
	displayName: SWITCH,
	name: 'changeWorkflowEmail',
	description:
		'Whether to allow a change to the email of a workflow in Loops. If the workflow is running, contacts get the new content at once.',
});

const COPIES = ['ccEmail', 'bccEmail'] as const;

/** Loops may silently drop CC and BCC (contract: campaign-cc). */
function refuseCopies({ campaignId }: IDataObject, content: Body): void {
	if (typeof campaignId !== 'string') return;
	const given = COPIES.find((name) => content[name]);
	if (given === undefined) return;
	throw new ItemRefused(
		`'${moreEmailContent[given].property.displayName}' does not apply to emails of campaigns`,
		'Remove this field. Loops sends copies only of workflow and transactional emails',
	);
}

/**
 * Undefined for a draft. Loops does not say which workflow an email belongs to, and that workflow may be
 * running (contract: message-owner).
 */
async function whyNoDraft(get: Caller, messageId: string): Promise<string | undefined> {
	const message = await getById(get, emailMessage, messageId);
	const { campaignId, transactionalId } = message;
	if (isOfWorkflow(message)) return OF_WORKFLOW;
	if (typeof campaignId === 'string') {
		const { status } = await getById(get, campaign, campaignId);
		return status === 'Draft' ? undefined : 'the campaign is not a draft';
	}
	const { draftEmailMessageId } = await getById(get, transactionalEmail, String(transactionalId));
	return draftEmailMessageId === messageId ? undefined : 'the email is published';
}

const OF_WORKFLOW = 'the email belongs to a workflow';

export const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update email message',
	description:
		"Change the subject, sender or content of a draft. For the email of a workflow, turn on 'Change Workflow Email'.",
	fields: {
		id: emailMessage.id,
		byAgent,
		content: body({}, moreEmailContent, 'updateFields'),
		options: options({ changeWorkflowEmail, validateOnly, revision: expectedRevision }),
	},
	locks: (values) => locksOf(emailMessage, values.id),
	reaches: async ({ id, content }, get) => {
		const message = await getById(get, emailMessage, id);
		const { campaignId } = message;
		if (typeof campaignId === 'string') return await campaignReached(get, campaignId);
		// Loops does not say whether the workflow of an email runs.
		const ofWorkflow = isOfWorkflow(message) ? ['the audience of a workflow'] : [];
		return [...copiesOf(content), ...ofWorkflow];
	},
	run: async (
		{ id, byAgent: isByAgent, content, options: chosen },
		{ get, warn, change, claimEmail, warnings },
	) => {
		const { revision, changeWorkflowEmail: isAllowed } = chosen;
		const clearsSubject = content.subject !== undefined && isBlank(content.subject);
		const isKnown =
			revision !== undefined && isAllowed && copiesOf(content).length === 0 && !clearsSubject;
		const before = isKnown ? {} : await getById(get, emailMessage, id);
		refuseCopies(before, content);
		if (!isByAgent && !isAllowed && isOfWorkflow(before)) {
			throw new ItemRefused(
				'This is the email of a Loops workflow, which may be running',
				`Nothing was changed. To change the email anyway, turn on '${SWITCH}'`,
			);
		}
		if (clearsSubject && isOfWorkflow(before)) {
			throw new ItemRefused(
				`'${moreEmailContent.subject.property.displayName}' is empty`,
				'This is the email of a Loops workflow, which may be running. Enter a subject',
			);
		}
		const verify = async (look: Caller) => {
			const reason = await whyNoDraft(look, id);
			if (reason !== undefined) throw notByAgent(reason);
		};
		const precheck = async (look: Caller) => {
			const reason = await whyNoDraft(look, id);
			if (reason === undefined || reason === OF_WORKFLOW) return;
			throw new ItemRefused(NO_DRAFT.problem, NO_DRAFT.hint);
		};
		claimEmail(id, content);
		const { answer } = await change(
			messageCall(
				id,
				revision ?? before.contentRevisionId,
				content,
				isByAgent ? verify : undefined,
			),
			// Without a revision, another run reads the newest one.
			{ rerun: revision ? 'refused' : 'harmless', precheck },
		);
		warn(droppedWarnings(content, answer));
		return {
			...answer,
			warnings: withOwn(warnings, answer),
			approval: await approvalOrNull(() => getOutgoing(get, answer)),
		};
	},
});
