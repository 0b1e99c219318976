import { type IDataObject, sleep } from 'n8n-workflow';

import { type ContactProperty, listContactProperties, testKey } from '../api/contacts';
import {
	allOf,
	answersAbout,
	contentCall,
	type EventProperty,
	isAt,
	listTransactionalEmails,
	propertiesOfEvent,
	someEventNames,
	type TransactionalEmail,
} from '../api/content';
import { callLoops, waitUnlessAborted } from '../http/client';
import type { CallSettings } from '../http/connection';
import { CallFailed } from '../http/errors';
import type { Caller, LoopsContext, LoopsRequest } from '../http/request';
import { LruCache } from '../values/cache';
import { formatName, spellingKey } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { nearest } from '../values/nameIndex';
import { asRecord } from '../values/parse';
import { NAMED, type NamedKind, nameTable, type NameTable, pluralOf } from './names';
import { hasAll } from './propertyRoles';

/** Something that Loops knows about an account. */
interface Fact<T> {
	/** Unique among the facts of an account. */
	name: string;
	/** The cache for it, shared by all runs of the process. */
	cache: LruCache<CachedFact>;
	load(get: Caller): Promise<T>;
	/** Whether a copy from an earlier run serves. If absent, each run asks again. */
	serves?(copy: T): boolean;
}

/** A cached fact. `at` is when it was requested, from `performance.now`. */
interface CachedFact {
	value: unknown;
	at: number;
}

/** `warn`: needed only for a warning. `read`: helps to read values. `require`: the item fails without it. */
type FactUse = 'warn' | 'read' | 'require';

const MAX_AGE_MS = 300_000;

/** Loops answers within a second. A warning is not worth a second attempt after a lost answer. */
const WARNING = { timeoutMs: 3_000, patienceMs: 3_000 };
const OTHER = { timeoutMs: 10_000, patienceMs: 30_000 };

/** The loads in progress of all runs, by account, timeouts and fact. They never reject. */
const inFlight = new Map<string, Promise<unknown>>();

/**
 * Loads facts for one run, each once for all items. What failed is not tried again in the run. Once
 * Loops has not answered one look-up, the run makes no more.
 */
export class FactLoader {
	private readonly startedAt = performance.now();
	/** When facts were forgotten, by the beginning of their names. */
	private readonly forgottenAt = new Map<string, number>();
	/** Loads in progress or failed, by timeouts and fact. After a short one has failed, a long one may succeed. */
	private readonly loads = new Map<string, Promise<unknown>>();
	private readonly unanswered = new Map<typeof OTHER, Error>();
	/** When the last item that waited for a load has had its turn. */
	private lastTurn = Promise.resolve();

	/** The signal of `settings` ends all loads. */
	constructor(
		private readonly context: LoopsContext,
		private readonly settings: CallSettings,
	) {}

	/**
	 * @throws the error of the failed look-up, which names no item
	 * @throws the reason of `signal`, which ends only this wait
	 */
	async read<T>(fact: Fact<T>, use: FactUse, signal?: AbortSignal): Promise<T> {
		const cacheKey = `${this.settings.connection?.id} ${fact.name}`;
		const cached = this.find(fact, cacheKey);
		if (cached) return cached.value as T;
		const timeouts = use === 'warn' ? WARNING : OTHER;
		const name = `${timeouts.patienceMs} ${cacheKey}`;
		const load = this.loads.get(name) ?? this.load(fact, cacheKey, name, timeouts);
		this.loads.set(name, load);
		const value = (await waitUnlessAborted(this.inTurn(load), signal)) as T;
		// From now on, the cache has it.
		this.loads.delete(name);
		return value;
	}

	/** Forgets the facts about things of one kind, such as `/themes`, after a change of one of them. */
	forget(path: string): void {
		const kind = `/${path.split('/')[1]}`;
		this.forgottenAt.set(kind, performance.now());
		for (const name of this.loads.keys()) if (name.includes(` ${kind}`)) this.loads.delete(name);
	}

	/** Waits for a load so that n8n does other work between the items that go on with what it brings. */
	private async inTurn<T>(load: Promise<T>): Promise<T> {
		return await load.finally(async () => {
			this.lastTurn = this.lastTurn.then(async () => await sleep(0));
			await this.lastTurn;
		});
	}

	private find<T>({ cache, name, serves }: Fact<T>, cacheKey: string): CachedFact | undefined {
		const cached = cache.get(cacheKey);
		if (!cached || cached.at < this.startedAt - MAX_AGE_MS) return undefined;
		const isOfThisRun = cached.at >= this.neededFrom(name);
		return isOfThisRun || serves?.(cached.value as T) ? cached : undefined;
	}

	/** When a fact must have been loaded to count as one of this run. */
	private neededFrom(name: string): number {
		const times = [...this.forgottenAt].filter(([kind]) => name.startsWith(kind));
		return Math.max(this.startedAt, ...times.map(([, at]) => at));
	}

