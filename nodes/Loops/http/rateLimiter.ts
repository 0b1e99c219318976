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
import { type IDataObject, sleep } from 'n8n-workflow';

/** Tells the time in ms. Tests replace it. */
export interface Clock {
	now(): number;
	/** Rejects with the reason of `signal` when that aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	random(): number;
}

export const realClock: Clock = {
	now: () => performance.now(),
	sleep,
	random: () => Math.random(), // read at each call: tests replace it
};

/** Permission to send one call. */
export interface Permit {
	readonly sentAt: number;
	countsFrom: number; // when Loops starts to count the call
	readonly isProbe: boolean; // sent before the first answer
}

// Tuned with test/limiter/table.mts: compare its table before and after a change.

/** After idle time: how many calls leave first, how long others wait for an answer, ms for a connection. */
const PROBE = { calls: 3, wait: 1_000, connect: 150 };
/** How long a slot rests after its window, in windows. A 429 multiplies it by `step` and adds `min`, an answer shrinks it. */
const MARGIN = { min: 0.008, max: 0.25, step: 1.1, shrink: 0.995 };
/**
 * The distance between calls, as a share of an even distance, and the ms that a late call may catch up.
 * In a window of more than `longest` ms, a burst saves most of a window, so calls are not spaced.
 */
const SPACING = { share: 0.95, lag: 20, longest: 5_000 };
/** If other clients use this share of the limit, they take slots. */
const CONTENTION = 0.2;
/** A slot is taken back after so many answers in a row with headroom, and windows without a 429. */
const RECOVERY = { answers: 4, windows: 6 };
/** In a sliding window, a single answer is enough if it shows that this share of the limit is free. */
const PLENTY = 0.8;
/**
 * ms to wait after a 429, doubled with each one in a row, up to a window. After `patience` of them, a
 * client without slots spaces its calls.
 */
const BACKOFF = { first: 200, patience: 3 };
/** A 429 holds back all calls for so long at most. */
export const MAX_PAUSE_MS = 8_000;

/**
 * Decides when the next call may leave, to use the whole limit and not exceed it.
 * - A call takes a slot, which is free again a window and a margin later. While calls wait for slots of
 *   a short window, they leave evenly spread.
 * - After a 429, another client has the slot. If there is none, calls arrived too close together: the
 *   margin grows instead. It shrinks with every answer.
 * - If all answers of a window have headroom, slots are taken back: all if no 429 came lately, else
 *   some, in proportion to those held. In a long window, each answer tells how many are free.
 * - The answers tell whether the window slides. If it does, one answer with much headroom is enough. In a
 *   fixed window, a 429 holds back all calls until the window ends.
 * - After idle time, three probes show how much of the limit is free; the rest follow.
 */
export class RateWindow {
	held: number; // slots of the limit, by this process
	private readonly isLong: boolean; // so calls are not spaced
	private readonly leastMargin: number;
	private margin: number; // in ms
	private sent: Permit[] = []; // in the last two windows, without 429, by `countsFrom`
	lastSentAt = -Infinity;
	private probe = { left: 0, until: -Infinity };
	private nextAt = -Infinity; // while calls are spaced
	private rejected = { at: -Infinity, inARow: 0 };
	pausedUntil = -Infinity;
	private limitSince = -Infinity;
	private headroom = { answers: 0, remaining: Infinity, until: -Infinity };
	private recovery = 1; // windows without a 429 before a slot is taken back
	private isSliding = false; // the window, as far as the answers show
	private fullAt = -Infinity; // when a call took the last request of the limit
	private openedAt = -Infinity; // when a call opened a fixed window

	constructor(
		public limit: number, // requests per window, until a header tells another number
		readonly window: number,
		private readonly clock: Clock,
	) {
		this.held = limit;
		this.isLong = window > SPACING.longest;
		this.leastMargin = MARGIN.min * window;
		this.margin = this.leastMargin;
	}

	/** Called when a call arrives and none waits. */
	begin(): void {
		const now = this.clock.now();
		this.nextAt = -Infinity;
		if (this.lastSentAt >= now - this.window) return;
		this.held = this.limit;
		this.probe = { left: PROBE.calls, until: now + PROBE.wait };
	}

	/** When the next call may leave. */
	freeAt(): number {
		const now = this.clock.now();
		const old = this.sent.length - this.sentSince(now - 2 * this.window);
		if (old > this.sent.length / 2) this.sent.splice(0, old);
		const last = this.sent.at(-this.held);
		const slotAt = last ? last.countsFrom + this.window + this.margin : -Infinity;
		if (slotAt > now) {
			if (this.isLong) return Math.max(this.pausedUntil, slotAt);
			this.nextAt = Math.max(this.nextAt, slotAt);
		}
		const probedAt = this.probe.left === 0 ? this.probe.until : -Infinity;
		return Math.max(this.pausedUntil, probedAt, this.nextAt);
	}

