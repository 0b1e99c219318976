import type { IDataObject } from 'n8n-workflow';

import type { Clock } from './clock';

/** Leave to send one call: when it leaves, from when on it counts, and if it goes before the first answer. */
export interface Permit {
	readonly sentAt: number;
	countsFrom: number;
	readonly isFirst: boolean;
}

/** Calls that go ahead, ms that others wait for their answer, and the most their connecting may take. */
const FIRST = { calls: 3, wait: 1_000, connect: 150 };
/** ms; how a 429 widens it where nobody else is there, and how each answer narrows it. */
const MARGIN = { min: 8, max: 250, step: 1.1, shrink: 0.995 };
/** Calls leave this share of their even distance apart; ms that a late one may be made up for. */
const SPACING = { share: 0.95, lag: 20 };
/** Somebody else uses the account if at least this share of the limit isn't ours. */
const OTHERS = 0.2;
/** Answers in a row that have to show room, and windows without a 429 before a slot of it is taken. */
const PROOF = { answers: 4, windows: 6 };
/** ms, doubled with each 429 in a row up to a window; after three, who has no slot tries harder. */
const BACKOFF = { first: 200, patience: 3 };
/** How long a 429 holds back all calls at most; the call that got it waits for itself. */
export const MAX_PAUSE_MS = 8_000;

/**
 * Knows when the next call may leave, so that the limit is used up and not broken, however the service
 * counts, however long answers take, and whoever else uses the account.
 *
 * - The limit is a number of slots. A call takes one, which is free again a window and a margin later.
 *   While calls wait for slots, they leave evenly spread. How long an answer takes doesn't matter.
 * - A 429 means that a slot is somebody else's: it is lost, and the call, which the service didn't
 *   count, goes first when the next one is free. If nobody else is there, calls came too close
 *   together on their way: the margin grows instead. It shrinks with every answer.
 * - The header with the remaining requests shows room. If a window's answers all show it, slots are
 *   taken back: all if no 429 came lately, else some, in proportion to those held.
 * - After idle time three calls go ahead and show how much of the limit is free; the rest follow.
 */
export class Slots {
	/** Requests per window that are ours at the moment. */
	private held: number;
	private margin = MARGIN.min;
	/** What was sent in the last two windows and not turned away, by when it counts from. */
	private sent: Permit[] = [];
	lastSentAt = -Infinity;
	private first = { left: 0, until: -Infinity };
	/** Earliest next sending while calls are spaced. */
	private nextAt = -Infinity;
	private rejected = { at: -Infinity, inARow: 0 };
	pausedUntil = -Infinity;
	private limitSince = -Infinity;
	/** What the latest answers, which all left room, have in common. */
	private room = { answers: 0, remaining: Infinity, until: -Infinity };
	/** Windows without a 429 before a slot is taken back. */
	private proof = 1;

	/** For so many requests per window of so many ms, until a header tells another number. */
	constructor(
		public limit: number,
		readonly window: number,
		private readonly clock: Clock,
	) {
		this.held = limit;
	}

	/** A call is asked for while none waits. */
	begin(): void {
		const now = this.clock.now();
		this.nextAt = -Infinity;
		if (this.lastSentAt >= now - this.window) return;
		this.held = this.limit;
		this.first = { left: FIRST.calls, until: now + FIRST.wait };
	}

	/** When the next call may leave. */
	freeAt(): number {
		const now = this.clock.now();
		const old = this.sent.length - this.sentSince(now - 2 * this.window);
		if (old > this.sent.length / 2) this.sent.splice(0, old);
		const last = this.sent.at(-this.held);
		const slotAt = last ? last.countsFrom + this.window + this.margin : -Infinity;
		if (slotAt > now) this.nextAt = Math.max(this.nextAt, slotAt);
		const firstAt = this.first.left === 0 ? this.first.until : -Infinity;
		return Math.max(this.pausedUntil, firstAt, this.nextAt);
	}

