import type { INodeProperties } from 'n8n-workflow';

import { json, text } from '../form/body';
import { lmx } from '../form/content';
import { choice, type Parameter } from '../form/parameter';
import { emailIn } from './identifier';
import type { Body, Checked, Identifier } from '../values/checked';

const line = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});

const IN_EMAIL = { isInEmail: true };

const fallbacks = (
	displayName: string,
	name: string,
	example: string,
): Parameter<Body | undefined> => ({
	...json({
		displayName,
		name,
		type: 'json',
		default: '{}',
		description: `Text for each variable that may have no value, e.g. ${example}. Null removes a fallback.`,
	}),
	// People would read what an AI agent leaves open: 'Hello null'. Loops takes only text.
	read: (value) => {
		if (value.isEmpty) return undefined;
		const given = Object.entries(value.json({ withoutOmitted: true }));
		const texts = given.map(([key, each]) => [key, typeof each === 'number' ? String(each) : each]);
		return Object.fromEntries(texts) as Body;
	},
});

/** Empty text removes the address. */
const address = (property: INodeProperties): Parameter<Checked | undefined> => ({
	property,
	read: (value) => (value.isEmpty ? value.content() : emailIn(value)),
});

const localPart = text(
	line('From Email', 'fromEmail', "Part of the sender's address before the @, e.g. news"),
	IN_EMAIL,
);

/** What an email says and who it comes from, by Loops' names. */
export const emailContent = {
	subject: text(line('Subject', 'subject', 'Subject line of the email'), IN_EMAIL),
	previewText: text(
		line('Preview Text', 'previewText', 'Text shown after the subject in the inbox'),
		IN_EMAIL,
	),
	fromName: text(line('From Name', 'fromName', 'Name of the sender'), IN_EMAIL),
	fromEmail: {
		...localPart,
		read: (value, beside) => {
			const given = localPart.read(value, beside);
			if (!given?.includes('@')) return given;
			return value.refuse(
				`'${value.label}' contains an @: ${value.shown}`,
				'Enter only the part before the @. Loops adds your sending domain',
			);
		},
	} satisfies Parameter<Checked | undefined>,
	replyToEmail: address(line('Reply-To Email', 'replyToEmail', 'Address that replies go to')),
	lmx: lmx({ hint: '&lt;Paragraph>Hello {contact.firstName}&lt;/Paragraph>' }),
	emailFormat: choice({
		displayName: 'Email Style',
		name: 'emailFormat',
		type: 'options',
		options: [
			{ name: 'Plain', value: 'plain' },
			{ name: 'Styled', value: 'styled' },
		],
		default: 'styled',
		description: 'Whether the email has the styles of its theme',
	}),
	contactPropertiesFallbacks: fallbacks(
		'Contact Fallbacks',
		'contactPropertiesFallbacks',
		'{"firstName": "there"}',
	),
};

/** All fields of an email. CC, BCC and the language must be enabled in Loops. */
export const moreEmailContent = {
	...emailContent,
	lmx: lmx({
		hint: '&lt;Paragraph>Hello {contact.firstName}&lt;/Paragraph> or {data.firstName}',
	}),
	ccEmail: address(
		line(
			'CC Email',
			'ccEmail',
			"Address that gets a copy. Campaigns can't have one. First enable CC in Loops.",
		),
	),
	bccEmail: address(
		line(
			'BCC Email',
			'bccEmail',
			"Address that gets a hidden copy. Campaigns can't have one. First enable BCC in Loops.",
		),
	),
	languageCode: text(
		line(
			'Language Code',
			'languageCode',
			'Language of the email, such as en. First enable languages in Loops.',
		),
	),
	eventPropertiesFallbacks: fallbacks(
		'Event Fallbacks',
		'eventPropertiesFallbacks',
		'{"plan": "Free"}',
	),
	dataVariablesFallbacks: fallbacks(
		'Data Fallbacks',
		'dataVariablesFallbacks',
		'{"name": "there"}',
	),
};

/** The content of a transactional email. */
export const transactionalContent = {
	...moreEmailContent,
	lmx: lmx({ hint: '&lt;Paragraph>Hello {data.firstName}&lt;/Paragraph>' }),
	dataVariablesFallbacks: {
		...moreEmailContent.dataVariablesFallbacks,
		property: {
			...moreEmailContent.dataVariablesFallbacks.property,
			description:
				'Text for each variable that may have no value, e.g. {"name": "there"}. Fallbacks that you leave out are removed.',
		},
	},
};

/** The revision that a change expects. Without it, the node reads the current one. */
export const expectedRevision: Parameter<Identifier> = {
	property: {
		displayName: 'Expected Revision ID',
		name: 'expectedRevisionId',
		type: 'string',
		default: '',
		description:
			"The 'contentRevisionId' that you read. If the email has changed since, nothing is written.",
	},
	isOmittable: true,
	read: (value) => value.identifier('revisions'),
};
