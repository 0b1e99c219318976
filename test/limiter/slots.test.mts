import { describe, expect, it } from 'vitest';

import { quota } from './caller.mts';
import { slotsOf, WINDOW } from './slotsOf.mts';

describe('repeated 429 without a limit header', () => {
	/** Sends a call that gets a 429 10 ms later; returns until when other calls are held back. */
	function reject({ slots, at }: ReturnType<typeof slotsOf>, time: number, retryAfterMs = 0) {
		at(time);
		const permit = slots.take();
		at(time + 10);
		slots.onRateLimited(permit, {}, retryAfterMs);
		return slots.pausedUntil;
	}

	it('doubles the pause from the second 429 on, up to a window', () => {
		const all = slotsOf(10);
		expect(reject(all, 0)).toBe(10);
		expect(reject(all, 20)).toBe(30 + 0.75 * 400);
		expect(reject(all, 400)).toBe(410 + 0.75 * 800);
		expect(reject(all, 1_100)).toBe(1_110 + 0.75 * WINDOW);
		expect(reject(all, 2_000)).toBe(2_010 + 0.75 * WINDOW);
	});

	it('pauses at the first 429 if there is one slot only', () => {
		expect(reject(slotsOf(1), 0)).toBe(10 + 0.75 * 200);
	});

	it('pauses as long as a longer Retry-After, but 8 s at most', () => {
		const all = slotsOf(10);
		expect(reject(all, 0, 500)).toBe(510);
		expect(reject(all, 600, 2_000)).toBe(2_610);
		expect(reject(all, 3_000, 60_000)).toBe(3_010 + 8_000);
	});

	it('resets the pause after an answer', () => {
		const all = slotsOf(10);
		reject(all, 0);
		const [answered] = all.take(1);
		all.slots.onResponse(answered, {});
		expect(reject(all, 100)).toBe(110);
	});

	it('counts once for calls that were in flight together', () => {
		const { slots, at, take } = slotsOf(10);
		const [first, second] = take(2);
		at(10);
		slots.onRateLimited(first, {}, 0);
		const [third] = take(1);
		slots.onRateLimited(second, {}, 0);
		at(20);
		slots.onRateLimited(third, {}, 0);
		expect(slots.pausedUntil).toBe(20);
	});

	it('removes a slot each time', () => {
		for (const [times, left] of [
			[1, 9],
			[3, 7],
		]) {
			const all = slotsOf(10);
			for (let n = 0; n < times; n++) reject(all, 2_000 * n);
			all.at(2_000 * times + 9_000);
			expect(all.room()).toBe(left);
		}
	});

	it('spaces further attempts from the fourth 429 without an accepted call on', () => {
		const all = slotsOf(10);
		for (const time of [0, 20, 400]) reject(all, time);
		all.at(1_100);
		all.take(1);
		expect(all.slots.freeAt()).toBeLessThan(1_100);
		const none = slotsOf(10);
		for (const time of [0, 20, 400, 1_100]) reject(none, time);
		none.at(3_000);
		none.take(1);
		expect(none.slots.freeAt()).toBeGreaterThan(3_000);
		const some = slotsOf(10);
		for (const time of [0, 20, 400]) reject(some, time);
		some.take(1);
		reject(some, 1_100);
		some.at(3_000);
		some.take(1);
		expect(some.slots.freeAt()).toBeLessThan(3_000);
	});
});

describe('a 429 without other clients', () => {
	/** Sends as many calls as the limit at once, and `rejections` more that get a 429. */
	function tooClose(rejections: number, limit = 10) {
		const { slots, at, take } = slotsOf(limit);
		take(limit);
		for (let n = 0; n < rejections; n++) {
			const [permit] = take(1);
			at(5);
			slots.onRateLimited(permit, quota(limit), 0);
			at(0);
		}
		return slots.freeAt();
	}

	it('adds a growing margin between windows', () => {
		expect(tooClose(0)).toBe(WINDOW + 8);
		expect(tooClose(1)).toBeCloseTo(WINDOW + 16.8, 1);
		expect(tooClose(1, 1)).toBeCloseTo(WINDOW + 16.8, 1);
		expect(tooClose(2)).toBeCloseTo(WINDOW + 16.8 * 0.995 * 1.1 + 8, 1);
	});

	it('adds about a quarter of a window at most', () => {
		expect(tooClose(60)).toBeGreaterThan(WINDOW + 230);
		expect(tooClose(60)).toBeLessThan(WINDOW + 290);
	});
});

