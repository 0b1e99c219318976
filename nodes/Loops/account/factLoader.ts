import type { NodeApiError } from 'n8n-workflow';

import { apiError } from '../http/apiError';
import type { CallSettings } from '../http/callSettings';
import { callLoops } from '../http/client';
import { orAborted } from '../http/orAborted';
import type { LoopsContext, LoopsRequest, Caller } from '../http/request';
import { messages } from '../http/messages';
import { sentence } from '../values/format';
import type { ItemRefused } from '../values/itemRefused';
import { LookUpBudget } from './lookUpBudget';
import type { LruCache } from './lruCache';

/** Something that Loops knows about an account. */
export interface Fact<T> {
	/** Unique among the facts of an account. */
	name: string;
	/** The cache for it, shared by all runs of the process. */
	cache: LruCache<CachedFact>;
	load(call: Caller): Promise<T>;
	/** Whether a value cached before the run will do: it must have the names that the item uses. */
	isEnough(value: T): boolean;
}

/** A cached fact. `at` is when it was requested, from `performance.now`. */
export interface CachedFact {
	value: unknown;
	at: number;
}

const MAX_AGE_MS = 300_000;

const ATTEMPT_MS = 10_000; // short, so that a lost answer leaves time for another attempt

/**
 * The loads in progress that runs of the process share, by account and fact. A run with a maximum rate
 * adds a load only when its first call leaves: until then, other runs are faster on their own.
 */
const inFlight = new Map<string, Promise<void>>();

/** Called with the key of each fact that is cached. */
const listeners = new Set<(key: string) => void>();

/** `warn`: only for a warning. `read`: helps to read values. `require`: the item fails without it. */
export type Urgency = 'warn' | 'read' | 'require';

/** The longest wait of a run for failing look-ups. Loops answers within a second; the rest is for retries. */
const MAX_LOST_MS: Record<Urgency, number> = { warn: 3_000, read: 30_000, require: 30_000 };

type ErrorParts = Parameters<typeof apiError>[1];

/**
 * Loads facts for one run, each once for all items. A fact that can't be loaded stays unknown for the
 * rest of the run: every read of it fails at once with the same error.
 */
export class FactLoader {
	private startedAt = performance.now();
	/** By urgency and fact: a required one does not fail when a warning stops waiting for it. */
	private readonly loads = new Map<string, Promise<void>>();
	private readonly failures = new Map<string, ErrorParts>();
	/** Separate, so that look-ups for warnings take no time from others. Retry On Fail needs a new one. */
	private readonly budgets: Record<Urgency, LookUpBudget>;

	/** The signal of `settings` ends all loads. `isPaced` means that the run has a maximum rate. */
	constructor(
		private readonly context: LoopsContext,
		private readonly settings: CallSettings,
		private readonly isPaced: boolean,
	) {
		const budget = (urgency: Urgency) => {
			const maxMs = MAX_LOST_MS[urgency];
			const shared = urgency === 'require' ? undefined : `${settings.connection?.id} ${urgency}`;
			return new LookUpBudget(maxMs, () => this.error(noAnswer(maxMs)), shared);
		};
		this.budgets = { warn: budget('warn'), read: budget('read'), require: budget('require') };
	}

	/**
	 * @throws NodeApiError if the fact can't be loaded; it names no item
	 * @throws the reason of `signal`, which ends only this wait
	 */
	async read<T>(fact: Fact<T>, urgency: Urgency, signal?: AbortSignal): Promise<T> {
		const key = `${this.settings.connection?.id} ${fact.name}`;
		for (;;) {
			const known = this.find(fact, key);
			if (known) return known.value as T;
			const name = `${urgency} ${fact.name}`;
			const failure = this.failures.get(name);
			if (failure) throw this.error(failure);
			const load = this.loads.get(name) ?? this.start(name, fact, key, this.budgets[urgency]);
			await orAborted(load, signal);
		}
	}

