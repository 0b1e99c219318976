import { describe, expect, it } from 'vitest';

import { CallQueue, nextQueue } from '../../nodes/Loops/http/rateLimiter.ts';

const call = () => {};

describe('a queue', () => {
	it('is empty when it has neither calls nor retries', () => {
		const queue = new CallQueue();
		expect(queue.isEmpty).toBe(true);
		queue.add(call, false);
		queue.add(() => {}, true);
		expect(queue.isEmpty).toBe(false);
		queue.take(1);
		expect(queue.isEmpty).toBe(false);
		queue.take(2);
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
	/** A queue whose last call left at that turn of all queues. */
	function queueAfter(turn: number) {
		const queue = new CallQueue();
		queue.add(call, false);
		queue.take(turn);
		return queue;
	}

	it('is the one that has waited longest', () => {
		const [first, second] = [queueAfter(1), queueAfter(2)];
		expect(nextQueue([second, first], false)).toBe(first);
		expect(nextQueue([first, second], false)).toBe(first);
	});

	it('is a new one, unless the last turn went to a new one', () => {
		const [used, first, second] = [queueAfter(1), new CallQueue(), new CallQueue()];
		expect(nextQueue([used, first, second], false)).toBe(first);
		expect(nextQueue([first, used], true)).toBe(used);
		expect(nextQueue([first, second], true)).toBe(first);
	});
});
