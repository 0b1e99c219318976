import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import type { Listing, Template } from './records.mts';

const PER_PAGE = { least: 10, most: 50, usual: 20 };

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

function page(
	{ query, baseUrl }: ApiRequest,
	path: string,
	{ items, position }: Listing,
	print: (template: Template) => object,
): Answer {
	const perPage = readPerPage(query.perPage);
	const start = readStart(query.cursor, position);
	const data = items.slice(start, start + perPage);
	const nextCursor = start + perPage < items.length ? data[data.length - 1].id : null;
	return {
		status: 200,
		body: {
			pagination: {
				totalResults: items.length,
				returnedResults: data.length,
				perPage,
				totalPages: Math.ceil(items.length / perPage),
				nextCursor,
				nextPage:
					nextCursor === null ? null : `${baseUrl}/${path}?cursor=${nextCursor}&perPage=${perPage}`,
			},
			data: data.map(print),
		},
	};
}

function readPerPage(perPage: string | undefined): number {
	if (perPage === undefined) return PER_PAGE.usual;
	const size = /^\d+$/.test(perPage) ? Number(perPage) : NaN;
	if (size >= PER_PAGE.least && size <= PER_PAGE.most) return size;
	// Declared for the newer list only; for /v1/transactional it rests on an SDK fixture.
	throw new Refusal(400, 'Invalid perPage value');
}

/** A cursor is the id of the last template already seen; what a bad one gives is a guess. */
function readStart(cursor: string | undefined, position: Map<string, number>): number {
	if (cursor === undefined || cursor === '') return 0;
	const seen = position.get(cursor);
	if (seen === undefined) throw new Refusal(400, 'Invalid cursor value');
	return seen + 1;
}
