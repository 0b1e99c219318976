import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { pageOf } from '../account/content';
import { allPages, PAGE_SIZE } from '../http/pages';
import { disambiguate } from './distinct';
import { readerFor } from './reader';
import { type Entry, search } from './search';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
) => Promise<INodeListSearchResult>;

/** The dropdown of a list of the content API, which loads page by page. */
const searchIn = (path: string): Search =>
	async function (filter, cursor) {
		return await search(
			this,
			async (read, qs) => await pageOf(read, path, qs),
			({ id, name }) => ({ name, value: id }) as Entry,
			filter,
			cursor,
		);
	};

export const listSearch = {
	searchAudienceSegments: searchIn('/audience-segments'),
	searchCampaignGroups: searchIn('/campaign-groups'),
	searchCampaigns: searchIn('/campaigns'),
	searchComponents: searchIn('/components'),
	searchEmailsAndDrafts: searchIn('/transactional-emails'),
	searchThemes: searchIn('/themes'),
	searchTransactionalGroups: searchIn('/transactional-groups'),
	searchWorkflows: searchIn('/workflows'),
};

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const loadFrom = (path: string): Load =>
	async function () {
		const read = readerFor(this);
		const all = (await allPages(
			async (cursor) =>
				await pageOf(read, path, { perPage: PAGE_SIZE.max, ...(cursor && { cursor }) }),
		)) as Array<{ id: string; name: string }>;
		const entries = all.map(({ id, name }) => ({ name, value: id }));
		const names = disambiguate(entries);
		return entries
			.map(({ value }, index) => ({ name: names[index], value }))
			.sort((a, b) => a.name.localeCompare(b.name));
	};

export const loadOptions = {
	getAudienceSegments: loadFrom('/audience-segments'),
	getCampaignGroups: loadFrom('/campaign-groups'),
	getTransactionalGroups: loadFrom('/transactional-groups'),
};
