import type { IDataObject } from 'n8n-workflow';

import { CallQueue, nextQueue, type WaitingCall } from './callQueue';
import { type Clock, realClock } from './clock';
import { type Permit, Slots } from './slots';

export type { CallQueue, Permit };

/** Limits of an account as Loops publishes them; a header tells the number for this account. */
const BUDGETS = { plain: { window: 1_000, limit: 10 }, content: { window: 60_000, limit: 60 } };

export type Budget = keyof typeof BUDGETS;

interface AcquireOptions {
	signal?: AbortSignal;
	/** The call was made before and goes first in its queue. */
	isRetry?: boolean;
	/** Is told the ms waited, once, where a call had to wait. */
	onWait?(ms: number): void;
}

/** A limiter that sent nothing for so long may be dropped. */
const IDLE_MS = 60_000;

/**
 * Hands out permits to send calls of one account, for all executions of the process and the dropdowns.
 * When the next call may leave is for the slots to say, and which one it is for the queues: each run,
 * dropdown or single call has its own, and they take turns.
 */
export class RateLimiter {
	private readonly slots: Slots;
	/** Those in which calls wait. */
	private readonly queues = new Set<CallQueue>();
	private smoothedMs = 0;
	private turns = 0;
	/** True where the last turn was that of a queue that had just come. */
	private wasNew = false;
	private timer?: { at: number; abort: AbortController };

	constructor(
		budget: Budget,
		private readonly clock: Clock,
	) {
		const { limit, window } = BUDGETS[budget];
		this.slots = new Slots(limit, window, clock);
	}

	/** ms that an answer takes, smoothed; 0 before the first. */
	get latency(): number {
		return this.smoothedMs;
	}

	/** Requests per window, as last told. */
	get limit(): number {
		return this.slots.limit;
	}

	/** ms */
	get window(): number {
		return this.slots.window;
	}

	/** ms that all calls are held back, after a 429. */
	get pauseMs(): number {
		return Math.max(0, this.slots.pausedUntil - this.clock.now());
	}

	get isIdle(): boolean {
		return this.queues.size === 0 && this.slots.lastSentAt < this.clock.now() - IDLE_MS;
	}

	/** A queue of calls that keep their order. maxRate: calls per second, of this queue only. */
	queue(maxRate?: number): CallQueue {
		return new CallQueue(maxRate);
	}

	/**
	 * Waits for a permit to send one call, which has to be told about in `onResponse` or `onRateLimited`.
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
			if (this.queues.size === 0) this.slots.begin();
			queue.add(call, isRetry);
			this.queues.add(queue);
			this.sendDue();
		});
	}

	/** The answer to the call, with any status but 429; headers undefined where none came. */
	onResponse(permit: Permit, headers?: IDataObject): void {
		if (!headers) return;
		const took = this.clock.now() - permit.sentAt;
		this.smoothedMs = this.smoothedMs === 0 ? took : this.smoothedMs * 0.8 + took * 0.2;
		this.slots.onResponse(permit, headers);
		this.sendDue();
	}

	/** Loops turned the call away (429), which it doesn't count. */
	onRateLimited(permit: Permit, headers: IDataObject, retryAfterMs = 0): void {
		this.slots.onRateLimited(permit, headers, retryAfterMs);
		this.sendDue();
	}

	/** Sends what may leave now, and sets the timer for what may leave next. */
	private sendDue(): void {
		for (;;) {
			const now = this.clock.now();
			const queue = nextQueue(this.queues, now, this.wasNew);
			const at = queue ? Math.max(queue.dueAt, this.slots.freeAt()) : Infinity;
			if (!queue || at > now) return this.wakeAt(at);
			this.wasNew = queue.turn === 0;
			queue.take(now, ++this.turns)(this.slots.take());
			if (queue.isEmpty) this.queues.delete(queue);
		}
	}

	private wakeAt(at: number): void {
		if (this.timer?.at === at) return;
		this.timer?.abort.abort();
		this.timer = undefined;
		if (at === Infinity) return;
		const timer = { at, abort: new AbortController() };
		this.timer = timer;
		const wake = () => {
			this.timer = undefined;
			this.sendDue();
		};
		this.clock.sleep(Math.max(0, at - this.clock.now()), timer.abort.signal).then(wake, () => {});
	}
}

const MAX_LIMITERS = 100;
/** The least recently used first. */
const limiters = new Map<string, RateLimiter>();

/** The limiter that all calls of an account share which count against the same limit. */
export function rateLimiterOf(accountId: string, budget: Budget): RateLimiter {
	const key = `${accountId} ${budget}`;
	const limiter = limiters.get(key) ?? new RateLimiter(budget, realClock);
	limiters.delete(key);
	for (const [other, { isIdle }] of limiters) {
		if (limiters.size < MAX_LIMITERS) break;
		if (isIdle) limiters.delete(other);
	}
	limiters.set(key, limiter);
	return limiter;
}
