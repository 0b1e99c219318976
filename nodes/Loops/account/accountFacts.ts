import type { LoopsRequest } from '../http/request';
import { allPages, PAGE_SIZE } from '../http/pages';
import { type ContactProperty, listContactProperties } from './contactProperties';
import { type EventProperty, pageOfEventPatterns, propertiesOfEvent } from './eventPatterns';
import type { Fact, Known } from './factLoader';
import { Memory } from './memory';
import { listTransactionalEmails, type TransactionalEmail } from './transactionalEmails';

/** What Loops tells about an event. */
export interface EventFact {
	/** Undefined where the account has no event of this very name. */
	properties?: EventProperty[];
	/** Of the request that asked for it. */
	departure: number;
}

/** Lists may be long; an event takes about 1 KB. */
const lists = new Memory<Known>(100);
const events = new Memory<Known>(5_000);

const MAX_EVENT_NAMES = 500;

type Call = Parameters<Fact<unknown>['load']>[0];

const bodyOf = (call: Call) => async (request: LoopsRequest) => (await call(request)).body;

/**
 * What is known of the account, from memory where that is enough: `isEnough` decides about an answer
 * from before the run. Before a name is called unknown, ask for it there.
 */
export class AccountFacts {
	constructor(private readonly read: <T>(fact: Fact<T>) => Promise<T>) {}

	async contactProperties(
		isEnough: (list: ContactProperty[]) => boolean,
	): Promise<ContactProperty[]> {
		return await this.read({
			name: 'contactProperties',
			memory: lists,
			load: async (call) => (await call(listContactProperties())).body as ContactProperty[],
			isEnough,
		});
	}

	async transactionalEmails(
		isEnough: (list: TransactionalEmail[]) => boolean,
	): Promise<TransactionalEmail[]> {
		return await this.read({
			name: 'transactionalEmails',
			memory: lists,
			load: async (call) => await listTransactionalEmails(bodyOf(call)),
			isEnough,
		});
	}

	/** An event that memory does not have is asked for again in each run. */
	async event(
		eventName: string,
		isEnough: (properties: EventProperty[]) => boolean = () => true,
	): Promise<EventFact> {
		return await this.read<EventFact>({
			name: `event ${eventName}`,
			memory: events,
			load: async (call) => {
				let departure = 0;
				const properties = await propertiesOfEvent(async (request) => {
					const answer = await call(request);
					({ departure } = answer);
					return answer.body;
				}, eventName);
				return { properties, departure };
			},
			isEnough: ({ properties }) => properties !== undefined && isEnough(properties),
		});
	}

	/** Names of events, as many as are worth the calls for a suggestion. */
	async eventNames(): Promise<string[]> {
		return await this.read({
			name: 'events',
			memory: lists,
			load: async (call) => {
				const patterns = await allPages(
					async (cursor) =>
						await pageOfEventPatterns(bodyOf(call), {
							perPage: PAGE_SIZE.max,
							...(cursor && { cursor }),
						}),
					MAX_EVENT_NAMES,
				);
				return patterns.map(({ eventName }) => String(eventName));
			},
			isEnough: () => true,
		});
	}
}
