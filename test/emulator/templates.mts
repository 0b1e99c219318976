import type { Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import { page } from './pages.mts';

/** `GET /v1/transactional`: deprecated since OpenAPI 1.21; only published emails. */
export function listPublishedTemplates(request: ApiRequest): Answer {
	return page(request, 'transactional', request.account.published, (template) => ({
		id: template.id,
		name: template.name,
		lastUpdated: template.updatedAt,
		dataVariables: template.dataVariables,
	}));
}

/** The ID of the first email message of a seeded template. */
export function messageIdOf({ id }: { id: string }): string {
	return `cm9msg${id.slice(6)}`;
}
