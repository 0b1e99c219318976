import type { IDataObject } from 'n8n-workflow';
import type { Clock } from '../../nodes/Loops/http/clock.ts';

/**
 * The two limits of an account: most calls count per second; those on content, such as templates, per
 * minute. Loops tells the number in a header; until it does, these are the published ones.
 */
const BUDGETS = { plain: { window: 1_000, limit: 10 }, content: { window: 60_000, limit: 60 } };

export type Budget = keyof typeof BUDGETS;

/** Room for requests that overtake each other on the way to Loops. */
const MARGIN_MS = 20;

/** How far timers may lag behind the schedule. */
const MAX_LAG_MS = 20;

/** More than this is taken for slow work of Loops, not for a slow way to it. */
const MAX_DELAY_MS = 150;

const MAX_PAUSE_MS = 8_000;

/**
 * The limiter that the present one replaced, under a clock, to compare with.
 *
 * Holds the calls of one account to a rate limit, for all executions of the process and the
 * dropdowns. As many as the limit go at once; after that they are spaced, so that no window holds more
 * than the limit, whether Loops counts in fixed or in sliding windows. What others use of the same
 * limit is told from the header with the remainder, and from a 429.
 */
export class FormerLimiter {
	/** Requests per window. */
	limit: number;
	/** ms */
	readonly window: number;
	/** ms that an answer takes, smoothed. */
	latency = 0;

	/** ms that the quickest answers take, and when the first one came. */
	private quickest = Infinity;
	private heardAt = 0;
	private warmSince?: number;

	/** When calls left that Loops counts, oldest first; those before `first` are too old to matter. */
	private sent: number[] = [];
	private first = 0;
	private asking = 0;
	private others = { requests: 0, until: 0 };
	/** Requests per window given up after a 429, since when, and how many 429 came in a row. */
	private yielded = { requests: 0, at: 0, inARow: 0 };
	private pausedUntil = 0;
	/** Earliest next sending while calls are spaced; 0 while they are not. */
	private nextAt = 0;
	private tail: Promise<unknown> = Promise.resolve();

	constructor(
		budget: Budget,
		private readonly clock: Clock,
	) {
		({ limit: this.limit, window: this.window } = BUDGETS[budget]);
	}

	/** ms after which a call certainly no longer counts. */
	private get span(): number {
		return this.window + MARGIN_MS;
	}

	/**
	 * Waits until a call may leave, in the order of asking, and notes it as sent.
	 * @param maxRate requests per second to stay under, as the user wants it
	 * @param waited is told the ms of each wait
	 * @returns when it left, for `heard` and `turnedAway`
	 * @throws the reason of `signal` when that is aborted
	 */
	async turn(
		signal?: AbortSignal,
		maxRate = Infinity,
		waited?: (ms: number) => void,
	): Promise<number> {
		const previous = this.tail;
		let next = () => {};
		this.tail = new Promise<void>((resolve) => {
			next = resolve;
		});
		const isAlone = this.asking++ === 0;
		try {
			await previous;
			signal?.throwIfAborted();
			// Without a queue, the next calls may go as they come.
			if (isAlone) this.nextAt = 0;
			for (let wait = this.wait(maxRate); wait > 0; wait = this.wait(maxRate)) {
				await this.clock.sleep(wait, signal);
				signal?.throwIfAborted();
				waited?.(wait);
			}
			const now = this.clock.now();
			this.sent.push(now);
			return now;
		} finally {
			this.asking--;
			next();
		}
	}

	/** Takes in what an answer tells: the limit, and how much of it others have used. */
	heard(sentAt: number, headers: IDataObject): void {
		const now = this.clock.now();
		const took = now - sentAt;
		this.latency = this.latency === 0 ? took : this.latency * 0.8 + took * 0.2;
		// It forgets by a hundredth of the time that passes, should the way become longer.
		this.quickest = Math.min(took, this.quickest + (now - this.heardAt) / 100);
		this.heardAt = now;
		this.warmSince ??= now;
		// Of what left before the first answer came, nothing is known but when it was answered.
		const delay = sentAt < this.warmSince ? took : took - this.quickest - MARGIN_MS / 2;
		this.arrivedLate(sentAt, Math.min(delay, MAX_DELAY_MS));

		const limit = Number(headers['x-ratelimit-limit']);
		if (!(limit >= 1)) return;
		this.limit = limit;
		const used = limit - Number(headers['x-ratelimit-remaining']);
		// All of ours that may have arrived before this one: too many rather than too few, since a
		// wrong guess would slow a lone run down.
		const requests = used - this.sentSince(sentAt - this.window);
		if (requests >= this.others.requests || now > this.others.until) {
			this.others = { requests, until: now + 2 * this.window };
		}
	}

