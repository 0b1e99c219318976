import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { body, required } from '../../form/body';
import { expectedRevision, transactionalContent } from '../../fields/emailContent';
import type { Field } from '../../form/field';
import { isIdOrUrl, locatorProperty } from '../../form/locator';
import { checkbox, fieldOf } from '../../form/parameter';
import { NOT_FOR_TOOLS, options, validateOnly } from '../../form/options';
import { format } from '../../values/format';
import { asDataObject, type Body } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { locksOf } from '../builders';
import { emailMessage } from '../emailMessage/requests';
import { type LaterCall, operation } from '../operation';
import { checkName, findByName, caseInsensitive, leftOver, merged, namesakes } from './byName';
import { checkDraft, getFound, type SaveValues, warnOfReplaced } from './draft';
import { save, unchanged } from './save';
import { draftCall, transactionalEmail } from './requests';

const LABEL = 'Transactional Email';

/** An email that exists, or the name of one that is created if it is missing. */
const chosen: Field<SaveValues['chosen']> = {
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
		const { slot, mode, isMixed } = form.locator('transactionalId', LABEL);
		if (mode !== 'name') return { id: transactionalEmail.id.read(form), isMixed };
		const name = slot.identifier('emails', { hint: 'Enter its name' });
		if (!isIdOrUrl(name)) return { name, isMixed };
		throw new ItemRefused(
			`'${LABEL}' is not a name: ${format(name)}`,
			'Choose By ID or By URL for it. By Name would create an email that is called so',
		);
	},
};

/** A switch for people. It is off in a tool call, where n8n drops what it does not show. */
function switchForPeople(displayName: string, name: string, description: string): Field<boolean> {
	const field = fieldOf(
		checkbox({ displayName, name, description, displayOptions: NOT_FOR_TOOLS }),
	);
	return { ...field, read: (form) => !form.isToolCall && field.read(form) };
}

const publishes = switchForPeople(
	'Publish',
	'publish',
	'Whether to publish the content if its check finds no errors: from then on, each send has it. Off: the content stays a draft.',
);

const replaces = switchForPeople(
	'Replace Changes in the Draft',
	'replaceDraft',
	'Whether to replace what others have changed in the draft and not published. Fields that you do not add go back to what is published. Off: the item fails, and says what differs.',
);

const { subject, lmx, ...added } = transactionalContent;

const revision: typeof expectedRevision = {
	...expectedRevision,
	property: {
		...expectedRevision.property,
		description:
			"The 'contentRevisionId' that you read. A draft that still has it is replaced, whoever wrote it.",
	},
};

/** The calls of a save, as far as they are known before it. */
function laterCalls(
	existing: IDataObject | undefined,
	content: Body,
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
			body: {
				expectedRevisionId: '{draftEmailMessageContentRevisionId}',
				...asDataObject(content),
			},
			note: 'IDs in braces are known once Loops has answered the call before',
		},
		{ method: 'GET', path: message },
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
		'Write the subject and content as a draft, check it, and publish it if you choose. Creates an email given by name.',
	fields: {
		chosen,
		content: body({ subject: required(subject), lmx: required(lmx) }, added),
		publishes,
		replaces,
		options: options({ validateOnly, revision }),
	},
	locks: ({ chosen }) => {
		const one = 'id' in chosen ? chosen.id : `named ${caseInsensitive(chosen.name)}`;
		return locksOf(transactionalEmail, chosen.isMixed ? 'any' : one);
	},
	needs: ({ chosen }) =>
		'id' in chosen ? {} : { emailsAndDrafts: { use: 'require', isEnough: () => false } },
	lookUp: async ({ chosen }, get, { emailsAndDrafts = [] }, { drafts }) => {
		if ('id' in chosen) return { found: await getFound(get, chosen.id), emails: [] };
		const emails = merged(emailsAndDrafts, drafts.created);
		const existing = findByName(emails, chosen.name);
		if (!existing) return { emails };
		const found = await getFound(get, String(existing.id));
		checkName(found.email, chosen.name);
		return { found, emails };
	},
	plan: (values, { lookedUp: { found, emails } }, { drafts }) => {
		const { chosen } = values;
		if (found) {
			const output = unchanged(found, values, drafts);
			const warnings = 'name' in chosen ? leftOver(emails, chosen.name) : [];
			if (output) return { warnings, output: [output] };
			const written = drafts.of(String(found.email.id));
			checkDraft(found, values, written);
			return {
				warnings: [
					...warnings,
					...(values.publishes ? warnOfReplaced(found, values, written) : []),
				],
				request: draftCall(String(found.email.id)),
				next: laterCalls(found.email, values.content, values.publishes),
				followUp: async (email, tools) => await save(found, email, values, drafts, tools),
			};
		}
		// An unknown ID has failed before.
		const name = 'name' in chosen ? chosen.name : chosen.id;
		return {
			request: contentCall({
				method: 'POST',
				path: transactionalEmail.path,
				body: { name },
				rerun: 'safe',
			}),
			next: laterCalls(undefined, values.content, values.publishes),
			followUp: async (created, tools) => {
				const { call, done, warn } = tools;
				const { id, draftEmailMessageContentRevisionId: given } = created;
				if (typeof given === 'string') drafts.record(String(id), { revision: given });
				done(`The transactional email was created as ${String(id)}`);
				drafts.created.push(...(await namesakes(created, name, call)));
				const all = merged(emails, drafts.created);
				const oldest = findByName(all, name) ?? created;
				warn(leftOver(all, name));
				if (oldest.id === id) {
					return {
						...(await save({ email: created }, created, values, drafts, tools)),
						created: true,
					};
				}
				const older = await getFound(call, String(oldest.id));
				return (
					unchanged(older, values, drafts) ?? (await save(older, undefined, values, drafts, tools))
				);
			},
		};
	},
});
