import { allPages, PAGE_SIZE } from '../http/pages';
import { nearest } from '../values/nearest';
import { type ContactProperty, listContactProperties } from './contactProperties';
import { type EventProperty, pageOfEventPatterns, propertiesOfEvent } from './events';
import type { Fact, Known, Urgency } from './factLoader';
import { Memory } from './memory';
import { listTransactionalEmails, type TransactionalEmail } from './transactionalEmails';

/** A fact about the account that an item's plan needs. */
export interface Need<T> {
	/** Whether a value cached before the run will do: it must have the names that the item uses. */
	isEnough(value: T): boolean;
	/** `warn`: only for a warning. `read`: helps to read values. `require`: the item fails without it. */
	use: 'warn' | 'read' | 'require';
	/** Explains why the item fails without it. */
	failure?: { problem: string; hint: string };
}

/** What Loops knows about an event. */
export interface EventFact {
	/** Undefined if the account has no event with exactly this name. */
	properties?: EventProperty[];
	/** For an unknown event: the name of another that may be meant, found once for all items. */
	meant?: string;
}

/** Few lists, since they may be long; many events, since each takes about 1 KB. */
const lists = new Memory<Known>(100);
const events = new Memory<Known>(5_000);

/** More are not worth the calls for a suggestion. */
const MAX_EVENT_NAMES = 500;

/** Facts about the account, cached if that is enough. */
export class AccountFacts {
	constructor(private readonly read: <T>(fact: Fact<T>, urgency: Urgency) => Promise<T>) {}

	async contactProperties({ isEnough, use }: Need<ContactProperty[]>) {
		const fact: Fact<ContactProperty[]> = {
			name: 'contactProperties',
			memory: lists,
			load: async (call) => (await call(listContactProperties())) as ContactProperty[],
			isEnough,
		};
		return await this.read(fact, urgencyOf(use));
	}

	/** Undefined for an email that Loops does not list as published. */
	async variables(
		transactionalId: string,
		{ isEnough, use }: Need<string[] | undefined>,
	): Promise<string[] | undefined> {
		const variablesIn = (emails: TransactionalEmail[]) =>
			emails.find(({ id }) => id === transactionalId)?.dataVariables;
		const fact: Fact<TransactionalEmail[]> = {
			name: 'transactionalEmails',
			memory: lists,
			load: listTransactionalEmails,
			isEnough: (emails) => isEnough(variablesIn(emails)),
		};
		return variablesIn(await this.read(fact, urgencyOf(use)));
	}

	/** Each run looks up unknown events again. */
	async event(name: string, { isEnough, use }: Need<EventFact>): Promise<EventFact> {
		const fact: Fact<EventFact> = {
			name: `event ${name}`,
			memory: events,
			load: async (call) => {
				const properties = await propertiesOfEvent(call, name);
				// Loaded before the send: from then on, Loops also lists the new event.
				if (properties) return { properties };
				return { meant: nearest(name, await this.eventNames().catch(() => [])) };
			},
			isEnough: (event) => event.properties !== undefined && isEnough(event),
		};
		return await this.read(fact, urgencyOf(use));
	}

	private async eventNames(): Promise<string[]> {
		const fact: Fact<string[]> = {
			name: 'events',
			memory: lists,
			load: async (call) => {
				const page = async (cursor?: string) =>
					await pageOfEventPatterns(call, { perPage: PAGE_SIZE.max, ...(cursor && { cursor }) });
				const patterns = await allPages(page, MAX_EVENT_NAMES, MAX_EVENT_NAMES / PAGE_SIZE.max);
				return patterns.map(({ eventName }) => String(eventName));
			},
			isEnough: () => true,
		};
		return await this.read(fact, 'advisory');
	}
}

const urgencyOf = (use: Need<unknown>['use']): Urgency =>
	use === 'warn' ? 'advisory' : 'required';
