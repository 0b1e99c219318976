export type RateAlgorithm = 'fixed' | 'sliding';

/** The outcome for one request; both numbers go into the answer's `x-ratelimit-*` headers. */
export interface RateDecision {
	allowed: boolean;
	limit: number;
	remaining: number;
}

/** Decides whether a request at `now` (ms, from a clock that never runs backwards) may pass. */
export interface RateLimiter {
	take(now: number): RateDecision;
}

/**
 * @param limit requests per window; 0 means there is no limit and no limiter
 * @param window in ms
 */
export function createRateLimiter(
	algorithm: RateAlgorithm,
	limit: number,
	window: number,
): RateLimiter | undefined {
	if (limit === 0) return undefined;
	return algorithm === 'fixed' ? fixedWindow(limit, window) : slidingWindow(limit, window);
}

/** A window opens with the first request after the last one ended (which of the kinds: a guess). */
function fixedWindow(limit: number, window: number): RateLimiter {
	let end = -Infinity;
	let taken = 0;
	return {
		take(now) {
			if (now >= end) {
				end = now + window;
				taken = 0;
			}
			const allowed = taken < limit;
			if (allowed) taken += 1;
			return { allowed, limit, remaining: limit - taken };
		},
	};
}

/** Any span of `window` ms holds at most `limit` accepted requests; refused ones do not count. */
function slidingWindow(limit: number, window: number): RateLimiter {
	const acceptedAt = new Float64Array(limit);
	let oldest = 0;
	let held = 0;
	return {
		take(now) {
			while (held > 0 && acceptedAt[oldest] <= now - window) {
				oldest = (oldest + 1) % limit;
				held -= 1;
			}
			const allowed = held < limit;
			if (allowed) {
				acceptedAt[(oldest + held) % limit] = now;
				held += 1;
			}
			return { allowed, limit, remaining: limit - held };
		},
	};
}
