import { type Answer, Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { ApiRequest } from '../api.mts';
import { page } from '../pages.mts';
import type { Template } from '../records.mts';
import { found } from './content.mts';
import { guardian } from './guardian.mts';
import { variablesIn } from './lmx.mts';
import { atLeastOne, object, optional, text } from './read.mts';

const creation = object({ name: text(), transactionalGroupId: optional(text()) });
const update = object({ name: optional(text()), transactionalGroupId: optional(text()) });

/** Includes drafts, newest first; the SDK calls it since 7.0. */
export function listTemplates(request: ApiRequest): Answer {
	return page(request, 'transactional-emails', request.account.newestFirst, shown);
}

export function getTemplate(request: ApiRequest): Answer {
	return { status: 200, body: shown(templateOf(request)) };
}

export function createTemplate({ account, body }: ApiRequest): Answer {
	const { content } = account;
	const { name, transactionalGroupId } = creation(body, 'body');
	const now = new Date().toISOString();
	const template: Template = {
		id: content.id('tx'),
		name,
		published: false,
		dataVariables: [],
		optionalVariables: [],
		draftMessageId: null,
		publishedMessageId: null,
		groupId: content.groupId('transactional', transactionalGroupId),
		createdAt: now,
		updatedAt: now,
	};
	account.setTemplates([...account.templates.values(), template]);
	return { status: 201, body: withDraft(account, template) };
}

export function updateTemplate(request: ApiRequest): Answer {
	const { account, body } = request;
	const template = templateOf(request);
	const { name, transactionalGroupId } = atLeastOne(update(body, 'body'));
	if (transactionalGroupId !== undefined) {
		template.groupId = account.content.groupId('transactional', transactionalGroupId);
	}
	if (name !== undefined) template.name = name;
	template.updatedAt = new Date().toISOString();
	return { status: 200, body: shown(template) };
}

/** Returns the existing draft, or a new copy of the published email. */
export function ensureDraft(request: ApiRequest): Answer {
	return { status: 200, body: withDraft(request.account, templateOf(request)) };
}

export function publishTemplate(request: ApiRequest): Answer {
	const { account } = request;
	const template = templateOf(request);
	const draft = account.content.messages.get(template.draftMessageId ?? '');
	if (!draft) throw new Refusal(409, 'There is no draft to publish.');
	const { errors } = guardian(account, draft);
	if (errors.length > 0) {
		throw new Refusal(
			422,
			`The draft failed validation: ${errors.map(({ rule }) => rule).join(', ')}`,
		);
	}
	const names = variablesIn(`${draft.subject} ${draft.previewText} ${draft.lmx}`, 'data');
	const isOptional = (name: string) => name in draft.fallbacks.data;
	Object.assign(template, {
		published: true,
		publishedMessageId: draft.id,
		draftMessageId: null,
		// Guess: variables with a fallback are optional.
		dataVariables: names.filter((name) => !isOptional(name)),
		optionalVariables: names.filter(isOptional),
		updatedAt: new Date().toISOString(),
	});
	account.setTemplates([...account.templates.values()]);
	return { status: 200, body: shown(template) };
}

const templateOf = ({ account, params }: ApiRequest) =>
	found(account.templates, params.transactionalId, 'Transactional email');

function withDraft({ content }: Account, template: Template): object {
	const { messages } = content;
	const published = messages.get(template.publishedMessageId ?? '');
	const draft =
		messages.get(template.draftMessageId ?? '') ??
		content.addMessage('transactional', template.id, {
			...structuredClone(published),
			id: content.id('msg'),
			contentRevisionId: content.revision(),
		});
	template.draftMessageId = draft.id;
	return { ...shown(template), draftEmailMessageContentRevisionId: draft.contentRevisionId };
}

/** `url` is in the types of the official client, not in the spec. */
const shown = (template: Template) => ({
	id: template.id,
	url: `https://app.loops.so/transactional/${template.id}`,
	name: template.name,
	draftEmailMessageId: template.draftMessageId,
	publishedEmailMessageId: template.publishedMessageId,
	transactionalGroupId: template.groupId,
	createdAt: template.createdAt,
	updatedAt: template.updatedAt,
	dataVariables: template.published ? template.dataVariables : [],
});