describe('a 429 beside other clients', () => {
	it.each([
		['a slot if they use a fifth of the limit', 8, 0, 9],
		['none if they use less', 9, 0, 10],
		['none if our calls are a window and almost a margin older', 9, WINDOW + 7, 10],
		['a slot if our calls are a window and a margin older', 9, WINDOW + 8, 9],
	])('costs %s', (_, accepted, sentAt, held) => {
		const { slots, at, take, room } = slotsOf(10);
		take(accepted);
		at(sentAt);
		const [permit] = take(1);
		slots.onRateLimited(permit, quota(10, 0), 0);
		at(5_000);
		expect(room()).toBe(held);
	});

	it.each([
		['none if the call left before the limit changed', 20, 5, 5],
		['a slot if the call left when the limit changed', 30, 5, 4],
		['a slot if the call left after the limit changed', 40, 5, 4],
		['a slot if an answer meanwhile tells the same limit', 20, 10, 9],
	])('costs %s', (_, sentAt, limit, held) => {
		const { slots, at, take, room } = slotsOf(10);
		const [first] = take(1);
		at(sentAt);
		const [permit] = take(1);
		at(30);
		slots.onResponse(first, quota(limit));
		at(50);
		slots.onRateLimited(permit, {}, 0);
		at(5_000);
		expect(room()).toBe(held);
	});

	it('costs none by what later answers show of them', () => {
		const { slots, at, take, room } = slotsOf(10);
		at(5_000);
		slots.onResponse(take(1)[0], quota(10, 4));
		at(10_000);
		expect(room()).toBe(10);
	});
});

describe('the first calls after idle time', () => {
	it('are three until one is answered or a second has passed', () => {
		const { slots, at, room } = slotsOf(10);
		slots.begin();
		expect(room()).toBe(3);
		expect(slots.freeAt()).toBe(1_000);
		at(999);
		expect(room()).toBe(0);
		at(1_000);
		expect(room()).toBe(7);
		expect(slots.take().isProbe).toBe(false);
	});

	it('count from when they are connected, 150 ms after they leave at most', () => {
		const { slots, at, take } = slotsOf(3);
		at(5_000);
		slots.begin();
		const [first] = take(3);
		at(5_100);
		slots.onResponse(first, {});
		expect(slots.freeAt()).toBe(5_000 + WINDOW + 8);
		const late = slotsOf(1);
		late.at(5_000);
		late.slots.begin();
		const [only] = late.take(1);
		late.at(5_020);
		late.slots.onResponse(only, {});
		expect(late.slots.freeAt()).toBe(5_020 + WINDOW + 8);
		const later = slotsOf(1);
		later.slots.begin();
		const [last] = later.take(1);
		later.at(400);
		later.slots.onResponse(last, {});
		// Connecting takes 150 ms at most.
		expect(later.slots.freeAt()).toBe(150 + WINDOW + 8);
	});

	it('are not held back if the last call left within a window', () => {
		const { slots, at, take, room } = slotsOf(10);
		take(1);
		at(1_000);
		slots.begin();
		expect(room()).toBe(9);
	});

	it('reveal how much of the limit others use', () => {
		const { slots, at, take, room } = slotsOf(10);
		slots.begin();
		const [first, ...more] = take(3);
		at(50);
		// Two of ours are in flight, so others used five of ten.
		slots.onResponse(first, quota(10, 2));
		for (const each of more) slots.onResponse(each, quota(10, 4));
		const [last] = take(1);
		slots.onResponse(last, quota(10, 4));
		at(5_000);
		// Later answers show that others used only three.
		expect(room()).toBe(7);
	});

	it('reveal nothing when a second has passed', () => {
		const { slots, at, take, room } = slotsOf(10);
		slots.begin();
		const [first] = take(3);
		at(1_000);
		slots.onResponse(first, quota(10, 2));
		at(5_000);
		expect(room()).toBe(10);
	});
});

it.each([WINDOW + 8, 2_000])('calls that find slots free leave at once: after %s ms', (ms) => {
	const { at, take, room } = slotsOf(10);
	take(10);
	at(ms);
	expect(room()).toBe(10);
});

describe('the limit header of an answer', () => {
	it.each([
		[1, 1],
		[20, 20],
		[5, 5],
		['5.9', 5],
	])('sets the limit for later calls: %s', (limit, expected) => {
		const { slots, at, take, room } = slotsOf(10);
		slots.onResponse(take(1)[0], quota(limit));
		expect(slots.limit).toBe(expected);
		at(5_000);
		expect(room()).toBe(expected);
	});
});
