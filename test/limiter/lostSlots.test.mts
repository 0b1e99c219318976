import { expect, it } from 'vitest';

import { quota } from './caller.mts';
import { rateWindowOf } from './rateWindowOf.mts';

/** Loses a slot at each of these times: a 429 10 ms after the call left. */
function lose(all: ReturnType<typeof rateWindowOf>, times: number[]) {
	for (const time of times) {
		all.at(time);
		const [permit] = all.take(1);
		all.at(time + 10);
		all.rateWindow.onRateLimited(permit, {}, 0);
	}
}

/** Four answers, which say how many requests remain; then how many slots are held. */
function held(all: ReturnType<typeof rateWindowOf>, time: number, remaining?: number) {
	all.at(time);
	const headers = remaining === undefined ? {} : quota(10, remaining);
	for (const permit of all.take(4)) all.rateWindow.onResponse(permit, headers);
	return all.rateWindow.held;
}

it('lost slots come back two windows after a 429, not earlier', () => {
	const early = rateWindowOf(10);
	lose(early, [0]);
	expect(held(early, 2_010, 5)).toBe(9);
	const late = rateWindowOf(10);
	lose(late, [0]);
	expect(held(late, 2_011, 5)).toBe(10);
});

it.each([2, 3])('lost slots come back after four answers that leave room, not %i', (answers) => {
	const all = rateWindowOf(10);
	lose(all, [0]);
	all.at(3_000);
	for (const permit of all.take(answers)) all.rateWindow.onResponse(permit, quota(10, 5));
	for (const permit of all.take(1)) all.rateWindow.onResponse(permit, quota(10, 0));
	// A window and a quarter after the answer without room.
	expect(held(all, 4_250, 5)).toBe(9);
	expect(held(all, 4_251, 5)).toBe(10);
});

it('lost slots come back in proportion to those held, as far as others leave room', () => {
	const all = rateWindowOf(10);
	lose(all, [0, 2_000, 4_000, 6_000, 8_000]);
	// Five held, four free, and one used by others: five sixths of four.
	expect(held(all, 20_000, 4)).toBe(8);
	expect(held(all, 21_000, 2)).toBe(8);
	expect(held(all, 21_251, 2)).toBe(10);
});

it('lost slots wait up to six windows for a single free slot', () => {
	const times = [0, 2_000, 4_000, 6_000];
	const early = rateWindowOf(10);
	lose(early, times);
	expect(held(early, 12_010, 1)).toBe(6);
	const late = rateWindowOf(10);
	lose(late, times);
	expect(held(late, 12_011, 1)).toBe(7);
});

it('lost slots come back one at a time without headers', () => {
	const all = rateWindowOf(10);
	lose(all, [0, 2_000]);
	expect(held(all, 20_000)).toBe(9);
	expect(held(all, 22_000)).toBe(10);
	expect(held(all, 24_000)).toBe(10);
});

it('lost slots come back sooner after slots that have come back', () => {
	const all = rateWindowOf(10);
	lose(all, [0]);
	expect(held(all, 2_011, 5)).toBe(10);
	lose(all, [5_000]);
	expect(held(all, 7_011, 5)).toBe(10);
});

it('lost slots come back in part as long as some are lost', () => {
	const all = rateWindowOf(10);
	lose(all, [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000]);
	expect(held(all, 30_000, 1)).toBe(3);
	// Three held, four free: half of four.
	expect(held(all, 40_000, 4)).toBe(5);
});

it('slots that were left to others come back all at once without a 429', () => {
	const all = rateWindowOf(10);
	all.rateWindow.begin();
	const [probe] = all.take(3);
	all.rateWindow.onResponse(probe, quota(10, 1));
	expect(held(all, 2_000, 0)).toBe(4);
	expect(held(all, 4_000, 4)).toBe(8);
});

it('lost slots never make more than the limit, however few calls the answers show', () => {
	const all = rateWindowOf(10);
	lose(all, [0, 2_000, 4_000, 6_000, 8_000]);
	expect(held(all, 20_000, 9)).toBe(10);
});

it('lost slots are never the last one', () => {
	const all = rateWindowOf(2);
	lose(all, [0, 2_000, 4_000]);
	expect(all.rateWindow.held).toBe(1);
});

it('lost slots come back at one answer with room, once the window is known to slide', () => {
	const all = rateWindowOf(10);
	lose(all, [0, 2_000, 4_000]);
	all.at(5_000);
	// A fixed window would not accept a call after the last request of the limit.
	for (const permit of all.take(2)) all.rateWindow.onResponse(permit, quota(10, 0));
	all.at(9_000);
	for (const permit of all.take(1)) all.rateWindow.onResponse(permit, quota(10, 8));
	expect(all.rateWindow.held).toBeGreaterThan(7);
});

it('a 429 in a fixed window pauses calls until the window ends', () => {
	const all = rateWindowOf(10);
	all.take(3);
	all.at(500);
	// Loops counts only this call, so a window opens with it.
	for (const permit of all.take(1)) all.rateWindow.onResponse(permit, quota(10, 9));
	all.at(700);
	const [permit] = all.take(1);
	all.rateWindow.onRateLimited(permit, quota(10, 0), 0);
	expect(all.rateWindow.pausedUntil).toBeCloseTo(1_508, 0);
});
