import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';

const PER_PAGE = { least: 10, most: 50, usual: 20 };

/** A page of a list by `perPage` and `cursor` of the request. */
export function page<T extends { id: string }>(
	{ query, baseUrl }: ApiRequest,
	path: string,
	items: readonly T[],
	print: (item: T) => object,
): Answer {
	const perPage = readPerPage(query.perPage);
	const start = readStart(query.cursor, items);
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
	// Declared for the newer lists; for /v1/transactional from a fixture of the SDK.
	throw new Refusal(400, 'Invalid perPage value');
}

/** A cursor is the ID of the last seen item; the refusal is declared only for event patterns. */
function readStart(cursor: string | undefined, items: readonly { id: string }[]): number {
	if (cursor === undefined || cursor === '') return 0;
	const seen = items.findIndex(({ id }) => id === cursor);
	if (seen < 0) throw new Refusal(400, 'Invalid cursor value');
	return seen + 1;
}