	take(): Permit {
		const now = this.clock.now();
		const isProbe = now < this.probe.until;
		if (isProbe) this.probe.left--;
		const permit = { sentAt: now, countsFrom: now, isProbe };
		this.sent.push(permit);
		this.lastSentAt = now;
		if (this.nextAt > -Infinity) {
			const distance = (SPACING.share * this.window) / this.held;
			this.nextAt = Math.max(this.nextAt, now - SPACING.lag) + distance;
		}
		return permit;
	}

	/** Called for any status but 429. */
	onResponse(permit: Permit, headers: IDataObject): void {
		this.rejected.inARow = 0;
		if (permit.isProbe) {
			permit.countsFrom += Math.min(this.clock.now() - permit.sentAt, PROBE.connect);
			this.sent.sort((one, other) => one.countsFrom - other.countsFrom);
		}
		this.learn(permit, headers, true);
	}

	onRateLimited(permit: Permit, headers: IDataObject, retryAfterMs: number): void {
		const now = this.clock.now();
		this.sent = this.sent.filter((other) => other !== permit);
		const others = this.learn(permit, headers, false);
		if (permit.sentAt >= this.limitSince) {
			if (others < CONTENTION * this.limit && this.margin < MARGIN.max * this.window) {
				this.margin = this.margin * MARGIN.step + this.leastMargin;
			} else {
				this.held = Math.max(1, this.held - 1);
				this.recovery = Math.min(2 * this.recovery, RECOVERY.windows);
			}
		}
		let pause = retryAfterMs;
		// Calls under way at the same time count once.
		if (permit.sentAt > this.rejected.at) {
			const inARow = this.rejected.inARow + 1;
			const backoff = Math.min(BACKOFF.first * 2 ** (inARow - 1), this.window);
			const isStuck = inARow > 1 || this.held === 1;
			const opensAt = this.openedAt + this.window;
			if (opensAt > now) pause = Math.max(pause, opensAt + this.margin - now);
			else if (isStuck) pause = Math.max(pause, backoff * (0.5 + this.clock.random() / 2));
			this.rejected = { at: now, inARow };
			const hasNone = this.sentSince(now - this.window) === 0;
			if (hasNone && inARow > BACKOFF.patience && !this.isLong) this.nextAt = now;
		}
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(pause, MAX_PAUSE_MS));
	}

	/** Returns the requests of other clients that the headers show. */
	private learn({ countsFrom }: Permit, headers: IDataObject, isAccepted: boolean): number {
		const now = this.clock.now();
		const isProbe = now < this.probe.until;
		this.probe.until = -Infinity;
		this.margin = Math.max(this.leastMargin, this.margin * MARGIN.shrink);

		const limit = numberIn(headers['x-ratelimit-limit']);
		if (limit >= 1 && limit !== this.limit) {
			this.held = Math.max(1, Math.round((this.held / this.limit) * limit));
			this.limit = limit;
			this.limitSince = now;
		}
		const told = isAccepted ? numberIn(headers['x-ratelimit-remaining']) : 0;
		const isTold = limit >= 1 && told >= 0;
		// Without headers, there may be headroom and other clients (contract: rate-headers).
		if (!isTold || !this.isLong) this.recover(now, told >= 0 ? told : 1);
		if (!isTold) return this.limit;
		if (isAccepted && !this.isLong) this.learnKind(countsFrom, told);
		const own = this.sentSince(countsFrom - this.window - this.margin);
		const others = limit - told - own;
		if (isProbe) this.held = Math.max(1, Math.min(this.held, limit - others));
		else if (isAccepted && this.isLong) {
			const ownThen = own - this.sentSince(countsFrom);
			this.held = Math.max(1, Math.min(limit, ownThen + told));
		}
		return others;
	}

	/** Learns from an accepted call whether the window slides. */
	private learnKind(countsFrom: number, told: number): void {
		if (told === 0) {
			// A fixed window that is full accepts no second call.
			if (countsFrom - this.fullAt < this.window / 2) this.isSliding = true;
			this.fullAt = countsFrom;
		}
		const earlier = this.sentSince(countsFrom - 0.9 * this.window);
		// Loops counts only this call, although others arrived within a window before it.
		if (told === this.limit - 1 && earlier > this.sentSince(countsFrom - 0.1 * this.window)) {
			this.isSliding = false;
			this.openedAt = countsFrom;
		}
	}

	private recover(now: number, remaining: number): void {
		const { headroom } = this;
		const isPlenty = this.isSliding && remaining >= PLENTY * this.limit;
		headroom.answers++;
		headroom.remaining = isPlenty ? remaining : Math.min(headroom.remaining, remaining);
		const isProven = isPlenty || (headroom.answers >= RECOVERY.answers && now > headroom.until);
		const most = Math.min(headroom.remaining, this.limit - this.held);
		const quiet = Math.max(1, this.recovery / most) * this.window;
		if (isProven && most >= 1 && this.rejected.at < now - quiet) {
			const share = this.held / (this.limit - headroom.remaining);
			const cap = isPlenty ? most : Math.min(most, 2 * this.held);
			const part = Math.min(Math.round(most * share), cap);
			this.held += this.recovery === 1 ? most : Math.max(1, part);
			this.recovery = Math.max(1, this.recovery / 2);
		}
		if (!isProven && remaining > 0) return;
		// Random, so that several processes do not take the same slots.
		const until = now + this.window * (1 + this.clock.random() / 2);
		this.headroom = { answers: 0, remaining: Infinity, until };
	}