	/** Loads again what only a value of this run is enough for: a lost answer may have changed it. */
	renew(): void {
		this.startedAt = performance.now();
	}

	private find<T>({ cache, isEnough }: Fact<T>, key: string): CachedFact | undefined {
		const known = cache.get(key);
		if (!known || known.at < this.startedAt - MAX_AGE_MS) return undefined;
		return known.at >= this.startedAt || isEnough(known.value as T) ? known : undefined;
	}

	private start<T>(name: string, fact: Fact<T>, key: string, budget: LookUpBudget): Promise<void> {
		budget.signal.throwIfAborted();
		const load = this.load(fact, key, budget)
			.catch((error: Partial<NodeApiError & ItemRefused>) => {
				const { message, description, hint = messages.runLater, httpCode } = error;
				// Keeps only the texts: an error is large, and each item may have its own fact.
				this.failures.set(name, { message, description: description ?? sentence(hint), httpCode });
				throw error as Error;
			})
			.finally(() => this.loads.delete(name));
		this.loads.set(name, load);
		return load;
	}

	/** Stops early if another run caches a fact that will do. */
	private async load<T>(fact: Fact<T>, key: string, budget: LookUpBudget): Promise<void> {
		const { signal: endOfRun } = this.settings;
		const cachedByOther = new AbortController();
		const onCached = (name: string) => {
			if (name === key && this.find(fact, key)) cachedByOther.abort();
		};
		listeners.add(onCached);
		const ends = [budget.signal, cachedByOther.signal, ...(endOfRun ? [endOfRun] : [])];
		const signal = AbortSignal.any(ends);
		try {
			const other = inFlight.get(key);
			// A warning does not wait as long as another run may.
			const end = budget === this.budgets.warn && other ? budget.start() : undefined;
			if (other) await orAborted(other, signal).finally(() => end?.(false));
			const at = performance.now();
			const loading = fact.load(async (request) => await this.call(request, key, budget, signal));
			if (!this.isPaced) share(key, loading);
			fact.cache.set(key, { value: await loading, at });
			listeners.delete(onCached);
			for (const notify of listeners) notify(key);
		} catch (error) {
			if (!cachedByOther.signal.aborted) throw error as Error;
		} finally {
			listeners.delete(onCached);
		}
	}

	private async call(
		request: LoopsRequest,
		key: string,
		budget: LookUpBudget,
		signal: AbortSignal,
	): Promise<unknown> {
		let stopClock: ReturnType<LookUpBudget['start']> | undefined;
		const answer = callLoops(this.context, request, {
			...this.settings,
			timeoutMs: Math.min(this.settings.timeoutMs ?? ATTEMPT_MS, ATTEMPT_MS),
			patienceMs: budget.leftMs,
			signal,
			observer: {
				onAttempt: (_request, attempt) => {
					if (attempt > 1) return;
					stopClock = budget.start();
					if (this.isPaced) share(key, answer);
				},
			},
		});
		try {
			const { body } = await answer;
			stopClock?.(false);
			return body;
		} catch (error) {
			stopClock?.(true);
			// Each further one would slow down the calls that the run is about.
			const isRateLimited = (error as Partial<NodeApiError>).httpCode === '429';
			if (isRateLimited && budget === this.budgets.warn) budget.end();
			throw error as Error;
		}
	}

	private error(failure: ErrorParts): NodeApiError {
		return apiError(this.context.getNode(), failure);
	}
}

/** Lets other runs wait for a load to end, whether it succeeds or fails. */
function share(key: string, load: Promise<unknown>): void {
	const end: Promise<void> = load.then(
		() => {},
		() => {},
	);
	inFlight.set(key, end);
	void end.then(() => inFlight.get(key) === end && inFlight.delete(key));
}

const noAnswer = (ms: number): ErrorParts => ({
	message: `Loops did not answer look-ups within ${ms / 1_000} seconds`,
	description: sentence(messages.runLater),
	httpCode: 'ETIMEDOUT',
});
