import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { allOf, pageOf, pageOfTransactionalEmails } from '../api/content';
import { fromLoops } from '../values/checked';
import { callerOf } from './caller';
import { searchWorkflowNodes } from './workflowNodes';
import { type ListEntry, mailingListOptions, matching, sorted } from './entries';
import { type PageOf, search } from './search';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
) => Promise<INodeListSearchResult>;

const entryOf = ({ id, name }: IDataObject) => ({ name, value: id }) as ListEntry;

/** The dropdown of a list of the content API, which loads page by page. */
const searchPages = (load: PageOf, entry = entryOf): Search =>
	async function (filter, cursor) {
		return await search(this, load, entry, filter, cursor);
	};

const searchIn = (path: string, entry = entryOf): Search =>
	searchPages(async (get, qs) => await pageOf(get, path, qs), entry);

/** n8n keeps the label in the workflow, also after the status has changed. */
const campaignEntry = ({ id, name, status }: IDataObject) =>
	({ name: name && status ? `${String(name)} (${String(status)})` : name, value: id }) as ListEntry;

const OWNERS = ['campaigns', 'transactional-emails'];

/** Campaigns and then transactional emails. A cursor begins with the number of its list. */
const pageOfOwners: PageOf = async (get, { cursor, ...qs }) => {
	const [, list = '0', own = ''] = /^(\d):(.*)$/.exec(String(cursor)) ?? [];
	const kind = OWNERS[Number(list)];
	const { data, pagination } = await pageOf(get, `/${kind}`, {
		...qs,
		...(own && { cursor: fromLoops(own) }),
	});
	const { nextCursor } = pagination;
	const next = nextCursor ? `${list}:${nextCursor}` : list === '0' ? '1:' : undefined;
	return { data: data.map((each) => ({ ...each, kind })), pagination: { nextCursor: next } };
};

const ownerEntry = ({ id, name, kind }: IDataObject): ListEntry => ({
	name: `${String(name)} (${kind === 'campaigns' ? 'campaign' : 'transactional email'})`,
	value: `${String(kind)}/${String(id)}`,
});

/** The mailing lists, which Loops returns whole. */
async function searchMailingLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: matching(await mailingListOptions(callerOf(this)), filter) };
}

/** A first entry for nothing on the first page, for a locator that may stay empty. */
const orEmpty = (name: string, searchEntries: Search): Search =>
	async function (filter, cursor) {
		const { results, ...rest } = await searchEntries.call(this, filter, cursor);
		const empty = filter?.trim() || cursor ? [] : [{ name, value: '' }];
		return { results: [...empty, ...results], ...rest };
	};

export const listSearch = {
	searchAudienceSegments: searchIn('/audience-segments'),
	searchCampaignGroups: searchIn('/campaign-groups'),
	searchCampaigns: searchIn('/campaigns', campaignEntry),
	searchEmailMessages: searchPages(pageOfOwners, ownerEntry),
	searchComponents: searchIn('/components'),
	searchMailingLists,
	searchMailingListsOrAsItIs: orEmpty('As It Is', searchMailingLists),
	searchMailingListsOrNone: orEmpty('None', searchMailingLists),
	searchEmailsAndDrafts: searchIn('/transactional-emails'),
	searchThemes: searchIn('/themes'),
	searchTransactionalEmails: searchPages(pageOfTransactionalEmails),
	searchTransactionalGroups: searchIn('/transactional-groups'),
	searchWorkflowGroups: searchIn('/workflow-groups'),
	searchWorkflowNodes,
	searchWorkflows: searchIn('/workflows'),
};

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const loadFrom = (path: string): Load =>
	async function () {
		return sorted((await allOf(callerOf(this), path)).map(entryOf));
	};

export const loadOptions = {
	getCampaignGroups: loadFrom('/campaign-groups'),
	getTransactionalGroups: loadFrom('/transactional-groups'),
	getWorkflowGroups: loadFrom('/workflow-groups'),
};
