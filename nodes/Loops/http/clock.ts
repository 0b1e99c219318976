import { sleep } from 'n8n-workflow';

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
