import { sleep } from 'n8n-workflow';

import { LruCache } from './lruCache';

/** Of the time that passes: runs that share a budget may lose so much in the long run. */
const SHARE = 0.1;

/** The time lost so far, in ms: `at` is when it was last reduced. */
interface Lost {
	ms: number;
	at: number;
	/** Until when it is counted: the time of parallel look-ups counts once. */
	until: number;
}

const shared = new LruCache<Lost>(1_000);

/** Limits the time that is spent on failing look-ups, not counting waits for the rate limit. */
export class LookUpBudget {
	private readonly lost: Lost;
	private readonly spent = new AbortController();

	/**
	 * @param reason creates the error for look-ups that run out of time
	 * @param sharedAs lets all runs share the budget: a loop has many
	 */
	constructor(
		private readonly maxMs: number,
		private readonly reason: () => Error,
		sharedAs?: string,
	) {
		const known = sharedAs === undefined ? undefined : shared.get(sharedAs);
		this.lost = known ?? { ms: 0, at: performance.now(), until: 0 };
		if (sharedAs !== undefined) shared.set(sharedAs, this.lost);
		if (this.leftMs < maxMs * SHARE) this.end();
	}

	/** Aborts when the time is up. */
	get signal(): AbortSignal {
		return this.spent.signal;
	}

	get leftMs(): number {
		const { lost } = this;
		const now = performance.now();
		lost.ms = Math.max(0, lost.ms - (now - lost.at) * SHARE);
		lost.at = now;
		return this.maxMs - lost.ms;
	}

	end(): void {
		this.spent.abort(this.reason());
	}

	/** Starts the clock for a look-up. The returned function stops it. */
	start(): (hasFailed: boolean) => void {
		const startedAt = performance.now();
		const end = new AbortController();
		sleep(this.leftMs, end.signal).then(
			// n8n before 2.34 ignores the signal and sleeps to the end.
			() => end.signal.aborted || this.end(),
			() => {},
		);
		return (hasFailed) => {
			end.abort();
			if (!hasFailed) return;
			const now = performance.now();
			this.lost.ms += now - Math.max(startedAt, this.lost.until);
			this.lost.until = now;
		};
	}
}
