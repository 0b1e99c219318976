import type { IDataObject } from 'n8n-workflow';

import { allPages, type Page, PAGE_SIZE } from '../api/pages';
import { type Body, type Checked, constant } from '../values/checked';
import type { Field } from './field';
import { OPTIONS } from './options';
import { checkbox, collection, fieldOf, type Parameter, type WithDefault } from './parameter';

const returnAll = fieldOf(
	checkbox({
		displayName: 'Return All',
		name: 'returnAll',
		description: 'Whether to return all results or only up to a given limit',
	}),
);

/** How many results to return: Infinity for all. */
const maxResults: Field<number> = {
	properties: [
		...returnAll.properties,
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
	],
	read: (form) =>
		returnAll.read(form)
			? Infinity
			: (form.value('limit', 'Limit', 50).number({ min: 1, isWhole: true }) ?? 50),
};

/** '' for the first page. */
const cursor: Parameter<Checked> = {
	property: {
		displayName: 'Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		description:
			"Return only the page that begins at this cursor, in Loops' format with 'pagination' and 'data'. Leave it empty for the first page. Return All and Limit are then ignored.",
	},
	read: (value) => (value.isEmpty ? constant('') : value.identifier('pages')),
};

const perPage: WithDefault<number> = {
	absent: PAGE_SIZE.max,
	property: {
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: PAGE_SIZE.min, maxValue: PAGE_SIZE.max },
		default: 50,
		description: 'Number of entries that Loops sends at a time, from 10 to 50',
	},
	read: (value) => value.number({ ...PAGE_SIZE, isWhole: true }) ?? PAGE_SIZE.max,
};

/** The options of a paged list. */
const listOptions = collection(OPTIONS, 'Add Option', { cursor, perPage });

interface Paging {
	/** One page; '' is the first one. */
	cursor?: Checked;
	perPage: number;
	/** Ignored with a cursor. */
	limit: number;
}

/** The parameters of a list with pages. */
export const paging: Field<Paging> = {
	properties: [...maxResults.properties, ...listOptions.properties],
	read: (form) => {
		const chosen = listOptions.read(form);
		return { ...chosen, limit: chosen.cursor === undefined ? maxResults.read(form) : Infinity };
	},
};

/** The entries that were asked for, or one whole page if a cursor is given. */
export async function readPaged(
	{ cursor: from, perPage: size, limit }: Paging,
	fetchPage: (qs: Body) => Promise<Page>,
): Promise<IDataObject[]> {
	if (from === undefined) return await allPages(fetchPage, { perPage: size, limit });
	return [await fetchPage({ perPage: size, ...(from && { cursor: from }) })];
}
