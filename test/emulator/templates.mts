import type { Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import { page } from './pages.mts';

/** `GET /v1/transactional`: deprecated since OpenAPI 1.21, still served, published ones only. */
export function listPublishedTemplates(request: ApiRequest): Answer {
	return page(request, 'transactional', request.account.published, (template) => ({
		id: template.id,
		name: template.name,
		lastUpdated: template.updatedAt,
		dataVariables: template.dataVariables,
	}));
}

/** The email message that a template of the seed begins with. */
export function messageIdOf({ id }: { id: string }): string {
	return `cm9msg${id.slice(6)}`;
}
