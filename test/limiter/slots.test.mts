import { describe, expect, it } from 'vitest';

import { type Permit, Slots } from '../../nodes/Loops/http/slots.ts';
import { told } from './caller.mts';

const WINDOW = 1_000;

/** Slots at a time that the test sets, and with the middle of all chances. */
function slotsOf(limit: number) {
	const clock = { time: 0, now: () => clock.time, random: () => 0.5, sleep: async () => {} };
	const slots = new Slots(limit, WINDOW, clock);
	return {
		slots,
		at: (time: number) => (clock.time = time),
		take: (count: number): Permit[] => Array.from({ length: count }, () => slots.take()),
		/** How many calls may leave at once. */
		room(): number {
			let count = 0;
			for (; slots.freeAt() <= clock.time; count++) slots.take();
			return count;
		},
	};
}

describe('429 after 429, with nothing said about the limit', () => {
	/** Sends a call, which is turned away 10 ms later; gives until when the others are held back. */
	function turnAway({ slots, at }: ReturnType<typeof slotsOf>, time: number, retryAfterMs = 0) {
		at(time);
		const permit = slots.take();
		at(time + 10);
		slots.onRateLimited(permit, {}, retryAfterMs);
		return slots.pausedUntil;
	}

	it('holds back twice as long each time, from the second on, up to a window', () => {
		const all = slotsOf(10);
		expect(turnAway(all, 0)).toBe(10);
		expect(turnAway(all, 20)).toBe(30 + 0.75 * 400);
		expect(turnAway(all, 400)).toBe(410 + 0.75 * 800);
		expect(turnAway(all, 1_100)).toBe(1_110 + 0.75 * WINDOW);
		expect(turnAway(all, 2_000)).toBe(2_010 + 0.75 * WINDOW);
	});

	it('holds back as long as Retry-After says where that is longer, and 8 s at most', () => {
		const all = slotsOf(10);
		expect(turnAway(all, 0, 500)).toBe(510);
		expect(turnAway(all, 600, 2_000)).toBe(2_610);
		expect(turnAway(all, 3_000, 60_000)).toBe(3_010 + 8_000);
	});

	it('begins anew after an answer', () => {
		const all = slotsOf(10);
		turnAway(all, 0);
		const [answered] = all.take(1);
		all.slots.onResponse(answered, {});
		expect(turnAway(all, 100)).toBe(110);
	});

	it('counts once for calls that were on their way together', () => {
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

	it('leaves a slot less each time', () => {
		for (const [times, left] of [
			[1, 9],
			[3, 7],
		]) {
			const all = slotsOf(10);
			for (let n = 0; n < times; n++) turnAway(all, 2_000 * n);
			all.at(2_000 * times + 9_000);
			expect(all.room()).toBe(left);
		}
	});

	it('tries again and again from the fourth on where it has no slot at all', () => {
		const all = slotsOf(10);
		for (const time of [0, 20, 400]) turnAway(all, time);
		all.at(1_100);
		all.take(1);
		expect(all.slots.freeAt()).toBeLessThan(1_100);
		const none = slotsOf(10);
		for (const time of [0, 20, 400, 1_100]) turnAway(none, time);
		none.at(3_000);
		none.take(1);
		expect(none.slots.freeAt()).toBeGreaterThan(3_000);
	});
});

describe('429 although nobody else is there', () => {
	/** As many calls as the limit at once, and some more, which are turned away. */
	function tooClose(rejections: number) {
		const { slots, at, take } = slotsOf(10);
		take(10);
		for (let n = 0; n < rejections; n++) {
			const [permit] = take(1);
			at(5);
			slots.onRateLimited(permit, told(10), 0);
			at(0);
		}
		return slots.freeAt();
	}

	it('makes the distance between windows longer, by half of it and more', () => {
		expect(tooClose(0)).toBe(WINDOW + 8);
		expect(tooClose(1)).toBeCloseTo(WINDOW + 16.8, 1);
		expect(tooClose(2)).toBeCloseTo(WINDOW + 16.8 * 0.995 * 1.1 + 8, 1);
	});

	it('up to a quarter of a window and a little', () => {
		expect(tooClose(60)).toBeGreaterThan(WINDOW + 230);
		expect(tooClose(60)).toBeLessThan(WINDOW + 290);
	});
});

describe('the first calls after idle time', () => {
	it('are three, until one is answered', () => {
		const { slots, at, room } = slotsOf(10);
		slots.begin();
		expect(room()).toBe(3);
		expect(slots.freeAt()).toBe(1_000);
		at(999);
		expect(room()).toBe(0);
		at(1_000);
		expect(room()).toBe(7);
	});

	it('count from when they are connected, in that order', () => {
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
		// More than that is no connecting.
		expect(late.slots.freeAt()).toBe(150 + WINDOW + 8);
	});

	it('show how much of the limit others use, and then how much they leave', () => {
		const { slots, at, take, room } = slotsOf(10);
		slots.begin();
		const [first, ...more] = take(3);
		at(50);
		// Two more are on their way: five of ten are not ours.
		slots.onResponse(first, told(10, 2));
		for (const each of more) slots.onResponse(each, told(10, 4));
		const [last] = take(1);
		slots.onResponse(last, told(10, 4));
		at(5_000);
		// Two of them were nobody's in the end.
		expect(room()).toBe(7);
	});
});

describe('what an answer says of the limit', () => {
	it.each([
		[20, 20],
		[5, 5],
		['5.9', 5],
	])('counts from then on: %s', (limit, expected) => {
		const { slots, at, take, room } = slotsOf(10);
		slots.onResponse(take(1)[0], told(limit));
		expect(slots.limit).toBe(expected);
		at(5_000);
		expect(room()).toBe(expected);
	});
});
