import { describe, expect, it } from 'vitest';

import { CallQueue, Concurrency } from '../../nodes/Loops/http/rateLimiter.ts';
import { Caller, quota } from './caller.mts';

/** After `count` answers that took `ms`, with a rate limit in requests per second. */
function after(count: number, ms: number, rate: number, of = new Concurrency()): Concurrency {
	for (let n = 0; n < count; n++) of.onAnswer(ms, rate);
	return of;
}

it('begins with ten calls', () => {
	expect(new Concurrency().maxInFlight).toBe(10);
});

it('rises at once to what the lowest latency needs, but not above 128', () => {
	expect(after(1, 20, 1_000).maxInFlight).toBe(32);
	expect(after(1, 100, 10).maxInFlight).toBe(10);
	expect(after(1, 900, 1_000).maxInFlight).toBe(128);
	expect(after(1, 1_000, 1_000).maxInFlight).toBe(10);
});

it('grows by half a call with each answer of a slow network, up to what its latency needs', () => {
	const all = after(1, 2_000, 10);
	expect(all.maxInFlight).toBe(10);
	expect(after(1, 2_000, 10, all).maxInFlight).toBe(11);
	expect(after(100, 2_000, 10, all).maxInFlight).toBe(32);
});

it('follows the mean latency, which changes by a fifth with each answer', () => {
	const all = after(100, 2_000, 10);
	// 0.8 × 2,000 ms + 0.2 × 1,000 ms = 1,800 ms
	expect(after(1, 1_000, 10, all).maxInFlight).toBe(29);
});

it('shrinks by half a call with each slow answer, down to ten', () => {
	const all = after(1, 20, 1_000);
	expect(after(3, 5_000, 1_000, all).maxInFlight).toBe(30);
	expect(after(1_000, 5_000, 1_000, all).maxInFlight).toBe(10);
});

it('halves with a lost answer, once for calls in flight together', () => {
	const all = after(1, 20, 1_000);
	all.onLost(0, 100);
	expect(all.maxInFlight).toBe(16);
	all.onLost(200, 300);
	expect(all.maxInFlight).toBe(16);
	all.onAnswer(5_000, 1_000);
	all.onLost(99, 400);
	expect(all.maxInFlight).toBe(15);
	all.onLost(100, 400);
	expect(all.maxInFlight).toBe(7);
});

it('stays at ten while no call is answered at all, and keeps one call', () => {
	const all = new Concurrency();
	all.onLost(0, 100);
	expect(all.maxInFlight).toBe(10);
	for (let n = 1; n < 9; n++) {
		all.onAnswer(6_000, 10);
		all.onLost(n * 1_000, n * 1_000);
	}
	expect(all.maxInFlight).toBe(1);
});

describe('the limiter', () => {
	it('tells it the latency of an answer, and the limit', async () => {
		const { limiter, clock } = new Caller();
		await clock.advance(5_000);
		for (const _ of [1, 2]) {
			const permit = await limiter.acquire(new CallQueue());
			await clock.advance(20);
			limiter.onResponse(permit, quota(1_000, 999));
		}
		expect(limiter.concurrency.maxInFlight).toBe(32);
	});

	it('tells it of a lost answer', async () => {
		const { limiter, clock } = new Caller();
		limiter.onResponse(await limiter.acquire(new CallQueue()), {});
		const permit = await limiter.acquire(new CallQueue());
		await clock.advance(10);
		limiter.onResponse(permit);
		expect(limiter.concurrency.maxInFlight).toBe(5);
	});
});