	/** A call leaves. */
	take(): Permit {
		const now = this.clock.now();
		const isFirst = now < this.first.until;
		if (isFirst) this.first.left--;
		const permit = { sentAt: now, countsFrom: now, isFirst };
		this.sent.push(permit);
		this.lastSentAt = now;
		if (this.nextAt > -Infinity) {
			const distance = (SPACING.share * this.window) / this.held;
			this.nextAt = Math.max(this.nextAt, now - SPACING.lag) + distance;
		}
		return permit;
	}

	/** An answer came, with any status but 429. */
	onResponse(permit: Permit, headers: IDataObject): void {
		this.rejected.inARow = 0;
		if (permit.isFirst) {
			permit.countsFrom += Math.min(this.clock.now() - permit.sentAt, FIRST.connect);
			this.sent.sort((one, other) => one.countsFrom - other.countsFrom);
		}
		this.learn(permit, headers, true);
	}

	/** A 429 came, for a call that Loops doesn't count. */
	onRateLimited(permit: Permit, headers: IDataObject, retryAfterMs: number): void {
		const now = this.clock.now();
		this.sent = this.sent.filter((other) => other !== permit);
		const others = this.learn(permit, headers, false);
		if (permit.sentAt >= this.limitSince) {
			if (others < OTHERS * this.limit && this.margin < MARGIN.max) {
				this.margin = this.margin * MARGIN.step + MARGIN.min;
			} else {
				this.held = Math.max(1, this.held - 1);
				this.proof = Math.min(2 * this.proof, PROOF.windows);
			}
		}
		let pause = retryAfterMs;
		// Calls that were on their way together tell the same.
		if (permit.sentAt > this.rejected.at) {
			const inARow = this.rejected.inARow + 1;
			const backoff = Math.min(BACKOFF.first * 2 ** (inARow - 1), this.window);
			const isStuck = inARow > 1 || this.held === 1;
			if (isStuck) pause = Math.max(pause, backoff * (0.5 + this.clock.random() / 2));
			this.rejected = { at: now, inARow };
			const hasNone = this.sentSince(now - this.window) === 0;
			if (hasNone && inARow > BACKOFF.patience) this.nextAt = now;
		}
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(pause, MAX_PAUSE_MS));
	}

	/** Takes in the headers, and gives the requests of others that they show. */
	private learn({ countsFrom }: Permit, headers: IDataObject, isAccepted: boolean): number {
		const now = this.clock.now();
		const isFirst = now < this.first.until;
		this.first.until = -Infinity;
		this.margin = Math.max(MARGIN.min, this.margin * MARGIN.shrink);

		const limit = numberIn(headers['x-ratelimit-limit']);
		if (limit >= 1 && limit !== this.limit) {
			this.held = Math.max(1, Math.round((this.held / this.limit) * limit));
			this.limit = limit;
			this.limitSince = now;
		}
		const told = isAccepted ? numberIn(headers['x-ratelimit-remaining']) : 0;
		// Where nothing is told, there may be room, and there may be others.
		this.takeRoom(now, told >= 0 ? told : 1);
		if (!(limit >= 1) || !(told >= 0)) return this.limit;
		const own = this.sentSince(countsFrom - this.window - this.margin);
		const others = limit - told - own;
		if (isFirst) this.held = Math.max(1, Math.min(this.held, limit - others));
		return others;
	}

	/** Takes slots back that the answers show to be nobody's. */
	private takeRoom(now: number, remaining: number): void {
		const { room } = this;
		room.answers++;
		room.remaining = Math.min(room.remaining, remaining);
		const isProven = room.answers >= PROOF.answers && now > room.until;
		const most = Math.min(room.remaining, this.limit - this.held);
		const quiet = Math.max(1, this.proof / most) * this.window;
		if (isProven && most >= 1 && this.rejected.at < now - quiet) {
			const share = this.held / (this.limit - room.remaining);
			const part = Math.min(Math.round(most * share), 2 * this.held);
			this.held += this.proof === 1 ? most : Math.max(1, part);
			this.proof = Math.max(1, this.proof / 2);
		}
		if (!isProven && remaining > 0) return;
		// A random moment, so that several processes don't take the same room.
		const until = now + this.window * (1 + this.clock.random() / 2);
		this.room = { answers: 0, remaining: Infinity, until };
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
