/** Calls of a run in progress. */
const PLACES = { first: 10, max: 128, step: 0.5 };
/** ms; above it, answers take long because of the way, or because too many calls are under way. */
const SLOW = { unloaded: 1_000, answer: 5_000 };

/**
 * How many calls a run needs in progress to use the whole limit: by Little's law, the limit times the
 * latency, plus a margin. But the calls themselves may be what makes answers slow. So the number follows
 * at once only the lowest latency seen. It grows with quick answers, shrinks with slow ones, and halves
 * when one is lost.
 */
export class Places {
	private places = PLACES.first;
	private latency = 0; // ms, smoothed
	private lowest = Infinity;
	private hasAnswered = false; // since the last halving
	private halvedAt = -Infinity;

	get count(): number {
		return Math.floor(this.places);
	}

	/** `limit` is in requests per second. */
	onAnswer(tookMs: number, limit: number): void {
		this.hasAnswered = true;
		this.latency = this.latency === 0 ? tookMs : this.latency * 0.8 + tookMs * 0.2;
		this.lowest = Math.min(this.lowest, tookMs);
		const needed = (latency: number) => Math.ceil((limit * latency * 1.5) / 1_000) + 2;
		const atOnce = this.lowest < SLOW.unloaded ? needed(this.lowest) : 0;
		const most = Math.min(PLACES.max, Math.max(PLACES.first, needed(this.latency)));
		if (tookMs < SLOW.answer) {
			this.places = Math.min(most, Math.max(this.places + PLACES.step, atOnce));
		} else if (this.places > PLACES.first) this.places -= PLACES.step;
	}

	/** If no call is answered at all, fewer calls would not help. */
	onLost(sentAt: number, now: number): void {
		if (!this.hasAnswered || sentAt < this.halvedAt) return;
		this.places = Math.max(1, this.places / 2);
		this.lowest = Infinity;
		this.hasAnswered = false;
		this.halvedAt = now;
	}
}
