import { sleep } from 'n8n-workflow';

/** Counts the time that failing look-ups cost a run. Waiting for the rate limit costs nothing. */
export class LookUpBudget {
	private lostMs = 0;
	private lostUntil = 0;
	private readonly spent = new AbortController();

	/** `reason` makes the error for look-ups that the time does not suffice for. */
	constructor(
		private readonly maxMs: number,
		private readonly reason: () => Error,
	) {}

	/** Aborted when the time is up. */
	get signal(): AbortSignal {
		return this.spent.signal;
	}

	get leftMs(): number {
		return this.maxMs - this.lostMs;
	}

	/** A look-up is at Loops: counts until the function is called that it gives, which says if it failed. */
	start(): (hasFailed: boolean) => void {
		const startedAt = performance.now();
		const end = new AbortController();
		sleep(this.leftMs, end.signal).then(
			// n8n before 2.34 sleeps to the end.
			() => end.signal.aborted || this.spent.abort(this.reason()),
			() => {},
		);
		return (hasFailed) => {
			end.abort();
			if (!hasFailed) return;
			// Look-ups at the same time lose the same time.
			const now = performance.now();
			this.lostMs += now - Math.max(startedAt, this.lostUntil);
			this.lostUntil = now;
		};
	}
}
