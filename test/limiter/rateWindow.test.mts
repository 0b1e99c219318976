import { describe, expect, it } from 'vitest';

import { quota } from './caller.mts';
import { rateWindowOf, WINDOW } from './rateWindowOf.mts';

describe('repeated 429 without a limit header', () => {
	/** Sends a call that gets a 429 10 ms later; returns until when other calls are held back. */
	function reject(
		{ rateWindow, at }: ReturnType<typeof rateWindowOf>,
		time: number,
		retryAfterMs = 0,
	) {
		at(time);
		const permit = rateWindow.take();
		at(time + 10);
		rateWindow.onRateLimited(permit, {}, retryAfterMs);
		return rateWindow.pausedUntil;
	}

	it('doubles the pause from the second 429 on, up to a window', () => {
		const all = rateWindowOf(10);
		expect(reject(all, 0)).toBe(10);
		expect(reject(all, 20)).toBe(30 + 0.75 * 400);
		expect(reject(all, 400)).toBe(410 + 0.75 * 800);
		expect(reject(all, 1_100)).toBe(1_110 + 0.75 * WINDOW);
		expect(reject(all, 2_000)).toBe(2_010 + 0.75 * WINDOW);
	});

	it('pauses at the first 429 if there is one slot only', () => {
		expect(reject(rateWindowOf(1), 0)).toBe(10 + 0.75 * 200);
	});

	it('pauses as long as a longer Retry-After, but 8 s at most', () => {
		const all = rateWindowOf(10);
		expect(reject(all, 0, 500)).toBe(510);
		expect(reject(all, 600, 2_000)).toBe(2_610);
		expect(reject(all, 3_000, 60_000)).toBe(3_010 + 8_000);
	});

	it('resets the pause after an answer', () => {
		const all = rateWindowOf(10);
		reject(all, 0);
		const [answered] = all.take(1);
		all.rateWindow.onResponse(answered, {});
		expect(reject(all, 100)).toBe(110);
	});

	it('counts once for calls that were in flight together', () => {
		const { rateWindow, at, take } = rateWindowOf(10);
		const [first, second] = take(2);
		at(10);
		rateWindow.onRateLimited(first, {}, 0);
		const [third] = take(1);
		rateWindow.onRateLimited(second, {}, 0);
		at(20);
		rateWindow.onRateLimited(third, {}, 0);
		expect(rateWindow.pausedUntil).toBe(20);
	});

	it('removes a slot each time', () => {
		for (const [times, left] of [
			[1, 9],
			[3, 7],
		]) {
			const all = rateWindowOf(10);
			for (let n = 0; n < times; n++) reject(all, 2_000 * n);
			all.at(2_000 * times + 9_000);
			expect(all.room()).toBe(left);
		}
	});

	it('spaces further attempts from the fourth 429 without an accepted call on', () => {
		const all = rateWindowOf(10);
		for (const time of [0, 20, 400]) reject(all, time);
		all.at(1_100);
		all.take(1);
		expect(all.rateWindow.freeAt()).toBeLessThan(1_100);
		const none = rateWindowOf(10);
		for (const time of [0, 20, 400, 1_100]) reject(none, time);
		none.at(3_000);
		none.take(1);
		expect(none.rateWindow.freeAt()).toBeGreaterThan(3_000);
		const some = rateWindowOf(10);
		for (const time of [0, 20, 400]) reject(some, time);
		some.take(1);
		reject(some, 1_100);
		some.at(3_000);
		some.take(1);
		expect(some.rateWindow.freeAt()).toBeLessThan(3_000);
	});
});

describe('a 429 without other clients', () => {
	/** Sends as many calls as the limit at once, and `rejections` more that get a 429. */
	function tooClose(rejections: number, limit = 10) {
		const { rateWindow, at, take } = rateWindowOf(limit);
		take(limit);
		for (let n = 0; n < rejections; n++) {
			const [permit] = take(1);
			at(5);
			rateWindow.onRateLimited(permit, quota(limit), 0);
			at(0);
		}
		return rateWindow.freeAt();
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
		const { rateWindow, at, take, room } = rateWindowOf(10);
		take(accepted);
		at(sentAt);
		const [permit] = take(1);
		rateWindow.onRateLimited(permit, quota(10, 0), 0);
		at(5_000);
		expect(room()).toBe(held);
	});

	it.each([
		['none if the call left before the limit changed', 20, 5, 5],
		['a slot if the call left when the limit changed', 30, 5, 4],
		['a slot if the call left after the limit changed', 40, 5, 4],
		['a slot if an answer meanwhile tells the same limit', 20, 10, 9],
	])('costs %s', (_, sentAt, limit, held) => {
		const { rateWindow, at, take, room } = rateWindowOf(10);
		const [first] = take(1);
		at(sentAt);
		const [permit] = take(1);
		at(30);
		rateWindow.onResponse(first, quota(limit));
		at(50);
		rateWindow.onRateLimited(permit, {}, 0);
		at(5_000);
		expect(room()).toBe(held);
	});

	it('costs none by what later answers show of them', () => {
		const { rateWindow, at, take, room } = rateWindowOf(10);
		at(5_000);
		rateWindow.onResponse(take(1)[0], quota(10, 4));
		at(10_000);
		expect(room()).toBe(10);
	});
});

