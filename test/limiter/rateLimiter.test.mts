import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';

import { CallQueue, RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import { Caller, mostWithin, quota } from './caller.mts';
import { simulate } from './simulation.mts';
import { VirtualClock } from './virtualClock.mts';

const SECOND = 1_000;
const HOUR = 3_600_000;

/** Without the limiters of other tests. */
async function freshLimiters() {
	vi.resetModules();
	return (await import('../../nodes/Loops/http/rateLimiter.ts')).rateLimiterOf;
}

describe('ten calls of an idle account', () => {
	it('leave nearly at once: three, then seven after the first answer', async () => {
		const caller = new Caller();
		caller.answer = () => ({ headers: quota(10, 7) });
		caller.run('a', 10);
		await caller.finish();
		const times = caller.timesOf('a');
		expect(times.slice(0, 3)).toEqual([0, 0, 0]);
		expect(Math.max(...times)).toBeLessThan(60);
	});

	it('leave within 1.1 s without an answer', async () => {
		const caller = new Caller();
		caller.answer = () => ({ latency: 30 * SECOND });
		caller.run('a', 10);
		await caller.clock.advance(5 * SECOND);
		expect(caller.sent).toHaveLength(10);
		expect(Math.max(...caller.timesOf('a'))).toBeLessThan(1_100);
	});

	it('use only what others leave of the limit', async () => {
		const caller = new Caller();
		caller.answer = () => ({ headers: quota(10, 1) });
		caller.run('a', 10);
		await caller.clock.advance(500);
		expect(caller.sent.length).toBeLessThanOrEqual(4);
	});
});

describe('more calls than the limit', () => {
	it('use at least 98 % of it and never exceed it in any window', async () => {
		const caller = new Caller();
		caller.run('a', 300);
		await caller.finish();
		const times = caller.timesOf('a');
		expect(mostWithin(SECOND, times)).toBe(10);
		expect(299 / 10 / (times.at(-1)! / SECOND)).toBeGreaterThan(0.98);
	});

	it('are spread over the window after the first ten', async () => {
		const caller = new Caller();
		caller.run('a', 100);
		await caller.finish();
		expect(mostWithin(100, caller.timesOf('a').slice(20))).toBeLessThanOrEqual(2);
	});

	it('keep the limit per minute of the content API', async () => {
		const caller = new Caller('content');
		expect([caller.limiter.limit, caller.limiter.rateWindow.window]).toEqual([60, 60 * SECOND]);
		caller.run('a', 200);
		await caller.finish();
		expect(mostWithin(60 * SECOND, caller.timesOf('a'))).toBe(60);
		expect(caller.sent.at(-1)!.at).toBeLessThan(3.35 * 60 * SECOND);
	});

	it('leave at once when the minute that another process used up is over', async () => {
		const used = [{ calls: 60 }];
		const processes = [used, [{ calls: 20, startAt: 5 * SECOND }]];
		const content = { limitName: 'content', limit: 60, window: 60 * SECOND } as const;
		const { endedAt } = await simulate({ server: 'sliding', ...content, processes }, 1);
		expect(endedAt).toBeLessThan(70 * SECOND);
	});
});

describe('the limit header', () => {
	it.each([
		['without a remaining', quota(10)],
		['with a remaining that is not a number', quota(10, 'many')],
		['with an empty remaining', quota(10, '')],
		['that is not a number', quota('unlimited', 5)],
		['that is zero', quota(0, 0)],
		['that is negative', quota(-5, -5)],
		['that is infinite', quota('Infinity', 'Infinity')],
		['that is absent', {}],
	])('%s keeps the pacing at 10 per second', async (_, headers) => {
		const caller = new Caller();
		caller.answer = () => ({ headers });
		caller.run('a', 60);
		await caller.finish();
		expect(mostWithin(SECOND, caller.timesOf('a'))).toBeLessThanOrEqual(10);
		expect(caller.sent.at(-1)!.at).toBeLessThan(6.5 * SECOND);
		expect(caller.limiter.limit).toBe(10);
	});

	it('lowers the rate from thousands to 10 with 128 calls in flight', async () => {
		const scenario = {
			server: 'sliding' as const,
			limit: [
				[0, 5_000],
				[300, 10],
			] as Array<[number, number]>,
			processes: [[{ calls: 3_000, concurrency: 128 }]],
			until: 60 * SECOND,
		};
		const { log } = await simulate(scenario, 1);
		const refused = log.filter(({ isAllowed }) => !isAllowed);
		// Calls in flight can't be called back; each is sent once more.
		expect(refused.filter(({ at }) => at > 600)).toHaveLength(0);
		expect(log.filter(({ at }) => at > 2_000 && at < 12_000).length).toBeGreaterThan(95);
	});

	it('is not needed to keep an unannounced limit of 6', async () => {
		const headers = () => ({});
		const scenario = {
			server: 'sliding',
			limit: 6,
			headers,
			processes: [[{ calls: 300 }]],
		} as const;
		const { rate, rejected } = await simulate({ ...scenario, processes: [[{ calls: 300 }]] }, 1);
		expect(rate).toBeGreaterThan(0.9);
		expect(rejected).toBeLessThan(0.1);
	});
});

describe('Retry-After', () => {
	/** Ten calls to a server that answers 429 for `forMs`. */
	async function rateLimited(retryAfterMs: number | undefined, forMs: number) {
		const caller = new Caller();
		caller.answer = (now) =>
			now < forMs
				? { status: 429, retryAfterMs, headers: quota(10, 0), latency: 3 }
				: { headers: quota(10, 9), latency: 3 };
		caller.run('a', 10);
		await caller.finish();
		return caller;
	}

	it.each([undefined, 0, -5_000, -HOUR])('of %s ms does not shorten the backoff', async (ms) => {
		const caller = await rateLimited(ms, 5 * SECOND);
		const mostTries = Math.max(...caller.sent.map(({ name }) => caller.timesOf(`${name}`).length));
		expect(mostTries).toBeLessThan(10);
		expect(caller.sent.length).toBeLessThan(40);
		expect(caller.sent.at(-1)!.at).toBeLessThan(20 * SECOND);
	});

	it('of two seconds holds back all calls for two seconds', async () => {
		const caller = await rateLimited(2 * SECOND, 1);
		const times = caller.timesOf('a').filter((at) => at > 100);
		expect(Math.min(...times)).toBeGreaterThanOrEqual(2 * SECOND);
		expect(Math.min(...times)).toBeLessThan(2_100);
	});

	it('of the second of two rate-limited calls holds back all calls', async () => {
		const { limiter, clock } = new Caller();
		const queue = new CallQueue();
		const permits = [await limiter.acquire(queue), await limiter.acquire(queue)];
		await clock.advance(10);
		limiter.onRateLimited(permits[0], {});
		limiter.onRateLimited(permits[1], {}, 3 * SECOND);
		expect(limiter.pauseMs).toBeGreaterThanOrEqual(3 * SECOND);
	});

	it('of an hour holds back other calls for 8 s only', async () => {
		const { limiter, clock } = new Caller();
		const permit = await limiter.acquire(new CallQueue());
		await clock.advance(10);
		limiter.onRateLimited(permit, {}, HOUR);
		expect(limiter.pauseMs).toBe(8 * SECOND);
		await clock.advance(8 * SECOND);
		expect(limiter.pauseMs).toBe(0);
	});
});

describe('the state of the limiter', () => {
	it('stays small over 100,000 calls', async () => {
		const caller = new Caller();
		const queue = new CallQueue();
		const work = async () => {
			for (let n = 0; n < 10_000; n++) {
				const permit = await caller.limiter.acquire(queue);
				await caller.clock.sleep(20);
				caller.limiter.onResponse(permit, quota(1_000, 500));
			}
		};
		const all = Promise.all(Array.from({ length: 10 }, work));
		let isOver = false;
		void all.then(() => (isOver = true));
		await caller.clock.run(() => isOver);
		expect(JSON.stringify(caller.limiter).length).toBeLessThan(600_000);
		const { sent } = (caller.limiter as unknown as { rateWindow: { sent: unknown[] } }).rateWindow;
		expect(sent.length).toBeLessThan(5_000);
	});

	it('is one for each account and limit', async () => {
		const rateLimiterOf = await freshLimiters();
		const limiter = rateLimiterOf('same', 'plain');
		expect(rateLimiterOf('same', 'plain')).toBe(limiter);
		expect(rateLimiterOf('same', 'content')).not.toBe(limiter);
		expect(rateLimiterOf('other', 'plain')).not.toBe(limiter);
		expect(rateLimiterOf('same', 'plain')).toBe(limiter);
	});

	it('is kept for a hundred accounts', async () => {
		const rateLimiterOf = await freshLimiters();
		const first = rateLimiterOf('first', 'plain');
		for (let n = 0; n < 99; n++) rateLimiterOf(`one of 99: ${n}`, 'plain');
		expect(rateLimiterOf('first', 'plain')).toBe(first);
		for (let n = 0; n < 100; n++) rateLimiterOf(`one of 100: ${n}`, 'plain');
		expect(rateLimiterOf('first', 'plain')).not.toBe(first);
	});

	it('is idle a minute after the last call', async () => {
		const { limiter, clock } = new Caller();
		expect(limiter.isIdle).toBe(true);
		await clock.advance(1);
		await limiter.acquire(new CallQueue());
		await clock.advance(60 * SECOND);
		expect(limiter.isIdle).toBe(false);
		await clock.advance(1);
		expect(limiter.isIdle).toBe(true);
	});

	it('is not idle while a call waits', async () => {
		const caller = new Caller('content');
		caller.run('a', 61);
		await caller.clock.advance(60.2 * SECOND);
		expect(caller.sent).toHaveLength(60);
		expect(caller.limiter.isIdle).toBe(false);
	});

	it('is dropped for the least recently used accounts, but not while in use', async () => {
		const rateLimiterOf = await freshLimiters();
		const unused = rateLimiterOf('unused', 'plain');
		const inUse = rateLimiterOf('in use', 'plain');
		await inUse.acquire(new CallQueue());
		for (let n = 0; n < 200; n++) rateLimiterOf(`account ${n}`, 'plain');
		expect(rateLimiterOf('in use', 'plain')).toBe(inUse);
		expect(rateLimiterOf('unused', 'plain')).not.toBe(unused);
	});
});

it('a call learns how long it waited, and leaves no listener', async () => {
	const { limiter, clock } = new Caller();
	await clock.advance(500);
	limiter.onRateLimited(await limiter.acquire(new CallQueue()), {}, 2 * SECOND);
	await clock.advance(300);
	const { signal } = new AbortController();
	let waited = 0;
	const options = { signal, onWait: (ms: number) => (waited += ms) };
	const acquired = limiter.acquire(new CallQueue(), options);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	await clock.run();
	await acquired;
	expect(waited).toBeGreaterThanOrEqual(1_700);
	expect(waited).toBeLessThan(1_710);
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('sleeps once for each wait, since the sleep of n8n cannot end early', async () => {
	const clock = new VirtualClock();
	let sleeps = 0;
	const sleep = async (ms: number) => {
		sleeps++;
		await clock.sleep(ms);
	};
	const now = () => clock.now();
	const limiter = new RateLimiter('plain', { now, sleep, random: clock.random });
	const queue = new CallQueue();
	const calls = Array.from({ length: 50 }, async (_, n) => {
		const permit = await limiter.acquire(queue);
		if (n % 2) limiter.onRateLimited(permit, {}, 100);
		else limiter.onResponse(permit, {});
	});
	await clock.run();
	await Promise.all(calls);
	expect(sleeps).toBeLessThanOrEqual(50);
});
