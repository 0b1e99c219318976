import { sleep } from 'n8n-workflow';

/** Limits the time that a run spends on failing look-ups, not counting waits for the rate limit. */
export class LookUpBudget {
	private lostMs = 0;
	private lostUntil = 0;
	private readonly spent = new AbortController();

	/** `reason` creates the error for look-ups that run out of time. */
	constructor(
		private readonly maxMs: number,
		private readonly reason: () => Error,
	) {}

	/** Aborts when the time is up. */
	get signal(): AbortSignal {
		return this.spent.signal;
	}

	get leftMs(): number {
		return this.maxMs - this.lostMs;
	}

	/** Starts the clock for a look-up. The returned function stops it. */
	start(): (hasFailed: boolean) => void {
		const startedAt = performance.now();
		const end = new AbortController();
		sleep(this.leftMs, end.signal).then(
			// n8n before 2.34 ignores the signal and sleeps to the end.
			() => end.signal.aborted || this.spent.abort(this.reason()),
			() => {},
		);
		return (hasFailed) => {
			end.abort();
			if (!hasFailed) return;
			// The time of parallel look-ups counts once.
			const now = performance.now();
			this.lostMs += now - Math.max(startedAt, this.lostUntil);
			this.lostUntil = now;
		};
	}
}
