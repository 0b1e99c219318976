import { loopsAccount } from '../transport/account';
import { callLoops, type CallSettings } from '../transport/client';
import { orAborted } from '../transport/orAborted';
import { allPages, PAGE_SIZE } from '../transport/pages';
import type { LoopsContext, LoopsRequest } from '../transport/request';
import { type ContactProperty, listContactProperties } from './contactProperties';
import { type EventProperty, pageOfEventPatterns, propertiesOfEvent } from './eventPatterns';
import { listTransactionalEmails, type TransactionalEmail } from './transactionalEmails';

/** What a list is besides what it holds. */
interface About {
	/** Of the last request that was answered. */
	departure: number;
	/** True where it says that something is not there: it is good for its own run only. */
	isNothing?: boolean;
}

/** Lists of accounts, shared by all executions of the process. */
const cache = new Map<string, { at: number; about: About; list: Promise<unknown> }>();

/** What Loops lists of an event. */
interface ListedEvent {
	/** Undefined where the account has none of this very name, as of the run. */
	properties?: EventProperty[];
	/** Of the request that asked for it. */
	departure: number;
}

const MAX_AGE_MS = 300_000;
const MAX_LISTS = 100;
const MAX_EVENT_NAMES = 500;

/**
 * The lists of the account as a run needs them, from memory where they were read within five minutes.
 * What memory holds may confirm that a name exists; before saying that one does not, ask for a list
 * that is no older than the run (`isFresh`). The item's settings say who waits, and for how long.
 */
export class CachedLists {
	/** ms since the epoch. */
	private readonly startedAt = Date.now();

	constructor(private readonly context: LoopsContext) {}

	async contactProperties(settings: CallSettings, isFresh = false): Promise<ContactProperty[]> {
		return await this.read('contactProperties', isFresh, settings, async (call) => {
			return (await call(listContactProperties())) as ContactProperty[];
		});
	}

	/** The contact properties; those in memory only if they are enough. */
	async propertiesIf(
		isEnough: (list: ContactProperty[]) => boolean,
		settings: CallSettings,
	): Promise<ContactProperty[]> {
		const list = await this.contactProperties(settings);
		return isEnough(list) ? list : await this.contactProperties(settings, true);
	}

	async transactionalEmails(
		settings: CallSettings,
		isFresh = false,
	): Promise<TransactionalEmail[]> {
		return await this.read('transactionalEmails', isFresh, settings, async (call) => {
			return await listTransactionalEmails(call);
		});
	}

	async event(eventName: string, settings: CallSettings): Promise<ListedEvent> {
		const find = async (isFresh: boolean) =>
			await this.read(`event ${eventName}`, isFresh, settings, async (call, about) => {
				const properties = await propertiesOfEvent(call, eventName);
				about.isNothing = properties === undefined;
				return { properties, departure: about.departure };
			});
		const event = await find(false);
		return event.properties ? event : await find(true);
	}

	/** Names of events, as many as are worth the calls for a suggestion. */
	async eventNames(settings: CallSettings): Promise<string[]> {
		return await this.read('events', false, settings, async (call) => {
			const patterns = await allPages(
				async (cursor) =>
					await pageOfEventPatterns(call, { perPage: PAGE_SIZE.max, ...(cursor && { cursor }) }),
				MAX_EVENT_NAMES,
			);
			return patterns.map(({ eventName }) => String(eventName));
		});
	}

	private async read<T>(
		name: string,
		isFresh: boolean,
		settings: CallSettings,
		load: (call: (request: LoopsRequest) => Promise<unknown>, about: About) => Promise<T>,
	): Promise<T> {
		const { id } = settings.account ?? (await loopsAccount(this.context, settings.itemIndex));
		const key = `${id} ${name}`;
		const known = cache.get(key);
		const isOfRun = isFresh || known?.about.isNothing;
		const since = Math.max(isOfRun ? this.startedAt : 0, Date.now() - MAX_AGE_MS);
		// Where another run gave up on it, or was canceled, this one asks for itself.
		const shared =
			known &&
			known.at >= since &&
			(await orAborted(
				known.list.catch(() => undefined),
				settings.signal,
			));
		if (shared) return shared as T;

		const about: About = { departure: 0 };
		const list = load(async (request) => {
			const { body, departure } = await callLoops(this.context, request, settings);
			about.departure = departure;
			return body;
		}, about);
		const entry = { at: Date.now(), about, list };
		cache.delete(key);
		cache.set(key, entry);
		const [oldest] = cache.keys();
		if (cache.size > MAX_LISTS) cache.delete(oldest);
		// A failure is not remembered.
		list.catch(() => cache.get(key) === entry && cache.delete(key));
		return await list;
	}
}
