import { sleep } from 'n8n-workflow';

import { callLoops } from '../http/client';
import type { CallSettings } from '../http/callSettings';
import { waitUnlessAborted } from '../http/waitUnlessAborted';
import type { Caller, LoopsContext, LoopsRequest } from '../http/request';
import type { LruCache } from '../values/lruCache';

/** Something that Loops knows about an account. */
export interface Fact<T> {
	/** Unique among the facts of an account. */
	name: string;
	/** The cache for it, shared by all runs of the process. */
	cache: LruCache<CachedFact>;
	load(get: Caller): Promise<T>;
	/** Whether a copy from an earlier run serves. If absent, each run asks again. */
	serves?(copy: T): boolean;
}

/** A cached fact. `at` is when it was requested, from `performance.now`. */
export interface CachedFact {
	value: unknown;
	at: number;
}

/** `warn`: needed only for a warning. `read`: helps to read values. `require`: the item fails without it. */
export type FactUse = 'warn' | 'read' | 'require';

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
		}).catch((error: Error & { httpCode?: string | null }) => {
			const isRefused = /^4(?!29)/.test(error.httpCode ?? '');
			if (!isRefused) unanswered.set(timeouts, error);
			throw error;
		});
		return body;
	}
}
