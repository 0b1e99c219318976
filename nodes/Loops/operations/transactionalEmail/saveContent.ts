import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../account/content';
import { body } from '../../fields/body';
import { moreEmailContent } from '../../fields/emailContent';
import type { Field } from '../../fields/field';
import { readName } from '../../fields/name';
import { options, validateOnly } from '../../fields/options';
import { readBoolean } from '../../fields/read';
import type { Read } from '../../http/request';
import { format } from '../../values/format';
import { InvalidValue } from '../../values/invalidValue';
import { isPlainObject } from '../../values/parse';
import {
	checkMessage,
	type Guardian,
	guardianCall,
	messageIdOf,
	writeMessage,
} from '../emailRequests';
import { operation } from '../operation';
import { getCall } from '../resource';
import {
	draftCall,
	findByName,
	newVariables,
	publishCall,
	template,
	templateLocks,
} from './templates';

type Target = { id: string } | { name: string };

const [idProperty] = template.id.properties;

/** An email that exists, or the name of one that is created if it is missing. */
const target: Field<Target> = {
	properties: [
		{
			...idProperty,
			description: 'The email to write. One that is given by name is created if it is missing.',
			modes: [
				...(idProperty.modes ?? []),
				{
					displayName: 'By Name',
					name: 'name',
					type: 'string',
					placeholder: 'e.g. Password reset',
				},
			],
		},
	],
	read: (form) => {
		const given = form.parameter('transactionalId', '');
		if (!isPlainObject(given) || given.mode !== 'name') return { id: template.id.read(form) };
		return {
			name: readName(
				form,
				'Transactional Email',
				given.value,
				['transactionalId', 'value'],
				'emails',
				'Enter its name',
			),
		};
	},
};

const publishes: Field<boolean> = {
	properties: [
		{
			displayName: 'Publish',
			name: 'publish',
			type: 'boolean',
			default: false,
			description:
				'Whether to publish the content if its check finds no errors: from then on, each send has it. Off: the content stays a draft.',
		},
	],
	read: (form) => {
		const isOn = readBoolean('Publish', form.parameter('publish', false));
		if (!isOn || !form.isToolCall) return isOn;
		throw new InvalidValue(
			"AI agents can't use 'Publish'",
			'Save the content as a draft, and let a person publish it',
		);
	},
};

const lookUpOf = (of: Target) => async (read: Read) => {
	if ('id' in of) return await read(getCall(template, of.id));
	const found = await findByName(read, of.name);
	if (found.length <= 1) return found[0];
	throw new InvalidValue(
		`${found.length} transactional emails are called ${format(of.name)}`,
		'Rename all but one in Loops, or choose the email by its ID',
	);
};

const { subject, lmx, ...added } = moreEmailContent;

export const saveContent = operation({
	resource: 'transactionalEmail',
	value: 'saveContent',
	name: 'Save Content',
	action: 'Save content of transactional email',
	description:
		'Write the subject and content of a transactional email as a draft, check it, and publish it if asked',
	fields: {
		target,
		content: body({ subject, lmx }, added),
		publishes,
		options: options({ validateOnly }),
	},
	locks: ({ target: of }) => templateLocks('id' in of ? of.id : `named ${of.name}`),
	needs: ({ target: of }) => ({ lookUp: lookUpOf(of) }),
	plan: ({ target: of, content, publishes: isOn }, { answer }) => {
		const existing = answer as IDataObject | undefined;
		const request = existing
			? draftCall(String(existing.id))
			: contentCall({ method: 'POST', path: template.path, body: of, rerun: 'safe' });
		return {
			request,
			then: async (draft, call, steps, warn) => {
				const id = String(draft.id);
				if (!existing) steps.push(`The transactional email was created as ${id}`);
				const messageId = messageIdOf(draft.draftEmailMessageId, template.noun);
				const revision = draft.draftEmailMessageContentRevisionId as string | null;
				const message = (await call(writeMessage(messageId, revision, content))) as IDataObject;
				steps.push('The content is saved as a draft');
				const guardian = (await call(guardianCall(messageId))) as Guardian & IDataObject;
				if (isOn) {
					checkMessage(message, guardian);
					warn(newVariables(message, existing ?? {}));
				}
				const email = isOn ? ((await call(publishCall(id, messageId))) as IDataObject) : draft;
				return {
					id,
					name: email.name,
					created: !existing,
					published: isOn,
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
