/*
 * An example: A, B, C and D are calls of a run that starts after idle time. The limit of the account is 2
 * per second, and each answer takes 100 ms.
 *
 *    0 ms: A, B, C leave. They are the probes: three calls go first, to learn what is free of the limit.
 *          D waits for an answer.
 *  100 ms: The answers say that the limit is 2. A and B succeed, so they hold both slots. C gets a 429:
 *          Loops does not count it, and C goes before D, because it is a retry.
 * 1108 ms: C leaves, in the slot of A. Loops counted A at 100 ms at the latest, so the slot is free after
 *          a window of 1000 ms and a margin of 8 ms.
 * 1583 ms: D leaves, in the slot of B. It was free as well, but waiting calls are spread evenly: the
 *          distance is 95 % of half a window.
 */
import type { IDataObject } from 'n8n-workflow';

import { type CallQueue, nextQueue, type WaitingCall } from './callQueue';
import { type Clock, realClock } from './clock';
import { Concurrency } from './concurrency';
import { type Permit, RateWindow } from './rateWindow';

/** Used until a header tells the limit of the account (contract: rate-limit-10, content-limit-60). */
const LIMITS = { plain: { window: 1_000, limit: 10 }, content: { window: 60_000, limit: 60 } };

export type LimitName = keyof typeof LIMITS;

interface AcquireOptions {
	signal?: AbortSignal;
	isRetry?: boolean; // goes first in its queue
	onWait?(ms: number): void; // called once, if the call had to wait
}

const IDLE_MS = 60_000; // before a limiter may be dropped

/**
 * Hands out permits to send calls of one account, for all executions and dropdowns of the process.
 * The rate window decides when the next call may leave; the queues, which take turns, decide which one.
 */
export class RateLimiter {
	readonly rateWindow: RateWindow;
	private readonly queues = new Set<CallQueue>(); // with waiting calls
	readonly concurrency = new Concurrency();
	private served = 0;
	private servedNew = false; // the last call came from a new queue
	private timer?: { at: number; abort: AbortController };

	constructor(
		limitName: LimitName,
		private readonly clock: Clock,
	) {
		const { limit, window } = LIMITS[limitName];
		this.rateWindow = new RateWindow(limit, window, clock);
	}

	/** Requests per window. */
	get limit(): number {
		return this.rateWindow.limit;
	}

	/** How long a 429 still holds back all calls. */
	get pauseMs(): number {
		return Math.max(0, this.rateWindow.pausedUntil - this.clock.now());
	}

	get isIdle(): boolean {
		return this.queues.size === 0 && this.rateWindow.lastSentAt < this.clock.now() - IDLE_MS;
	}

	/**
	 * Waits for a permit to send one call; its outcome goes to `onResponse` or `onRateLimited`.
	 * @throws the reason of `signal` as soon as that aborts
	 */
	async acquire(queue: CallQueue, options: AcquireOptions = {}): Promise<Permit> {
		const { signal, isRetry = false, onWait } = options;
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const askedAt = this.clock.now();
			const onAbort = () => {
				queue.remove(call);
				if (queue.isEmpty) this.queues.delete(queue);
				reject(signal?.reason as Error);
				this.sendDue();
			};
			const call: WaitingCall = (permit) => {
				signal?.removeEventListener('abort', onAbort);
				if (permit.sentAt > askedAt) onWait?.(permit.sentAt - askedAt);
				resolve(permit);
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			if (this.queues.size === 0) this.rateWindow.begin();
			queue.add(call, isRetry);
			this.queues.add(queue);
			this.sendDue();
		});
	}

	/** Called for any status but 429, and without headers if no answer came. */
	onResponse(permit: Permit, headers?: IDataObject): void {
		const now = this.clock.now();
		if (!headers) return this.concurrency.onLost(permit.sentAt, now);
		this.concurrency.onAnswer(now - permit.sentAt, (this.limit * 1_000) / this.rateWindow.window);
		this.rateWindow.onResponse(permit, headers);
		this.sendDue();
	}

	/** Loops does not count a call that it answers with 429 (contract: rate-window). */
	onRateLimited(permit: Permit, headers: IDataObject, retryAfterMs = 0): void {
		this.rateWindow.onRateLimited(permit, headers, retryAfterMs);
		this.sendDue();
	}

	/** Sends the calls that may leave now, and sets the timer for the next one. */
	private sendDue(): void {
		for (;;) {
			const queue = nextQueue(this.queues, this.servedNew);
			const at = queue ? this.rateWindow.freeAt() : Infinity;
			if (!queue || at > this.clock.now()) return this.wakeAt(at);
			this.servedNew = queue.lastServed === 0;
			queue.take(++this.served)(this.rateWindow.take());
			if (queue.isEmpty) this.queues.delete(queue);
		}
	}

	private wakeAt(at: number): void {
		if (this.timer?.at === at) return;
		this.timer?.abort.abort();
		this.timer = undefined;
		if (at === Infinity) return;
		const abort = new AbortController();
		this.timer = { at, abort };
		const wake = () => {
			// n8n before 2.34 ignores the signal and sleeps to the end.
			if (abort.signal.aborted) return;
			this.timer = undefined;
			this.sendDue();
		};
		this.clock.sleep(Math.max(0, at - this.clock.now()), abort.signal).then(wake, () => {});
	}
}

const MAX_LIMITERS = 100;
const limiters = new Map<string, RateLimiter>(); // least recently used first

/** The limiter of an account for one of Loops' limits. */
export function rateLimiterOf(accountId: string, limitName: LimitName): RateLimiter {
	const key = `${accountId} ${limitName}`;
	const limiter = limiters.get(key) ?? new RateLimiter(limitName, realClock);
	limiters.delete(key);
	for (const [other, { isIdle }] of limiters) {
		if (limiters.size < MAX_LIMITERS) break;
		if (isIdle) limiters.delete(other);
	}
	limiters.set(key, limiter);
	return limiter;
}
