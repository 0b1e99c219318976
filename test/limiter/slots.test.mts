import { describe, expect, it } from 'vitest';

import { type Permit, Slots } from '../../nodes/Loops/http/slots.ts';
import { quota } from './caller.mts';

const WINDOW = 1_000;

/** Slots with a clock that the test sets, and a fixed random number of 0.5. */
function slotsOf(limit: number) {
	const clock = { time: 0, now: () => clock.time, random: () => 0.5, sleep: async () => {} };
	const slots = new Slots(limit, WINDOW, clock);
	return {
		slots,
		at: (time: number) => (clock.time = time),
		take: (count: number): Permit[] => Array.from({ length: count }, () => slots.take()),
		/** How many calls can leave at once. */
		room(): number {
			let count = 0;
			for (; slots.freeAt() <= clock.time; count++) slots.take();
			return count;
		},
	};
}

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
	});
});

describe('a 429 without other clients', () => {
	/** Sends as many calls as the limit at once, and `rejections` more that get a 429. */
	function tooClose(rejections: number) {
		const { slots, at, take } = slotsOf(10);
		take(10);
		for (let n = 0; n < rejections; n++) {
			const [permit] = take(1);
			at(5);
			slots.onRateLimited(permit, quota(10), 0);
			at(0);
		}
		return slots.freeAt();
	}

	it('adds a growing margin between windows', () => {
		expect(tooClose(0)).toBe(WINDOW + 8);
		expect(tooClose(1)).toBeCloseTo(WINDOW + 16.8, 1);
		expect(tooClose(2)).toBeCloseTo(WINDOW + 16.8 * 0.995 * 1.1 + 8, 1);
	});

	it('adds about a quarter of a window at most', () => {
		expect(tooClose(60)).toBeGreaterThan(WINDOW + 230);
		expect(tooClose(60)).toBeLessThan(WINDOW + 290);
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
	});

	it('count from when they are connected, 150 ms after they leave at most', () => {
		const { slots, at, take } = slotsOf(3);
		slots.begin();
		const [first] = take(3);
		at(100);
		slots.onResponse(first, {});
		expect(slots.freeAt()).toBe(WINDOW + 8);
		const late = slotsOf(1);
		late.slots.begin();
		const [only] = late.take(1);
		late.at(400);
		late.slots.onResponse(only, {});
		// Connecting takes 150 ms at most.
		expect(late.slots.freeAt()).toBe(150 + WINDOW + 8);
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
});

describe('the limit header of an answer', () => {
	it.each([
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
