export type RateAlgorithm = 'fixed' | 'sliding';

/** The decision for a request; both numbers become `x-ratelimit-*` headers. */
export interface RateDecision {
	allowed: boolean;
	limit: number;
	remaining: number;
}

/** Decides whether a request at `now` (ms of a monotonic clock) is allowed. */
export interface RateLimiter {
	take(now: number): RateDecision;
}

/**
 * @param limit requests per window; 0 for no limit
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

/** A window opens with the first request after the last window. That Loops does so is a guess. */
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

/** Any span of `window` ms has at most `limit` accepted requests; refused ones do not count. */
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
