import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { body, required } from '../../form/body';
import { moreEmailContent } from '../../fields/emailContent';
import type { Field } from '../../form/field';
import { isIdOrUrl, locatorProperty } from '../../form/locator';
import { NOT_FOR_TOOLS, options, validateOnly } from '../../form/options';
import { asRecord, type Caller } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import type { Body, Identifier } from '../../values/checked';
import { format } from '../../values/format';
import { checkMessage, type Guardian, guardianCall } from '../emailMessage/guardian';
import { emailMessage, messageIdOf, revisionOf, writeMessage } from '../emailMessage/requests';
import { type LaterCall, operation } from '../operation';
import { getCall, locksOf } from '../builders';
import { checkIsOnly, checkName, findByName, foldName } from './byName';
import { draftCall, newVariables, publishNow, transactionalEmail } from './transactionalEmail';

const LABEL = 'Transactional Email';

type Target = { id: Identifier } | { name: Identifier };

/** An email that exists, or the name of one that is created if it is missing. */
const target: Field<Target> = {
	properties: [
		locatorProperty({
			displayName: LABEL,
			name: 'transactionalId',
			description: 'The email to write. One that is given by name is created if it is missing.',
			search: 'searchEmailsAndDrafts',
			modes: ['list', 'id', 'url', 'name'],
			exampleName: 'Password reset',
		}),
	],
	read: (form) => {
		const { slot, mode } = form.locator('transactionalId', LABEL);
		if (mode !== 'name') return { id: transactionalEmail.id.read(form) };
		const name = slot.identifier('emails', { hint: 'Enter its name' });
		if (!isIdOrUrl(name)) return { name };
		throw new ItemRefused(
			`'${LABEL}' is not a name: ${format(name)}`,
			'Choose By ID or By URL for it. By Name would create an email that is called so',
		);
	},
};

const publishes: Field<boolean> = {
	properties: [
		{
			displayName: 'Publish',
			name: 'publish',
			type: 'boolean',
			default: false,
			displayOptions: NOT_FOR_TOOLS,
			description:
				'Whether to publish the content if its check finds no errors: from then on, each send has it. Off: the content stays a draft.',
		},
	],
	// n8n drops what it does not show.
	read: (form) => !form.isToolCall && form.slot('publish', 'Publish', false).boolean(),
};

const { subject, lmx, ...added } = moreEmailContent;

/**
 * What the item does not give has to be as it is published: someone may be at work on the draft.
 * @throws ItemRefused
 */
async function checkOthers(
	draft: IDataObject,
	publishedId: unknown,
	content: Body,
	read: Caller,
): Promise<void> {
	if (typeof publishedId !== 'string') return;
	const published = asRecord(await read(getCall(emailMessage, publishedId)));
	const textOf = (value: unknown) => JSON.stringify(value ?? '');
	const changed = Object.entries(moreEmailContent).filter(
		([name]) => !(name in content) && textOf(draft[name]) !== textOf(published[name]),
	);
	if (changed.length === 0) return;
	const labels = changed.map(([, { property }]) => property.displayName);
	throw new ItemRefused(
		`Someone has changed this in the draft: ${labels.join(', ')}`,
		"Nothing was published. Add these fields to this item, or publish the draft with 'Transactional Email > Publish'",
	);
}

/** The calls of a save, as far as they are known before it. */
function laterCalls(
	existing: IDataObject | undefined,
	content: IDataObject,
	publishes: boolean,
): LaterCall[] {
	const id = String(existing?.id ?? '{id}');
	const messageId = String(existing?.draftEmailMessageId ?? '{draftEmailMessageId}');
	const message = `${emailMessage.path}/${messageId}`;
	const calls: LaterCall[] = [
		...(existing ? [] : [{ method: 'GET' as const, path: transactionalEmail.path }]),
		{
			method: 'POST',
			path: message,
			body: { expectedRevisionId: '{draftEmailMessageContentRevisionId}', ...content },
			note: 'IDs in braces are known once Loops has answered the call before',
		},
		{ method: 'GET', path: `${message}/guardian` },
	];
	if (!publishes) return calls;
	const path = `${transactionalEmail.path}/${id}/publish`;
	return [
		...calls,
		{ method: 'POST', path, note: 'Publishes, unless the check before it finds errors' },
	];
}

export const saveContent = operation({
	value: 'saveContent',
	name: 'Save Content',
	action: 'Save content of transactional email',
	description:
		'Write the subject and content of a transactional email as a draft, check it, and publish it if asked',
	fields: {
		target,
		content: body({ subject: required(subject), lmx: required(lmx) }, added),
		publishes,
		options: options({ validateOnly }),
	},
	locks: ({ target }) =>
		locksOf(transactionalEmail, 'id' in target ? target.id : `named ${foldName(target.name)}`),
	needs: ({ target }) =>
		'id' in target
			? { lookUp: getCall(transactionalEmail, target.id) }
			: { emailsAndDrafts: { use: 'require', isEnough: () => false } },
	plan: ({ target, content, publishes }, { lookedUp, emailsAndDrafts = [] }) => {
		const existing =
			'id' in target ? (lookedUp as IDataObject) : findByName(emailsAndDrafts, target.name);
		const request = existing
			? draftCall(String(existing.id))
			: contentCall({ method: 'POST', path: transactionalEmail.path, body: target, rerun: 'safe' });
		return {
			request,
			next: laterCalls(existing, content, publishes),
			followUp: async (draft, { call, steps, warn }) => {
				const id = String(draft.id);
				if (existing && 'name' in target) checkName(draft, target.name);
				if (!existing && 'name' in target) {
					steps.push(`The transactional email was created as ${id}`);
					await checkIsOnly(draft, target.name, emailsAndDrafts, call);
				}
				const messageId = messageIdOf(draft.draftEmailMessageId, transactionalEmail.noun);
				const { draftEmailMessageContentRevisionId: given } = draft;
				const revision = await revisionOf(given, messageId, call);
				const message = (await call(writeMessage(messageId, revision, content))) as IDataObject;
				steps.push('The content is saved as a draft');
				const guardian = (await call(guardianCall(messageId))) as Guardian & IDataObject;
				if (publishes) {
					checkMessage(message, guardian);
					await checkOthers(message, draft.publishedEmailMessageId, content, call);
				}
				const email = publishes ? await publishNow(draft, message, call) : draft;
				if (publishes) warn(newVariables(message, existing ?? {}));
				Object.assign(existing ?? draft, email);
				return {
					id,
					name: email.name,
					created: !existing,
					published: publishes,
					emailMessageId: messageId,
					contentRevisionId: message.contentRevisionId,
					dataVariables: email.dataVariables,
					errors: guardian.errors,
					warnings: guardian.warnings,
				};
			},
		};
	},
});
