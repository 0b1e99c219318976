import { expect, it } from 'vitest';

import { CallQueue } from '../../nodes/Loops/http/rateLimiter.ts';
import { read } from '../harness/repository.mts';
import { Caller, quota } from './caller.mts';

it('sends the calls of the example in rateLimiter.ts when that says', async () => {
	const example = read('nodes/Loops/http/rateLimiter.ts').split('*/')[0];
	const told = [...example.matchAll(/(\d+) ms: ([A-D, ]+) leaves?\b/g)].flatMap(([, ms, names]) =>
		names.split(', ').map((name) => [name, Number(ms)]),
	);
	const caller = new Caller();
	caller.answer = (now, name) => ({
		status: name === 'C' && now === 0 ? 429 : 200,
		headers: quota(2, 0),
		latency: 100,
	});
	const queue = new CallQueue();
	for (const name of ['A', 'B', 'C', 'D']) void caller.call(name, queue);
	await caller.finish();
	expect(told).toHaveLength(5);
	// Timers are up to 1.5 ms late.
	expect(caller.sent.map(({ at, name }) => [name, at])).toEqual(
		told.map(([name, ms]) => [name, expect.closeTo(Number(ms), -1)]),
	);
});
