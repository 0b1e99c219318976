import type { IDataObject } from 'n8n-workflow';

import { allPages, type Page, PAGE_SIZE } from '../api/content';
import { type Body, type Checked, constant } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';
import type { Field } from './form';
import {
	checkbox,
	choice,
	collection,
	fieldOf,
	multiSelect,
	NOT_FOR_TOOLS,
	OPTIONS,
	type Parameter,
	type WithDefault,
} from './parameter';

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

/** Reduces an answer to the fields that the user asked for. */
type Simplify = (answer: IDataObject) => IDataObject;

/** n8n's guidelines ask for 'Simplify' if an answer has more fields, and for 'Output' in tools. */
const MAX_FIELDS = 10;

const FIELDS = 'Field Names or IDs';

const keep =
	(names: string[]): Simplify =>
	(answer) =>
		Object.fromEntries(names.filter((name) => name in answer).map((name) => [name, answer[name]]));

const drop =
	(names: string[]): Simplify =>
	(answer) =>
		Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));

const keepAll: Simplify = (answer) => answer;

/** For answers with ten fields or fewer. */
export const noSimplify: Field<Simplify> = { properties: [], read: () => keepAll };

interface SimplifyOptions {
	isOn?: boolean;
	/** What is left out of an answer that also has fields of the user's own. */
	dropped?: string[];
	loadOptionsMethod?: string;
}

/**
 * `names` are the fields of the answer: the ten that people look for come first. Tools choose among
 * them, or among those of the account, which `loadOptionsMethod` lists.
 */
export function simplify(
	names: string[],
	{ isOn = true, dropped, loadOptionsMethod }: SimplifyOptions = {},
): Field<Simplify> {
	const simplified = dropped ? drop(dropped) : keep(names.slice(0, MAX_FIELDS));
	const forPeople = fieldOf(
		checkbox({
			displayName: 'Simplify',
			name: 'simplify',
			default: isOn,
			displayOptions: NOT_FOR_TOOLS,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		}),
	);
	const initial = isOn ? 'simplified' : 'raw';
	const forAgents = fieldOf(
		choice<'raw' | 'selectedFields' | 'simplified'>({
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{ name: 'Selected Fields', value: 'selectedFields' },
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
			default: initial,
			displayOptions: { show: { '@tool': [true] } },
			description: 'Which part of the response the AI agent gets',
		}),
	);
	return {
		properties: [
			...forPeople.properties,
			...forAgents.properties,
			{
				...multiSelect('Field', 'fields', loadOptionsMethod ?? names),
				required: true,
				displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			},
		],
		read: (form) => {
			if (!form.isToolCall) return forPeople.read(form) ? simplified : keepAll;
			const output = forAgents.read(form);
			if (output !== 'selectedFields') return output === 'raw' ? keepAll : simplified;
			// An answer without any of its fields would look like none.
			const fields: string[] = form
				.value('fields', FIELDS, [])
				.identifiers('fields', (each) =>
					loadOptionsMethod ? each.identifier('fields') : each.choice(names),
				);
			// Without 'found', a contact that does not exist would look like one without values.
			if (fields.length > 0) return keep(['found', ...fields]);
			throw new ItemRefused(
				`'${FIELDS}' is empty`,
				"Choose at least one field, or another 'Output'",
			);
		},
	};
}
