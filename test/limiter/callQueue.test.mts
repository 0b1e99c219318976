import { describe, expect, it } from 'vitest';

import { CallQueue, nextQueue } from '../../nodes/Loops/http/callQueue.ts';

const call = () => {};

describe('a queue', () => {
	it('is empty when it has neither calls nor retries', () => {
		const queue = new CallQueue();
		expect(queue.isEmpty).toBe(true);
		queue.add(call, false);
		queue.add(() => {}, true);
		expect(queue.isEmpty).toBe(false);
		queue.take(0, 1);
		expect(queue.isEmpty).toBe(false);
		queue.take(0, 2);
		expect(queue.isEmpty).toBe(true);
	});

	it('knows for how long Loops has answered with 429 only', () => {
		const queue = new CallQueue();
		expect(queue.rejectedMs(100)).toBeLessThan(0);
		queue.recordRejected(100);
		queue.recordRejected(200);
		expect(queue.rejectedMs(450)).toBe(350);
		queue.recordAccepted();
		expect(queue.rejectedMs(450)).toBeLessThan(0);
	});
});

describe('the next queue', () => {
	/** A queue whose last call left at a time, at that turn of all queues. */
	function queueAfter(sentAt: number, turn: number, maxRate = 1) {
		const queue = new CallQueue(maxRate);
		queue.add(call, false);
		queue.take(sentAt, turn);
		return queue;
	}

	it('is the one that is due first, if none is due', () => {
		const [early, late] = [queueAfter(100, 2), queueAfter(300, 1)];
		expect(nextQueue([late, early], 500, false)).toBe(early);
		expect(nextQueue([early, late], 500, false)).toBe(early);
		const sameTime = queueAfter(100, 1);
		expect(nextQueue([early, sameTime], 500, false)).toBe(early);
	});

	it('is the one that has waited longest, of those that are due', () => {
		const [first, second] = [queueAfter(100, 1), queueAfter(200, 2)];
		expect(nextQueue([second, first], 5_000, false)).toBe(first);
		expect(nextQueue([first, second], 5_000, false)).toBe(first);
	});

	it('is a new one, unless the last turn went to a new one', () => {
		const [used, first, second] = [queueAfter(100, 1), new CallQueue(), new CallQueue()];
		expect(nextQueue([used, first, second], 5_000, false)).toBe(first);
		expect(nextQueue([first, used], 5_000, true)).toBe(used);
		expect(nextQueue([first, second], 5_000, true)).toBe(first);
	});
});
