import type { LoopsRequest } from '../http/request';
import { allPages, PAGE_SIZE } from '../http/pages';
import { type ContactProperty, listContactProperties } from './contactProperties';
import { type EventProperty, pageOfEventPatterns, propertiesOfEvent } from './events';
import type { Fact, Known, Urgency } from './factLoader';
import { Memory } from './memory';
import { listTransactionalEmails, type TransactionalEmail } from './transactionalEmails';

/** Something that has to be known of the account before an item can be planned. */
export interface Need<T> {
	/** Whether a value from before the run will do. It does not if it lacks a name. */
	isEnough(value: T): boolean;
	/** What it is for: only to warn, to read values as well as possible, or nothing goes without it. */
	use: 'warn' | 'read' | 'require';
	/** Says why the item fails without it. */
	failure?: { problem: string; hint: string };
}

/** What Loops tells about an event. */
export interface EventFact {
	/** Undefined where the account has no event of this very name. */
	properties?: EventProperty[];
	/** The names of other events, for an unknown one. */
	names?: string[];
}

/** Lists may be long; an event takes about 1 KB. */
const lists = new Memory<Known>(100);
const events = new Memory<Known>(5_000);

/** As many as are worth the calls for a suggestion. */
const MAX_EVENT_NAMES = 500;

/** What Loops knows of the account, from memory where that is enough. */
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

	/** The variables of a published email; undefined for one that Loops does not list. */
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

	/** An event that memory does not have is asked for again in each run. */
	async event(name: string, { isEnough, use }: Need<EventFact>): Promise<EventFact> {
		const fact: Fact<EventFact> = {
			name: `event ${name}`,
			memory: events,
			load: async (call) => {
				const properties = await propertiesOfEvent(call, name);
				// Before it is sent: from then on Loops lists the event itself.
				return properties ? { properties } : { names: await this.eventNames().catch(() => []) };
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
				const patterns = await allPages(page, MAX_EVENT_NAMES);
				return patterns.map(({ eventName }) => String(eventName));
			},
			isEnough: () => true,
		};
		return await this.read(fact, 'advisory');
	}
}

const urgencyOf = (use: Need<unknown>['use']): Urgency =>
	use === 'warn' ? 'advisory' : 'required';

/** Makes a call and gives back the body of its answer. */
export type Read = (request: LoopsRequest) => Promise<unknown>;
