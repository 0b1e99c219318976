import type { IDataObject } from 'n8n-workflow';

import {
	type Caller,
	isOk,
	type LoopsRequest,
	type Outcome,
	type Rejection,
	type Repeat,
} from '../http/request';
import { type Body, fromLoops } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';
import { asRecord } from '../values/parse';
import type { PropertyType } from '../values/propertyValue';

export interface Page extends IDataObject {
	pagination: IDataObject & { nextCursor?: string | null }; // null on the last page
	data: IDataObject[];
}

export const PAGE_SIZE = { min: 10, max: 50 }; // contract: page-size

export function isPage(outcome: Outcome): boolean {
	const { data, pagination } = asRecord(outcome.body);
	const areEntries = Array.isArray(data) && data.every((each) => typeof each === 'object' && each);
	return isOk(outcome) && areEntries && typeof pagination === 'object' && !!pagination;
}

/**
 * Fetches pages from the start until `limit` entries are there or the list ends. An entry that moves to
 * the next page meanwhile is kept once (contract: newest-first).
 * @param fetchPage takes the query of a page
 * @throws ItemRefused if a cursor repeats: the list does not end, and a part of it would pass for all
 */
export async function allPages(
	fetchPage: (qs: Body) => Promise<Page>,
	{ perPage = PAGE_SIZE.max, limit = Infinity } = {},
): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	const ids = new Set<unknown>();
	const seen = new Set<string | undefined>();
	for (let cursor: string | undefined; ; seen.add(cursor)) {
		const { data, pagination } = await fetchPage({
			perPage,
			...(cursor !== undefined && { cursor: fromLoops(cursor) }),
		});
		for (const entry of data) {
			const { id = null } = entry;
			if (id !== null && ids.has(id)) continue;
			ids.add(id);
			entries.push(entry);
		}
		if (!pagination.nextCursor || entries.length >= limit) return entries.slice(0, limit);
		cursor = pagination.nextCursor;
		if (!seen.has(cursor)) continue;
		throw new ItemRefused(
			'Loops keeps returning more pages, so the node stopped',
			"Set a Limit, or get one page at a time with the option 'Cursor'",
		);
	}
}

type ContentCall = Pick<LoopsRequest, 'method' | 'path'> & Partial<LoopsRequest>;

/** These paths are not known to be limited to 60 calls per minute (contract: content-limit-others). */
const PLAIN = /^\/(audience-segments|event-patterns|dedicated-sending-ips)/;

/** Calls that make or read an email can fail for this reason. */
const NO_DOMAIN: Rejection = {
	status: 400,
	says: /sending domain/i,
	problem: 'The team has no sending domain',
	hint: 'Set up a sending domain in Loops, then run the workflow again with this item',
};

export const MAX_LMX_KB = 100;

const TOO_LARGE: Rejection = {
	status: 413,
	problem: 'The content is too large for Loops',
	hint: `Loops accepts at most ${MAX_LMX_KB} KB of LMX for an email or a component. Shorten the content`,
};

/** A call of the content API. By default, it answers with an object that has an ID. */
export function contentCall(call: ContentCall): LoopsRequest {
	const repeat: Repeat = call.method === 'GET' ? { kind: 'safe' } : { kind: 'never' };
	return {
		repeat,
		isAnswer: answersWith('id'),
		isContentApi: true,
		...(!PLAIN.test(call.path) && { rateLimit: 'content' as const }),
		...call,
		rejections: [NO_DOMAIN, ...(call.rejections ?? []), TOO_LARGE],
	};
}

/** True for an object with these names. */
export const answersWith =
	(...names: string[]) =>
	(outcome: Outcome): boolean =>
		isOk(outcome) && names.every((name) => Object.hasOwn(asRecord(outcome.body), name));

/** True for an object with this ID: an ID such as '..' may lead to another call (contract: answer-id). */
export const answersAbout =
	(id: string) =>
	(outcome: Outcome): boolean =>
		isOk(outcome) && (outcome.body as IDataObject | undefined)?.id === id;

