import type { IDataObject } from 'n8n-workflow';

import { allPages, type Page, PAGE_SIZE } from '../api/pages';
import type { Field } from './field';
import { OPTIONS } from './options';
import { collection, type Part, type WithDefault } from './part';
import { readBoolean, readNumber, readText } from './read';
import { checkParts } from './templateParts';

/** How many results to return: Infinity for all. */
const returnAll: Field<number> = {
	properties: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
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
		readBoolean('Return All', form.parameter('returnAll', false))
			? Infinity
			: (readNumber(form, 'Limit', form.parameter('limit', 50), { min: 1, isWhole: true }) ?? 50),
};

/** '' for the first page. */
const cursor: Part<string> = {
	property: {
		displayName: 'Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		description:
			"Return the one page that begins at this cursor, as Loops sends it with 'pagination' and 'data'. Leave it empty for the first page. Return All and Limit are ignored.",
	},
	read: (form, value, path) => {
		const text = readText(form, 'Cursor', value);
		checkParts(form, 'Cursor', path, [text]);
		return text;
	},
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
	read: (form, value) =>
		readNumber(form, 'Page Size', value, { ...PAGE_SIZE, isWhole: true }) ?? PAGE_SIZE.max,
};

/** The options of a paged list. */
const listOptions = collection(OPTIONS, 'Add Option', { cursor, perPage });

interface Paging {
	/** One page; '' is the first one. */
	cursor?: string;
	perPage: number;
	/** Ignored with a cursor. */
	limit: number;
}

/** The parameters of a list with pages. */
export const paging: Field<Paging> = {
	properties: [...returnAll.properties, ...listOptions.properties],
	read: (form) => {
		const chosen = listOptions.read(form);
		return { ...chosen, limit: chosen.cursor === undefined ? returnAll.read(form) : Infinity };
	},
};

/** The entries that were asked for, or one whole page if a cursor is given. */
export async function readPaged(
	{ cursor: from, perPage: size, limit }: Paging,
	fetchPage: (qs: IDataObject) => Promise<Page>,
): Promise<IDataObject[]> {
	if (from === undefined) return await allPages(fetchPage, { perPage: size, limit });
	return [await fetchPage({ perPage: size, ...(from && { cursor: from }) })];
}