	private sentSince(time: number): number {
		let low = 0;
		let high = this.sent.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.sent[middle].countsFrom > time) high = middle;
			else low = middle + 1;
		}
		return this.sent.length - low;
	}
}

const numberIn = (header: unknown): number => {
	const number = Math.floor(Number.parseFloat(String(header)));
	return Number.isFinite(number) ? number : NaN;
};

/** Called with its permit when the call may leave. */
export type WaitingCall = (permit: Permit) => void;

/** The calls of one run, dropdown or single request, in order; retries go first. */
export class CallQueue {
	private readonly calls = new Set<WaitingCall>();
	private readonly retries = new Set<WaitingCall>();
	private rejectedSince?: number; // when the first of the latest calls left, if all were answered with 429
	lastServed = 0; // the serial number of the last call that left; 0 before the first

	get isEmpty(): boolean {
		return this.calls.size + this.retries.size === 0;
	}

	add(call: WaitingCall, isRetry: boolean): void {
		(isRetry ? this.retries : this.calls).add(call);
	}

	remove(call: WaitingCall): void {
		if (!this.retries.delete(call)) this.calls.delete(call);
	}

	/** Records a 429. `sentAt` is when its call left. */
	recordRejected(sentAt: number): void {
		this.rejectedSince ??= sentAt;
	}

	/** Records an answer other than 429. */
	recordAccepted(): void {
		this.rejectedSince = undefined;
	}

	/** How long Loops has answered with nothing but 429. Negative if its last answer was another. */
	rejectedMs(now: number): number {
		return now - (this.rejectedSince ?? Infinity);
	}

	/** Removes the first call, which leaves now. */
	take(serial: number): WaitingCall {
		const [first] = this.retries.size > 0 ? this.retries : this.calls;
		this.remove(first);
		this.lastServed = serial;
		return first;
	}
}

/**
 * The queue that has waited longest. A new one goes first, unless the last call came from a new one
 * (`servedNew`): many single calls must not starve a run.
 */
export function nextQueue(queues: Iterable<CallQueue>, servedNew: boolean): CallQueue | undefined {
	const rank = ({ lastServed }: CallQueue) =>
		lastServed === 0 && servedNew ? Infinity : lastServed;
	let next: CallQueue | undefined;
	for (const queue of queues) {
		if (!next || rank(queue) < rank(next)) next = queue;
	}
	return next;
}

/** Calls in progress: at first, at most, and how many more or fewer after an answer. */
const CALLS = { first: 10, max: 128, step: 0.5 };
/** In ms. An answer within `unloaded` shows the latency of the network alone. */
const SLOW = { unloaded: 1_000, answer: 5_000 };

/**
 * Adapts how many calls a run has in progress, to use the whole rate limit. By Little's law, it takes the
 * limit times the latency, plus a margin. But too many calls also make answers slow. So only the lowest
 * latency seen raises the number at once. Otherwise it grows with each quick answer, shrinks with each
 * slow one, and halves when an answer is lost.
 */
export class Concurrency {
	private calls = CALLS.first;
	private latency = 0; // ms, smoothed
	private lowest = Infinity;
	private hasAnswered = false; // since the last halving
	private halvedAt = -Infinity;

	get maxInFlight(): number {
		return Math.floor(this.calls);
	}

	/** `rate` is the rate limit in requests per second. */
	onAnswer(tookMs: number, rate: number): void {
		this.hasAnswered = true;
		this.latency = this.latency === 0 ? tookMs : this.latency * 0.8 + tookMs * 0.2;
		this.lowest = Math.min(this.lowest, tookMs);
		const needed = (latency: number) => Math.ceil((rate * latency * 1.5) / 1_000) + 2;
		const atOnce = this.lowest < SLOW.unloaded ? needed(this.lowest) : 0;
		const most = Math.min(CALLS.max, Math.max(CALLS.first, needed(this.latency)));
		if (tookMs < SLOW.answer) {
			this.calls = Math.min(most, Math.max(this.calls + CALLS.step, atOnce));
		} else if (this.calls > CALLS.first) this.calls -= CALLS.step;
	}

	/** If no call is answered at all, fewer calls would not help. */
	onLost(sentAt: number, now: number): void {
		if (!this.hasAnswered || sentAt < this.halvedAt) return;
		this.calls = Math.max(1, this.calls / 2);
		this.lowest = Infinity;
		this.hasAnswered = false;
		this.halvedAt = now;
	}
}

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
