import { describe, expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter } from './rateLimit.mts';

/** The number of allowed requests if `count` arrive every `gap` ms from `start` on. */
function passed(limiter: RateLimiter, start: number, count: number, gap = 0): number {
	return Array.from({ length: count }, (_, index) => limiter.take(start + index * gap)).filter(
		({ allowed }) => allowed,
	).length;
}

describe('the rate limiter', () => {
	it('opens a fixed window with its first request', () => {
		const limiter = createRateLimiter('fixed', 10, 1000) as RateLimiter;
		expect(passed(limiter, 500, 12)).toBe(10);
		expect(passed(limiter, 1499, 1)).toBe(0);
		expect(passed(limiter, 1500, 12)).toBe(10);
		// Bursts at both sides of a window's end: twice the limit within 2 ms.
		expect(limiter.take(3000).allowed).toBe(true);
		expect(passed(limiter, 3999, 9)).toBe(9);
		expect(passed(limiter, 4000, 12)).toBe(10);
	});

	it('allows no more than the limit in any span of a sliding window', () => {
		const limiter = createRateLimiter('sliding', 10, 1000) as RateLimiter;
		expect(limiter.take(3000).allowed).toBe(true);
		expect(passed(limiter, 3999, 9)).toBe(9);
		// Only the request at 3000 has left the window.
		expect(passed(limiter, 4000, 12)).toBe(1);
		expect(passed(limiter, 4998, 5)).toBe(0);
		expect(passed(limiter, 4999, 12)).toBe(9);
	});

	it.each(['fixed', 'sliding'] as const)('does not count refused requests (%s)', (algorithm) => {
		const limiter = createRateLimiter(algorithm, 2, 1000) as RateLimiter;
		expect([0, 1, 2].map((now) => limiter.take(now))).toEqual([
			{ allowed: true, limit: 2, remaining: 1 },
			{ allowed: true, limit: 2, remaining: 0 },
			{ allowed: false, limit: 2, remaining: 0 },
		]);
		expect(passed(limiter, 900, 50, 1)).toBe(0);
		expect(passed(limiter, 1001, 3)).toBe(2);
	});
});
