import { type Permit, RateWindow } from '../../nodes/Loops/http/rateLimiter.ts';

export const WINDOW = 1_000;

/** A rate window with a clock that the test sets, and a fixed random number of 0.5. */
export function rateWindowOf(limit: number, window = WINDOW) {
	const clock = { time: 0, now: () => clock.time, random: () => 0.5, sleep: async () => {} };
	const rateWindow = new RateWindow(limit, window, clock);
	return {
		rateWindow,
		at: (time: number) => (clock.time = time),
		take: (count: number): Permit[] => Array.from({ length: count }, () => rateWindow.take()),
		/** How many calls can leave at once. */
		room(): number {
			let count = 0;
			for (; rateWindow.freeAt() <= clock.time; count++) rateWindow.take();
			return count;
		},
	};
}
