import { describe, expect, it } from 'vitest';

import { CallQueue } from '../../nodes/Loops/http/rateLimiter.ts';
import { Caller } from './caller.mts';
import { simulate } from './simulation.mts';

const SECOND = 1_000;

describe('calls of a process', () => {
	it('keep their order within a queue', async () => {
		const caller = new Caller();
		caller.run('a', 35);
		caller.run('b', 35);
		await caller.finish();
		for (const name of ['a', 'b']) {
			const names = caller.sent.filter((one) => one.name.startsWith(name)).map((one) => one.name);
			expect(names).toEqual(Array.from({ length: 35 }, (_, n) => `${name}${n}`));
		}
	});

	it('are shared evenly between runs', async () => {
		const caller = new Caller();
		for (const name of ['a', 'b', 'c']) caller.run(name, 1_000);
		await caller.clock.advance(30 * SECOND);
		const counts = ['a', 'b', 'c'].map((name) => caller.timesOf(name).length);
		// The first run makes the first three calls.
		expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
		expect(counts[0]).toBeGreaterThan(95);
	});

	it('leave an import at least 40 % of the limit beside 12 single calls per second', async () => {
		const caller = new Caller();
		caller.run('import', 1_000);
		for (let n = 0; n < 360; n++) {
			void caller.call(`single${n}`);
			await caller.clock.advance(SECOND / 12);
		}
		expect(caller.timesOf('import').length).toBeGreaterThanOrEqual(0.4 * 300);
	});

	it('of a long import delay single items by under 300 ms', async () => {
		const singles = Array.from({ length: 40 }, (_, n) => ({
			calls: 1,
			startAt: 2_000 + n * 1_370,
			concurrency: 1,
		}));
		for (const server of ['sliding', 'fixed'] as const) {
			const { runs } = await simulate(
				{ server, processes: [[{ calls: 600 }, ...singles]], processing: 'lognormal:120:0.6' },
				1,
			);
			const waits = runs.slice(1).flatMap(({ waits }) => waits);
			waits.sort((one, other) => one - other);
			expect(waits).toHaveLength(40);
			expect(waits[Math.floor(0.95 * 40)]).toBeLessThan(300);
		}
	});

	it('go before new calls when they are retried', async () => {
		const caller = new Caller();
		caller.answer = (_, name) => {
			const isFirst = caller.sent.filter((one) => one.name === name).length === 1;
			return name === 'a4' && isFirst ? { status: 429 } : {};
		};
		caller.run('a', 40);
		await caller.finish();
		const names = caller.sent.map(({ name }) => name);
		const again = names.lastIndexOf('a4');
		// Only calls sent before the 429 arrived go first.
		expect(again).toBeLessThanOrEqual(10);
		expect(caller.sent).toHaveLength(41);
	});

	it('are not retries unless they say so', async () => {
		const { limiter, clock } = new Caller();
		const queue = new CallQueue();
		const order: string[] = [];
		// The probes leave at once.
		for (const name of ['probe', 'probe', 'probe', 'new', 'retry']) {
			const options = name === 'retry' ? { isRetry: true } : {};
			void limiter.acquire(queue, options).then(() => order.push(name));
		}
		await clock.advance(3 * SECOND);
		expect(order.slice(3)).toEqual(['retry', 'new']);
	});
});

describe('a call that is canceled while it waits', () => {
	async function canceled(place: 'first' | 'last') {
		const caller = new Caller();
		caller.run('before', 30);
		const queue = new CallQueue();
		const controller = new AbortController();
		const others = place === 'first' ? 0 : 25;
		for (let n = 0; n < others; n++) void caller.call(`mine${n}`, queue);
		let reason: unknown;
		const call = caller.call('canceled', queue, { signal: controller.signal });
		call.catch((error: unknown) => (reason = error));
		const startedAt = caller.clock.now();
		const cause = new Error('stopped');
		controller.abort(cause);
		await caller.clock.advance(0);
		return { caller, reason, cause, took: caller.clock.now() - startedAt, others };
	}

	it.each(['first', 'last'] as const)('ends at once when it is %s in its queue', async (place) => {
		const { caller, reason, cause, took, others } = await canceled(place);
		expect(reason).toBe(cause);
		expect(took).toBe(0);
		await caller.finish();
		expect(caller.timesOf('canceled')).toEqual([]);
		// Its slot is not lost.
		expect(caller.sent).toHaveLength(30 + others);
		const end = caller.sent.at(-1)!.at;
		expect(end).toBeLessThan(((30 + others) / 10) * 1_020);
	});

	it('leaves no timer behind that keeps the process alive', async () => {
		const caller = new Caller();
		const controller = new AbortController();
		for (let n = 0; n < 50; n++) {
			const signal = AbortSignal.any([controller.signal]);
			caller.call(`a${n}`, new CallQueue(), { signal }).catch(() => undefined);
		}
		await caller.clock.advance(100);
		controller.abort(new Error('stopped'));
		await caller.clock.run();
		expect(caller.clock.now()).toBeLessThan(250);
	});

	it('rejects at once if its signal is already aborted', async () => {
		const { limiter } = new Caller();
		const signal = AbortSignal.abort(new Error('stopped'));
		await expect(limiter.acquire(new CallQueue(), { signal })).rejects.toThrow('stopped');
	});
});

it('reports each wait for the limit once', async () => {
	const caller = new Caller();
	const queue = new CallQueue();
	const waits: number[][] = [];
	for (let n = 0; n < 12; n++) {
		const mine: number[] = [];
		waits.push(mine);
		void caller.call(`a${n}`, queue, { onWait: (ms) => mine.push(Math.round(ms)) });
	}
	await caller.finish();
	expect(waits.slice(0, 3)).toEqual([[], [], []]);
	expect(waits.slice(3).every((mine) => mine.length === 1)).toBe(true);
	expect(waits[11][0]).toBeGreaterThan(900);
});