	/** Waits for the load of another run first. */
	private async load<T>(
		fact: Fact<T>,
		cacheKey: string,
		name: string,
		timeouts: typeof OTHER,
	): Promise<T> {
		for (let other; (other = inFlight.get(name)); ) {
			await other;
			const cached = this.find(fact, cacheKey);
			if (cached) return cached.value as T;
		}
		const at = performance.now();
		const loading = fact.load(async (request) => await this.call(request, timeouts));
		const end = () => inFlight.delete(name);
		inFlight.set(name, loading.then(end, end));
		const value = await loading;
		fact.cache.set(cacheKey, { value, at });
		return value;
	}

	private async call(request: LoopsRequest, timeouts: typeof OTHER): Promise<unknown> {
		const { context, settings, unanswered } = this;
		const failure = unanswered.get(timeouts);
		if (failure) throw failure;
		const { signal: endOfRun, timeoutMs = Infinity } = settings;
		const { body } = await callLoops(context, request, {
			...settings,
			...timeouts,
			timeoutMs: Math.min(timeoutMs, timeouts.timeoutMs),
			// Each call gets its own signal, because Node.js warns about many listeners on one.
			signal: endOfRun && AbortSignal.any([endOfRun]),
		}).catch((error: Error) => {
			const isRefused = error instanceof CallFailed && /^4(?!29)/.test(error.about.httpCode ?? '');
			if (!isRefused) unanswered.set(timeouts, error);
			throw error;
		});
		return body;
	}
}

/** What Loops knows about an event. */
export interface EventFact {
	/** Undefined if the account has no event with exactly this name. */
	properties?: EventProperty[];
	/** For an unknown event, the known one that the user may mean. */
	meant?: string;
}

/** What Loops knows about a published email. */
export interface EmailFact {
	name?: string;
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
 * run serves for five minutes if it has all the names that the item uses, but not under Validate Only. Only with
 * the use `require` does a failed look-up fail the item; otherwise the answer is undefined.
 */
export class AccountFacts {
	private readonly tables = new Map<NamedKind, Promise<NameTable | undefined>>();

	/**
	 * @param validatesOnly whether each look-up is worth its time, even if only for a warning
	 * @param signal ends the waiting of this item
	 */
	constructor(
		private readonly loader: FactLoader,
		private readonly validatesOnly: boolean,
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

	/** Whether Loops has this ID, or this name of a contact property. Undefined if Loops did not tell. */
	async has(kind: NamedKind, id: string): Promise<boolean | undefined> {
		const { noun, path } = NAMED[kind];
		if (path !== undefined) {
			return await this.read(`The ${noun}`, 'read', {
				name: `${path}/${id}`,
				cache: entryCache,
				load: async (get) => await isAt(get, path, id),
			});
		}
		const table = await this.names(kind).catch((error: Error) => {
			this.signal?.throwIfAborted();
			if (isWrongKey(error)) throw error;
			return undefined;
		});
		return table && (table.byId.has(id) || table.byName.has(spellingKey(id)));
	}

	/** The names of mailing lists by their IDs. Undefined if they can't be looked up. */
	async mailingListNames(ids: string[]): Promise<NameTable['byId'] | undefined> {
		const { fact, load } = NAMED.mailingList;
		const lists = await this.read('The mailing lists', 'warn', {
			name: fact,
			load,
			serves: (copy) => ids.every((id) => nameTable(copy).byId.has(id)),
		});
		return lists && nameTable(lists).byId;
	}

	/** The variables of a published email. `isFresh`: no copy from an earlier run serves. */
	async variables(
		transactionalId: string,
		names: string[],
		{ use, isFresh = false }: { use: FactUse; isFresh?: boolean },
	): Promise<EmailFact | undefined> {
		const emailIn = (list: TransactionalEmail[]) => list.find(({ id }) => id === transactionalId);
		const emails = await this.read('The data variables of the email', use, {
			name: '/transactional',
			load: listTransactionalEmails,
			serves: (list) => {
				const known = emailIn(list)?.dataVariables;
				return !isFresh && known !== undefined && names.every((name) => known.includes(name));
			},
		});
		const email = emails && emailIn(emails);
		return emails && { name: email?.name, names: email?.dataVariables };
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
		if (use === 'warn' && !this.validatesOnly && !this.mayCheck(eventName)) return 'notAsked';
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
		const { validatesOnly, signal } = this;
		try {
			return validatesOnly
				? await this.loader.read({ cache: listCache, ...fact, serves: undefined }, 'read', signal)
				: await this.loader.read({ cache: listCache, ...fact }, use, signal);
		} catch (error) {
			signal?.throwIfAborted();
			if (use !== 'require' && !(validatesOnly && isWrongKey(error))) return undefined;
			throw lookUpFailed(what, error as Error);
		}
	}
}

/** A run would meet it as well. */
const isWrongKey = (error: unknown): boolean =>
	error instanceof CallFailed && error.about.cause === 'credential-invalid';

/** The failure of an item that can't do without a look-up. Other items may share the failure of the look-up. */
function lookUpFailed(what: string, error: Error): CallFailed {
	const { message } = error;
	const failed = error instanceof CallFailed ? error : new CallFailed(message, {});
	const hint = error instanceof ItemRefused ? error.hint : failed.about.hint;
	const first = 'Nothing was sent for this item';
	return failed.with({ first, hint }, `${what} could not be looked up. ${message}`);
}

type FactInFacts<T> = Omit<Fact<T>, 'cache'> & Partial<Pick<Fact<T>, 'cache'>>;
