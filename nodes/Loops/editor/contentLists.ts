import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { allOf, pageOf } from '../api/content';
import { pageOfTransactionalEmails } from '../api/transactionalEmails';
import { callerOf } from '../http/client';
import { type ListEntry, sorted } from './entries';
import { type PageOf, search } from './search';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
) => Promise<INodeListSearchResult>;

const entryOf = ({ id, name }: IDataObject) => ({ name, value: id }) as ListEntry;

/** The dropdown of a list of the content API, which loads page by page. */
const searchPages = (load: PageOf): Search =>
	async function (filter, cursor) {
		return await search(this, load, entryOf, filter, cursor);
	};

const searchIn = (path: string): Search =>
	searchPages(async (read, qs) => await pageOf(read, path, qs));

export const listSearch = {
	searchAudienceSegments: searchIn('/audience-segments'),
	searchCampaignGroups: searchIn('/campaign-groups'),
	searchCampaigns: searchIn('/campaigns'),
	searchComponents: searchIn('/components'),
	searchEmailsAndDrafts: searchIn('/transactional-emails'),
	searchThemes: searchIn('/themes'),
	searchTransactionalEmails: searchPages(pageOfTransactionalEmails),
	searchTransactionalGroups: searchIn('/transactional-groups'),
	searchWorkflowGroups: searchIn('/workflow-groups'),
	searchWorkflows: searchIn('/workflows'),
};

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const loadFrom = (path: string): Load =>
	async function () {
		return sorted((await allOf(callerOf(this), path)).map(entryOf));
	};

export const loadOptions = {
	getAudienceSegments: loadFrom('/audience-segments'),
	getCampaignGroups: loadFrom('/campaign-groups'),
	getTransactionalGroups: loadFrom('/transactional-groups'),
	getWorkflowGroups: loadFrom('/workflow-groups'),
};
