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