/** Whether Loops has something with this ID at `path` (contract: content-unknown). */
export async function isAt(get: Caller, path: string, id: string): Promise<boolean> {
	const isKnown = answersAbout(id);
	const isAnswer = (outcome: Outcome) => isKnown(outcome) || isUnknown(outcome);
	const found = await get(contentCall({ method: 'GET', path: `${path}/${id}`, isAnswer }));
	return asRecord(found).id === id;
}

/** One page of the list at `path` (contract: content-lists). */
export const pageOf = async (get: Caller, path: string, qs: Body): Promise<Page> =>
	(await get(contentCall({ method: 'GET', path, qs, isAnswer: isPage }))) as Page;

/** The whole list at `path`. */
export const allOf = async (get: Caller, path: string): Promise<IDataObject[]> =>
	await allPages(async (qs) => await pageOf(get, path, qs));

/** An event that Loops lists for the account. */
export interface EventPattern {
	id: string;
	eventName: string;
	/** The service that sends it to Loops, such as stripe; null for events sent through the API. */
	incomingWebhookPlatform: string | null;
}

export interface EventProperty {
	name: string;
	type: PropertyType;
}

/** One page of events: `data` is an `EventPattern[]` (contract: event-patterns). */
export const pageOfEventPatterns = async (get: Caller, qs: Body): Promise<Page> =>
	await pageOf(get, '/event-patterns', qs);

/** How many events to read for a suggestion. */
const MAX_SUGGESTED = 150;

/** The names of events, for a suggestion: a long list is not read to its end. */
export async function someEventNames(get: Caller): Promise<string[]> {
	const fetchPage = async (qs: Body) => await pageOfEventPatterns(get, qs);
	const patterns = await allPages(fetchPage, { limit: MAX_SUGGESTED });
	return patterns.map(({ eventName }) => String(eventName));
}

/** Undefined if the account has no event with exactly this name. */
export async function propertiesOfEvent(
	get: Caller,
	eventName: string,
): Promise<EventProperty[] | undefined> {
	const { eventProperties } = asRecord(
		await get(
			contentCall({
				method: 'GET',
				path: `/event-patterns/by-name/${encodeURIComponent(eventName)}`,
				isAnswer: (outcome) => isPatternOf(eventName, outcome) || isUnknown(outcome),
			}),
		),
	);
	return eventProperties as EventProperty[] | undefined;
}

/** A name such as '..' may lead to another call and its answer. */
const isPatternOf = (eventName: string, outcome: Outcome): boolean => {
	const pattern = asRecord(outcome.body);
	return (
		isOk(outcome) &&
		pattern.eventName === eventName &&
		Array.isArray(pattern.eventProperties) &&
		pattern.eventProperties.every((property) => typeof asRecord(property).name === 'string')
	);
};

/** Loops' own 404, which need not have `success` (contract: event-by-name-unknown, content-unknown). */
const isUnknown = ({ statusCode, body }: Outcome): boolean =>
	statusCode === 404 && typeof asRecord(body).message === 'string';

/** A published transactional email (contract: published-emails). */
export interface TransactionalEmail {
	id: string;
	name: string;
	/** ISO 8601, UTC. */
	lastUpdated: string;
	/** The variables that a send must give. Loops leaves out those that only conditions use. */
	dataVariables: string[];
}

/**
 * One page of the published transactional emails. Loops has deprecated the path in favour of
 * `/transactional-emails`. That one is limited to 60 calls per minute, closed to teams without the
 * content API, and lists drafts.
 */
export const pageOfTransactionalEmails = async (get: Caller, qs: Body): Promise<Page> =>
	(await get({
		method: 'GET',
		path: '/transactional',
		qs,
		repeat: { kind: 'safe' },
		isAnswer: isPage,
	})) as Page;

export async function listTransactionalEmails(get: Caller): Promise<TransactionalEmail[]> {
	const emails = await allPages(async (qs) => await pageOfTransactionalEmails(get, qs));
	return emails.map(({ dataVariables, ...email }) => ({
		...(email as unknown as TransactionalEmail),
		dataVariables: [...new Set([dataVariables].flat())].filter((name) => typeof name === 'string'),
	}));
}
