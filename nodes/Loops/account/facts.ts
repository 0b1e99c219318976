import type { IDataObject } from 'n8n-workflow';

import type { Explanation } from '../http/messages';
import { allPages, type Page } from '../api/pages';
import type { Caller } from '../http/request';
import type { Body } from '../values/checked';
import { formatName, listed } from '../values/format';
import { nearest } from '../values/nearest';
import { type ContactProperty, listContactProperties } from './contactProperties';
import { allOf } from '../api/content';
import { type EventProperty, pageOfEventPatterns, propertiesOfEvent } from '../api/events';
import type { CachedFact, Fact, FactLoader, Urgency } from './factLoader';
import { listMailingLists, type MailingList } from '../api/mailingLists';
import { LruCache } from './lruCache';
import {
	listTransactionalEmails,
	pageOfTransactionalEmails,
	type TransactionalEmail,
} from '../api/transactionalEmails';

/** A fact about the account that an item's plan needs. */
export interface Need<T> extends Pick<Fact<T>, 'isEnough'> {
	use: Urgency;
	/** Why the item fails without it. */
	whyRequired?: Explanation;
}

/** What Loops knows about an event. */
export interface EventFact {
	/** Undefined if the account has no event with exactly this name. */
	properties?: EventProperty[];
	/** For an unknown event: the name of another that may be meant, found once for all items. */
	meant?: string;
}

/** What Loops knows about a published email. */
export interface EmailFact {
	/** Its variables; undefined if Loops lists no such email. */
	names?: string[];
	/** Asks whether the name of another one was given; '' if not. */
	meant: string;
}

type ListedEntry = { id: string; name: string };

/** Many items may have the same unknown ID, and comparing it with thousands of names is slow. */
const meantIn = new WeakMap<ListedEntry[], LruCache<string>>();

/** '' if the ID exists, or no name is near. */
function meantEntry(id: string, entries: ListedEntry[]): string {
	const known = meantIn.get(entries) ?? new LruCache<string>(100);
	meantIn.set(entries, known);
	const meant = known.get(id) ?? compare(id, entries);
	known.set(id, meant);
	return meant;
}

/** Several entries may have the name. */
function compare(id: string, entries: ListedEntry[]): string {
	if (entries.some((each) => each.id === id)) return '';
	const name = nearest(id, new Set(entries.map((each) => each.name)));
	if (name === undefined) return '';
	const ids = entries.filter((each) => each.name === name).map((each) => formatName(each.id));
	return ` Did you mean '${formatName(name)}' (${listed(ids)})?`;
}

/** Few lists, since they may be long; many events, since each takes about 1 KB. */
const lists = new LruCache<CachedFact>(100);
const events = new LruCache<CachedFact>(5_000);

/** More entries are not worth the calls and the time for a suggestion. */
const MAX_PAGES = 10;
const MAX_LIST_MS = 3_000;

/** The first pages of a list. */
async function firstPages(fetchPage: (qs: Body) => Promise<Page>): Promise<IDataObject[]> {
	const until = performance.now() + MAX_LIST_MS;
	let left = MAX_PAGES;
	return await allPages(async (qs) => {
		const { data, pagination } = await fetchPage(qs);
		const goesOn = --left > 0 && performance.now() < until;
		return { data, pagination: goesOn ? pagination : {} };
	});
}

/** Facts about the account, cached if that is enough. */
export class AccountFacts {
	constructor(
		private readonly loader: FactLoader,
		private readonly signal?: AbortSignal,
	) {}

	async contactProperties(need: Need<ContactProperty[]>): Promise<ContactProperty[]> {
		const load = async (call: Caller) => (await call(listContactProperties())) as ContactProperty[];
		return await this.read('contactProperties', load, need);
	}

	/** Without names for an email that Loops does not list as published. */
	async variables(
		transactionalId: string,
		{ isEnough, use }: Need<string[] | undefined>,
	): Promise<EmailFact> {
		const variablesIn = (emails: TransactionalEmail[]) =>
			emails.find(({ id }) => id === transactionalId)?.dataVariables;
		const emails = await this.read('transactionalEmails', listTransactionalEmails, {
			isEnough: (list) => isEnough(variablesIn(list)),
			use,
		});
		const names = variablesIn(emails);
		return { names, meant: names ? '' : meantEntry(transactionalId, emails) };
	}

	/** Asks whether an unknown ID is the name of an email. */
	async meantEmail(id: string): Promise<string> {
		const emails = await this.read(
			'firstTransactionalEmails',
			async (call) => await firstPages(async (qs) => await pageOfTransactionalEmails(call, qs)),
		);
		return meantEntry(id, emails as ListedEntry[]);
	}

	/** Asks whether an unknown ID is the name of a mailing list. */
	async meantList(id: string): Promise<string> {
		const load = async (call: Caller) => (await call(listMailingLists)) as MailingList[];
		return meantEntry(id, await this.read('mailingLists', load));
	}

	/** All emails and drafts (contract: content-emails). The run adds what it creates. */
	async emailsAndDrafts(need: Need<IDataObject[]>): Promise<IDataObject[]> {
		const load = async (call: Caller) => await allOf(call, '/transactional-emails');
		return await this.read('emailsAndDrafts', load, need);
	}

	/** Each run looks up unknown events again. */
	async event(name: string, { isEnough, use }: Need<EventFact>): Promise<EventFact> {
		const load = async (call: Caller) => {
			const properties = await propertiesOfEvent(call, name);
			// Before the send, after which Loops lists the new event, too (contract: event-makes-pattern).
			if (properties) return { properties };
			return { meant: nearest(name, await this.eventNames().catch(() => [])) };
		};
		const isKnown = (event: EventFact) => event.properties !== undefined && isEnough(event);
		return await this.read(`event ${name}`, load, { isEnough: isKnown, use }, events);
	}

	private async eventNames(): Promise<string[]> {
		return await this.read('events', async (call) => {
			const patterns = await firstPages(async (qs) => await pageOfEventPatterns(call, qs));
			return patterns.map(({ eventName }) => String(eventName));
		});
	}

	/** Without a need, any cached value will do: it serves a suggestion only. */
	private async read<T>(
		name: string,
		load: Fact<T>['load'],
		{ isEnough, use }: Need<T> = { isEnough: () => true, use: 'warn' },
		cache = lists,
	): Promise<T> {
		return await this.loader.read({ name, cache, load, isEnough }, use, this.signal);
	}
}