describe('the first calls after idle time', () => {
	it('are three until one is answered or a second has passed', () => {
		const { rateWindow, at, room } = rateWindowOf(10);
		rateWindow.begin();
		expect(room()).toBe(3);
		expect(rateWindow.freeAt()).toBe(1_000);
		at(999);
		expect(room()).toBe(0);
		at(1_000);
		expect(room()).toBe(7);
		expect(rateWindow.take().isProbe).toBe(false);
	});

	it('count from when they are connected, 150 ms after they leave at most', () => {
		const { rateWindow, at, take } = rateWindowOf(3);
		at(5_000);
		rateWindow.begin();
		const [first] = take(3);
		at(5_100);
		rateWindow.onResponse(first, {});
		expect(rateWindow.freeAt()).toBe(5_000 + WINDOW + 8);
		const late = rateWindowOf(1);
		late.at(5_000);
		late.rateWindow.begin();
		const [only] = late.take(1);
		late.at(5_020);
		late.rateWindow.onResponse(only, {});
		expect(late.rateWindow.freeAt()).toBe(5_020 + WINDOW + 8);
		const later = rateWindowOf(1);
		later.rateWindow.begin();
		const [last] = later.take(1);
		later.at(400);
		later.rateWindow.onResponse(last, {});
		// Connecting takes 150 ms at most.
		expect(later.rateWindow.freeAt()).toBe(150 + WINDOW + 8);
	});

	it('are not held back if the last call left within a window', () => {
		const { rateWindow, at, take, room } = rateWindowOf(10);
		take(1);
		at(1_000);
		rateWindow.begin();
		expect(room()).toBe(9);
	});

	it('reveal how much of the limit others use', () => {
		const { rateWindow, at, take, room } = rateWindowOf(10);
		rateWindow.begin();
		const [first, ...more] = take(3);
		at(50);
		// Two of ours are in flight, so others used five of ten.
		rateWindow.onResponse(first, quota(10, 2));
		for (const each of more) rateWindow.onResponse(each, quota(10, 4));
		const [last] = take(1);
		rateWindow.onResponse(last, quota(10, 4));
		at(5_000);
		// Later answers show that others used only three.
		expect(room()).toBe(7);
	});

	it('reveal nothing when a second has passed', () => {
		const { rateWindow, at, take, room } = rateWindowOf(10);
		rateWindow.begin();
		const [first] = take(3);
		at(1_000);
		rateWindow.onResponse(first, quota(10, 2));
		at(5_000);
		expect(room()).toBe(10);
	});
});

it.each([WINDOW + 8, 2_000])('calls that find slots free leave at once: after %s ms', (ms) => {
	const { at, take, room } = rateWindowOf(10);
	take(10);
	at(ms);
	expect(room()).toBe(10);
});

it.each([
	[1, 1],
	[20, 20],
	[5, 5],
	['5.9', 5],
])('the limit header of an answer sets the limit for later calls: %s', (limit, expected) => {
	const { rateWindow, at, take, room } = rateWindowOf(10);
	rateWindow.onResponse(take(1)[0], quota(limit));
	expect(rateWindow.limit).toBe(expected);
	at(5_000);
	expect(room()).toBe(expected);
});

it.each([
	['one after the other in a window of a second', 1_000, 1],
	['all at once in a window of a minute', 60_000, 10],
])('slots that are free again are used %s', (_how, window, count) => {
	const { rateWindow, at, take, room } = rateWindowOf(10, window);
	take(10);
	expect(rateWindow.freeAt()).toBe(1.008 * window);
	at(1.008 * window);
	expect(room()).toBe(count);
});
