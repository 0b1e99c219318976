import { afterEach, describe, expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter } from './rateLimit.mts';
import { startEmulator, type Emulator, type EmulatorOptions } from './server.mts';
import { callerOf } from './testClient.mts';

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

describe('the server', () => {
	let emulator: Emulator;
	afterEach(async () => await emulator.close());

	async function start(options: EmulatorOptions) {
		emulator = await startEmulator(options);
		const call = callerOf(emulator);
		return async (path: string, count: number) => {
			const replies = [];
			for (let index = 0; index < count; index += 1) replies.push(await call('GET', path));
			return replies;
		};
	}

	it('refuses the eleventh request', async () => {
		const calls = await start({ rateWindow: 60_000 });
		const replies = await calls('/lists', 11);
		expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
		const left = replies.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
		expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
		const { headers, body } = replies[10];
		expect([headers.get('x-ratelimit-limit'), headers.get('retry-after')]).toEqual(['10', null]);
		const message = 'Rate limit exceeded';
		expect(body).toEqual({ success: false, message, error: message });
		expect(emulator.stats).toEqual({ requests: 11, accepted: 10, rateLimited: 1, faulted: 0 });
		expect(emulator.requests[10]).toMatchObject({ status: 429, processed: false });
	});

	it('limits the content API separately', async () => {
		const calls = await start({ rateLimit: 1, rateWindow: 60_000 });
		const content = await calls('/transactional-emails', 61);
		expect(content.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
		expect(content[0].headers.get('x-ratelimit-limit')).toBe('60');
		const plain = await calls('/transactional', 2);
		expect(plain.map(({ status }) => status)).toEqual([200, 429]);
	});

	it('sends no rate limit headers without a limit, or for a refused key', async () => {
		const calls = await start({ rateLimit: 0 });
		const [reply] = (await calls('/lists', 30)).slice(-1);
		expect([reply.status, reply.headers.has('x-ratelimit-limit')]).toEqual([200, false]);
		await emulator.close();

		emulator = await startEmulator({ rateLimit: 1, rateWindow: 60_000 });
		for (let index = 0; index < 3; index += 1) {
			const refused = await callerOf({ ...emulator, apiKey: 'no' })('GET', '/lists');
			expect([refused.status, refused.headers.has('x-ratelimit-limit')]).toEqual([401, false]);
		}
		expect((await callerOf(emulator)('GET', '/lists')).status).toBe(200);
	});
});
