import { sleep } from 'n8n-workflow';

/** Time as the limiter sees it, in ms. */
export interface Clock {
	/** Never runs backwards. */
	now(): number;
	/** Rejects with the reason of `signal` when that aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** In [0, 1). */
	random(): number;
}

export const realClock: Clock = {
	now: () => performance.now(),
	sleep,
	// Looked up at each call as `now` is, so that a test that replaces one can replace both.
	random: () => Math.random(),
};
