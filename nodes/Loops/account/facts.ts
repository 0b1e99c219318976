import type { IDataObject } from 'n8n-workflow';

import { testKey } from '../api/apiKey';
import { type ContactProperty, listContactProperties } from '../api/contactProperties';
import { allOf, answersAbout, contentCall } from '../api/content';
import { type EventProperty, propertiesOfEvent, someEventNames } from '../api/events';
import { listTransactionalEmails, type TransactionalEmail } from '../api/transactionalEmails';
import type { Caller } from '../http/request';
import { formatName } from '../values/format';
import { LruCache } from '../values/lruCache';
import { nearest } from '../values/nearest';
import { asRecord } from '../values/parse';
import { hasAll } from './propertyRoles';
import type { CachedFact, Fact, FactLoader, FactUse } from './factLoader';
import { NAMED, type NamedKind, nameTable, type NameTable, pluralOf } from './names';

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

/** `notAsked`: the run has asked for enough events already. `unanswered`: the look-up failed. */
export type EventAnswer = EventFact | 'notAsked' | 'unanswered';

/** Holds few entries, since a list may be long. An event takes only about 1 KB. */
const listCache = new LruCache<CachedFact>(100);
const entryCache = new LruCache<CachedFact>(5_000);

/** How many events a run looks up only to warn about typos. Each takes a call. */
const MAX_CHECKED_EVENTS = 20;

/** The events that each run has looked up only for a warning. */
const checkedEvents = new WeakMap<FactLoader, Set<string>>();

/**
 * What Loops knows about the account, for one item. A run asks for each fact once. A copy from an earlier
 * run serves for five minutes if it has all the names that the item uses. Only with the use `require` does
 * a failed look-up fail the item; otherwise the answer is undefined.
 */
export class AccountFacts {
	private readonly tables = new Map<NamedKind, Promise<NameTable | undefined>>();

	/**
	 * @param failed makes the error of an item from that of a required look-up
	 * @param signal ends the waiting of this item
	 */
	constructor(
		private readonly loader: FactLoader,
		private readonly failed: (what: string, error: unknown) => Error,
		private readonly signal?: AbortSignal,
	) {}

	async contactProperties(names: string[], use: FactUse): Promise<ContactProperty[] | undefined> {
		return await this.read('The contact properties', use, {
			name: '/contacts/properties',
			load: async (get) => (await get(listContactProperties())) as ContactProperty[],
			serves: (list) => hasAll(names, list),
		});
	}

	/** The name of the team now: it can change. */
	async team(): Promise<string> {
		const load = async (get: Caller) => String(asRecord(await get(testKey)).teamName);
		return await this.required('The team of the API key', { name: 'team', load });
	}

	/** The variables of a published email. `isFresh`: no copy from an earlier run serves. */
	async variables(
		transactionalId: string,
		names: string[],
		{ use, isFresh = false }: { use: FactUse; isFresh?: boolean },
	): Promise<EmailFact | undefined> {
		const namesIn = (emails: TransactionalEmail[]) =>
			emails.find(({ id }) => id === transactionalId)?.dataVariables;
		const emails = await this.read('The data variables of the email', use, {
			name: '/transactional',
			load: listTransactionalEmails,
			serves: (list) => {
				const known = namesIn(list);
				return !isFresh && known !== undefined && names.every((name) => known.includes(name));
			},
		});
		return emails && { names: namesIn(emails) };
	}

	/** All emails and drafts (contract: content-emails). Each run asks again. */
	async emailsAndDrafts(): Promise<IDataObject[]> {
		return await this.required('The transactional emails', {
			name: '/transactional-emails',
			load: async (get) => await allOf(get, '/transactional-emails'),
		});
	}

	/** Each run asks again, since a name may have moved to another ID. */
	async names(kind: NamedKind): Promise<NameTable | undefined> {
		// An item can give thousands of names, each of which would wait for the list.
		const table = this.tables.get(kind) ?? this.readNames(kind);
		this.tables.set(kind, table);
		return await table;
	}

	private async readNames(kind: NamedKind): Promise<NameTable | undefined> {
		const { fact, load, mayBeUnknown } = NAMED[kind];
		const use = mayBeUnknown ? 'read' : 'require';
		const list = await this.read(`The ${pluralOf(kind)}`, use, { name: fact, load });
		return list && nameTable(list);
	}

	/**
	 * A campaign or a transactional email, by its path, such as `/campaigns/cm9campaign0october00001`. Each
	 * run asks again, since a draft gets a new ID.
	 */
	async owner(path: string): Promise<IDataObject> {
		const isAnswer = answersAbout(path.split('/').at(-1) ?? '');
		const call = contentCall({ method: 'GET', path, isAnswer });
		const load = async (get: Caller) => (await get(call)) as IDataObject;
		return await this.required(`'${path.slice(1)}'`, { name: path, load, cache: entryCache });
	}

	/** An event, with the properties `names`. Each run looks up unknown events again. */
	async event(eventName: string, names: string[], use: FactUse): Promise<EventAnswer> {
		if (use === 'warn' && !this.mayCheck(eventName)) return 'notAsked';
		const fact = await this.read<EventFact>(`The event '${formatName(eventName)}'`, use, {
			name: `event ${eventName}`,
			cache: entryCache,
			load: async (get) => {
				const properties = await propertiesOfEvent(get, eventName);
				// This happens before the send: later, Loops also lists the new event (contract: event-makes-pattern).
				if (properties) return { properties };
				return { meant: nearest(eventName, await this.eventNames().catch(() => [])) };
			},
			serves: ({ properties }) => {
				const known = properties?.map(({ name }) => name);
				return known !== undefined && names.every((name) => known.includes(name));
			},
		});
		return fact ?? 'unanswered';
	}

	private mayCheck(eventName: string): boolean {
		const checked = checkedEvents.get(this.loader) ?? new Set();
		checkedEvents.set(this.loader, checked);
		if (checked.size < MAX_CHECKED_EVENTS) checked.add(eventName);
		return checked.has(eventName);
	}

	/** Any copy serves, since this is only for a suggestion. */
	private async eventNames(): Promise<string[]> {
		const fact = { name: 'events', load: someEventNames, serves: () => true, cache: listCache };
		return await this.loader.read(fact, 'warn', this.signal);
	}

	private async required<T>(what: string, fact: FactInFacts<T>): Promise<T> {
		return (await this.read(what, 'require', fact)) as T;
	}

	private async read<T>(what: string, use: FactUse, fact: FactInFacts<T>): Promise<T | undefined> {
		try {
			return await this.loader.read({ cache: listCache, ...fact }, use, this.signal);
		} catch (error) {
			this.signal?.throwIfAborted();
			if (use !== 'require') return undefined;
			throw this.failed(what, error);
		}
	}
}

type FactInFacts<T> = Omit<Fact<T>, 'cache'> & Partial<Pick<Fact<T>, 'cache'>>;
