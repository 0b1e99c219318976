import type { IDataObject } from 'n8n-workflow';

import type { Clock } from './clock';

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
			if (isStuck) pause = Math.max(pause, backoff * (0.5 + this.clock.random() / 2));
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
		const own = this.sentSince(countsFrom - this.window - this.margin);
		const others = limit - told - own;
		if (isProbe) this.held = Math.max(1, Math.min(this.held, limit - others));
		else if (isAccepted && this.isLong) {
			const ownThen = own - this.sentSince(countsFrom);
			this.held = Math.max(1, Math.min(limit, ownThen + told));
		}
		return others;
	}

	private recover(now: number, remaining: number): void {
		const { headroom } = this;
		headroom.answers++;
		headroom.remaining = Math.min(headroom.remaining, remaining);
		const isProven = headroom.answers >= RECOVERY.answers && now > headroom.until;
		const most = Math.min(headroom.remaining, this.limit - this.held);
		const quiet = Math.max(1, this.recovery / most) * this.window;
		if (isProven && most >= 1 && this.rejected.at < now - quiet) {
			const share = this.held / (this.limit - headroom.remaining);
			const part = Math.min(Math.round(most * share), most, 2 * this.held);
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