	/**
	 * A call whose answer took much longer than others may have reached Loops that much later, and
	 * counts there from then on: the first ones of a process, which open its connections, do.
	 */
	private arrivedLate(sentAt: number, delay: number): void {
		if (delay <= 0 || !this.forgetSending(sentAt)) return;
		const arrivedAt = sentAt + delay;
		this.sent.splice(this.sent.length - this.sentSince(arrivedAt), 0, arrivedAt);
	}

	/** False if it is too old to matter. */
	private forgetSending(sentAt: number): boolean {
		const index = this.sent.lastIndexOf(sentAt);
		if (index < this.first) return false;
		this.sent.splice(index, 1);
		return true;
	}

	/** Takes in that Loops turned a call away, which it does not count. */
	turnedAway(sentAt: number, retryAfterMs?: number): void {
		const now = this.clock.now();
		this.forgetSending(sentAt);
		// One burst of 429 is one message.
		if (this.yielded.inARow === 0 || now - this.yielded.at > this.window) {
			const requests = Math.min(this.yieldedAt(now) + this.limit * 0.15, this.limit - 1);
			this.yielded = { requests, at: now, inARow: this.yielded.inARow + 1 };
		}
		const oldest = this.sent[this.first] ?? now;
		const restOfWindow = Math.max(0, oldest + this.span - now);
		const jitter = this.clock.random() * 100 * 2 ** Math.min(this.yielded.inARow, 6);
		const pause = Math.min(retryAfterMs ?? restOfWindow + jitter, MAX_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, now + pause);
	}

	/** ms that all calls of the account are held back, after Loops turned one away. */
	get pause(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	/** Takes in that Loops did not turn a call away. */
	letIn(): void {
		this.yielded.inARow = 0;
	}

	/** ms until the next call may leave. */
	private wait(maxRate: number): number {
		const now = this.clock.now();
		if (this.pause > 0) return this.pause;

		const wanted = (maxRate * this.window) / 1_000;
		const share = this.share(now, wanted);
		const span = Math.max(this.span, this.span / wanted);
		while (this.sent[this.first] <= now - span) this.first++;
		this.forget();

		const inWindow = this.sent.length - this.first;
		const freeAt = inWindow >= share ? this.sent[this.sent.length - share] + span : 0;
		if (freeAt > 0 && this.nextAt === 0) this.nextAt = freeAt;
		const wait = Math.max(freeAt, this.nextAt) - now;
		if (wait <= 0 && this.nextAt > 0) {
			this.nextAt = Math.max(this.nextAt, now - MAX_LAG_MS) + span / share;
		}
		return wait;
	}

	/** Requests per window that are ours at the moment; 1 at the least. */
	private share(now: number, wanted: number): number {
		const others = now > this.others.until ? 0 : this.others.requests;
		const free = this.limit - Math.max(others, 0) - this.yieldedAt(now);
		return Math.max(1, Math.floor(Math.min(free, wanted)));
	}

	/** What was given up comes back at a twentieth of the limit per window. */
	private yieldedAt(now: number): number {
		const back = ((now - this.yielded.at) / this.window) * this.limit * 0.05;
		return Math.max(0, this.yielded.requests - back);
	}

	/** How many of ours left after `time`. */
	private sentSince(time: number): number {
		let low = 0;
		let high = this.sent.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.sent[middle] > time) high = middle;
			else low = middle + 1;
		}
		return this.sent.length - low;
	}

	/** Drops what is too old now and then, not one by one. */
	private forget(): void {
		if (this.first < 1_024 || this.first < this.sent.length / 2) return;
		const kept = this.sentSince(this.clock.now() - 2 * this.window);
		this.first -= this.sent.length - kept;
		this.sent = this.sent.slice(this.sent.length - kept);
	}
}
