import type { IDataObject } from 'n8n-workflow';

import { testKey } from '../api/apiKey';
import { type ContactProperty, listContactProperties } from '../api/contactProperties';
import { allPages } from '../api/pages';
import type { Caller } from '../http/request';
import { asRecord } from '../values/parse';
import type { Body } from '../values/checked';
import { nearest } from '../values/nearest';
import { allOf, answersAbout, contentCall } from '../api/content';
import { type EventProperty, pageOfEventPatterns, propertiesOfEvent } from '../api/events';
import type { CachedFact, Fact, FactLoader, FactUse } from './factLoader';
import { LruCache } from '../values/lruCache';
import { NAMED, type NamedKind, nameTable, type NameTable, pluralOf } from './names';
import { listTransactionalEmails, type TransactionalEmail } from '../api/transactionalEmails';

/** A fact about the account that an item's plan needs. */
export interface Need<T> extends Pick<Fact<T>, 'isEnough'> {
	use: FactUse;
}

/** What an item has to know before it can be read. */
export interface FirstFact<T> {
	/** Used in errors, and as the key: must be unique. */
	what: string;
	use: FactUse;
	load(facts: AccountFacts): Promise<T>;
}

export const namesOf = (kind: NamedKind): FirstFact<NameTable> => ({
	what: `The ${pluralOf(kind)}`,
	use: NAMED[kind].mayBeUnknown ? 'read' : 'require',
	load: async (facts) => await facts.names(kind),
});

/** A campaign or a transactional email, by its path, such as `/campaigns/cm9campaign0october00001`. */
export const ownerAt = (path: string): FirstFact<IDataObject> => ({
	what: `'${path.slice(1)}'`,
	use: 'require',
	load: async (facts) => await facts.owner(path),
});

/** What Loops knows about an event. */
export interface EventFact {
	/** Undefined if the account has no event with exactly this name. */
	properties?: EventProperty[];
	/** For an unknown event, the known one that the user may mean. */
	meant?: string;
}

/** What Loops knows about a published email. */
export interface EmailFact {
	/** Names of its variables. Undefined if Loops lists no such email. */
	names?: string[];
}

export type EventNeed = Need<EventFact> & { name: string };
export type VariablesNeed = Need<string[] | undefined> & { transactionalId: string };

/** Holds few entries, since a list may be long. An event takes only about 1 KB. */
const listCache = new LruCache<CachedFact>(100);
const entryCache = new LruCache<CachedFact>(5_000);

/** How many events to read for a suggestion. */
const MAX_SUGGESTED = 150;

/** Facts about the account. A cached one is used if the need's `isEnough` accepts it. */
export class AccountFacts {
	constructor(
		private readonly loader: FactLoader,
		private readonly signal?: AbortSignal,
	) {}

	async contactProperties(need: Need<ContactProperty[]>): Promise<ContactProperty[]> {
		const load = async (get: Caller) => (await get(listContactProperties())) as ContactProperty[];
		return await this.read('contactProperties', load, need);
	}

	/** The name of the team now: it can change. */
	async team(): Promise<string> {
		const load = async (get: Caller) => String(asRecord(await get(testKey)).teamName);
		return await this.read('team', load, { isEnough: () => false, use: 'require' });
	}

	/** The result has no names if Loops does not list the email as published. */
	async variables({ transactionalId, isEnough, use }: VariablesNeed): Promise<EmailFact> {
		const variablesIn = (emails: TransactionalEmail[]) =>
			emails.find(({ id }) => id === transactionalId)?.dataVariables;
		const emails = await this.read('transactionalEmails', listTransactionalEmails, {
			isEnough: (list) => isEnough(variablesIn(list)),
			use,
		});
		return { names: variablesIn(emails) };
	}

	/** All emails and drafts (contract: content-emails). */
	async emailsAndDrafts(need: Need<IDataObject[]>): Promise<IDataObject[]> {
		const load = async (get: Caller) => await allOf(get, '/transactional-emails');
		return await this.read('emailsAndDrafts', load, need);
	}

	/** Looked up again in each run, since a name may have moved to another ID. */
	async names(kind: NamedKind): Promise<NameTable> {
		const { fact, load } = NAMED[kind];
		const need: Need<IDataObject[]> = { use: namesOf(kind).use, isEnough: () => false };
		return nameTable(await this.read(fact, load, need));
	}

	/** The campaign or transactional email. Looked up again in each run, since a draft gets a new ID. */
	async owner(path: string): Promise<IDataObject> {
		const isAnswer = answersAbout(path.split('/').at(-1) ?? '');
		const load = async (get: Caller) =>
			(await get(contentCall({ method: 'GET', path, isAnswer }))) as IDataObject;
		const need: Need<IDataObject> = { use: 'require', isEnough: () => false };
		return await this.read(path, load, need, entryCache);
	}

	/** Each run looks up unknown events again. */
	async event({ name, isEnough, use }: EventNeed): Promise<EventFact> {
		const load = async (get: Caller) => {
			const properties = await propertiesOfEvent(get, name);
			// This happens before the send: later, Loops also lists the new event (contract: event-makes-pattern).
			if (properties) return { properties };
			return { meant: nearest(name, await this.eventNames().catch(() => [])) };
		};
		const isKnown = (event: EventFact) => event.properties !== undefined && isEnough(event);
		return await this.read(`event ${name}`, load, { isEnough: isKnown, use }, entryCache);
	}

	private async eventNames(): Promise<string[]> {
		return await this.read('events', async (get) => {
			const fetchPage = async (qs: Body) => await pageOfEventPatterns(get, qs);
			const patterns = await allPages(fetchPage, { limit: MAX_SUGGESTED });
			return patterns.map(({ eventName }) => String(eventName));
		});
	}

	/** Without a need, any cached value is enough, since it serves only a suggestion. */
	private async read<T>(
		name: string,
		load: Fact<T>['load'],
		{ isEnough, use }: Need<T> = { isEnough: () => true, use: 'warn' },
		cache = listCache,
	): Promise<T> {
		return await this.loader.read({ name, cache, load, isEnough }, use, this.signal);
	}
}
