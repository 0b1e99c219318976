import { type Answer, Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { ApiRequest } from '../api.mts';
import { found } from './content.mts';
import { guardian, VARIABLES } from './guardian.mts';
import { all, type Element, parseLmx } from './lmx.mts';
import {
	emailAddress,
	list,
	mapOf,
	nullable,
	object,
	oneOf,
	optional,
	refuse,
	text,
} from './read.mts';
import type { EmailMessage, VariableKind } from './records.mts';

const loose = optional(text({ mayBeEmpty: true }));
const addressOrEmpty = optional((value: unknown, path: string) =>
	value === '' ? '' : emailAddress(value, path),
);
const fallbacks = optional(mapOf(nullable(text({ mayBeEmpty: true }))));

const update = object({
	expectedRevisionId: optional(text()),
	subject: loose,
	previewText: loose,
	fromName: loose,
	fromEmail: optional((value: unknown, path: string) => {
		const local = text()(value, path);
		if (local.includes('@')) throw refuse(path, 'give the part before the @');
		return local;
	}),
	replyToEmail: addressOrEmpty,
	ccEmail: addressOrEmpty,
	bccEmail: addressOrEmpty,
	languageCode: loose,
	emailFormat: optional(oneOf('styled', 'plain')),
	lmx: loose,
	contactPropertiesFallbacks: fallbacks,
	eventPropertiesFallbacks: fallbacks,
	dataVariablesFallbacks: fallbacks,
});

const variables = optional(mapOf(text({ mayBeEmpty: true })));
const preview = object({
	emails: list(emailAddress, 1),
	contactProperties: variables,
	eventProperties: variables,
	dataVariables: variables,
});

/** Addresses per day and team. */
const MOST_PREVIEWS = 100;
const DAY_MS = 86_400_000;

export function getEmailMessage(request: ApiRequest): Answer {
	return { status: 200, body: shown(request.account, messageOf(request)) };
}

export function updateEmailMessage(request: ApiRequest): Answer {
	const { account, body } = request;
	const message = messageOf(request);
	const given = update(body, 'body');
	if (!isDraft(account, message)) {
		throw new Refusal(409, 'The email message is not in draft status.');
	}
	const { expectedRevisionId, ...changes } = given;
	// OpenAPI 1.22.2 excludes them; whether Loops refuses or ignores them is a guess.
	if (message.parent.kind === 'campaign' && (given.ccEmail || given.bccEmail)) {
		throw new Refusal(400, 'ccEmail and bccEmail are not supported for campaign emails.');
	}
	if (expectedRevisionId !== undefined && expectedRevisionId !== message.contentRevisionId) {
		throw new Refusal(409, 'contentRevisionId is stale.');
	}
	if (changes.lmx) checkImages(parseLmx(changes.lmx), account);
	const {
		contactPropertiesFallbacks: contact,
		eventPropertiesFallbacks: event,
		dataVariablesFallbacks: data,
		...plain
	} = changes;
	Object.assign(message, plain, {
		updatedAt: new Date().toISOString(),
		contentRevisionId: account.content.revision(),
	});
	for (const [kind, map] of Object.entries({ contact, event, data })) {
		merge(message.fallbacks[kind as VariableKind], map ?? {});
	}
	return { status: 200, body: shown(account, message) };
}

/** Loops' specification of 7 May 2026 asks for an allowed host, a later one does not. */
function checkImages(elements: Element[], { content }: Account): void {
	if (!content.loopsImagesOnly) return;
	const isOurs = (src: string) => /^https:\/\/([a-z0-9-]+\.)+loops\.so\//.test(src);
	const other = all(elements).find(
		({ tag, attributes }) => tag === 'Image' && !isOurs(attributes.src),
	);
	if (other) throw new Refusal(422, 'LMX failed to compile: the host of an image is not allowed.');
}

export function previewEmailMessage(request: ApiRequest): Answer {
	const { account, body, at } = request;
	const message = messageOf(request);
	const { emails, ...given } = preview(body, 'body');
	const fields = { contact: 'contactProperties', event: 'eventProperties', data: 'dataVariables' };
	const allowed = VARIABLES[message.parent.kind].map((kind) => fields[kind]);
	const other = Object.keys(given).find((field) => !allowed.includes(field));
	if (other !== undefined) {
		throw refuse(other, `a ${message.parent.kind} email cannot reference it`);
	}
	const { previews } = account.content;
	const today = previews.filter((each) => each.at > at - DAY_MS);
	const used = today.reduce((sum, each) => sum + each.emails.length, 0);
	if (used + emails.length > MOST_PREVIEWS) {
		throw new Refusal(429, 'The daily preview limit was reached.');
	}
	previews.push({ at, emailMessageId: message.id, emails, variables: given });
	return { status: 200, body: { id: message.id } };
}

export function checkEmailMessage(request: ApiRequest): Answer {
	return { status: 200, body: guardian(request.account, messageOf(request)) };
}

const messageOf = ({ account, params }: ApiRequest) =>
	found(account.content.messages, params.emailMessageId, 'Email message');

/** Guess: only the draft of a transactional email can change, but always a workflow's email. */
function isDraft({ content, templates }: Account, { id, parent }: EmailMessage): boolean {
	if (parent.kind === 'campaign') return content.campaigns.get(parent.id)?.status === 'Draft';
	return parent.kind === 'workflow' || templates.get(parent.id)?.draftMessageId === id;
}

/** Merges key by key; null deletes a key. */
function merge(into: Record<string, string>, changes: Record<string, string | null>): void {
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) delete into[name];
		else into[name] = value;
	}
}

const PARENT_IDS = {
	campaign: 'campaignId',
	transactional: 'transactionalId',
	workflow: undefined,
};

/** What downloads from the live API begin with, here shorter. That a new draft has it is a guess. */
const STYLE =
	'<Style themeId="" backgroundColor="" bodyColor="#ffffff" borderColor="" buttonBodyColor="#111827" dividerColor="" textBaseColor="" heading1Color="" />';

const styled = ({ lmx }: EmailMessage) => (lmx.startsWith('<Style') ? lmx : `${STYLE}\n${lmx}`);

/** The message as answered, without optional fields that are not set. */
function shown({ content }: Account, message: EmailMessage): object {
	const { parent, fallbacks: of, ccEmail, bccEmail, languageCode, ...rest } = message;
	const parentId = PARENT_IDS[parent.kind];
	const set = {
		ccEmail,
		bccEmail,
		languageCode,
		contactPropertiesFallbacks: of.contact,
		eventPropertiesFallbacks: of.event,
		dataVariablesFallbacks: of.data,
	};
	return {
		...rest,
		...(content.styledEmails && { lmx: styled(message) }),
		...(parentId && { [parentId]: parent.id }),
		...Object.fromEntries(Object.entries(set).filter(([, value]) => Object.keys(value).length > 0)),
	};
}
