import type { Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import { page } from './pages.mts';
import type { Template } from './records.mts';

/** `GET /v1/transactional`: deprecated since OpenAPI 1.21, still served, published ones only. */
export function listPublishedTemplates(request: ApiRequest): Answer {
	return page(request, 'transactional', request.account.published, (template) => ({
		id: template.id,
		name: template.name,
		lastUpdated: template.updatedAt,
		dataVariables: template.dataVariables,
	}));
}

/** `GET /v1/transactional-emails`: drafts too, newest first; the one the SDK calls since 7.0. */
export function listTemplates(request: ApiRequest): Answer {
	return page(request, 'transactional-emails', request.account.newestFirst, (template) => ({
		id: template.id,
		url: `https://app.loops.so/transactional/${template.id}`,
		name: template.name,
		draftEmailMessageId: template.published ? null : messageIdOf(template),
		publishedEmailMessageId: template.published ? messageIdOf(template) : null,
		transactionalGroupId: null,
		createdAt: template.createdAt,
		updatedAt: template.updatedAt,
		dataVariables: template.published ? template.dataVariables : [],
	}));
}

export function messageIdOf(template: Template): string {
	return `cm9msg${template.id.slice(6)}`;
}
