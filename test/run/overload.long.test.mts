import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const upsert = each(parametersOf.upsert);

/** How long the service works on a request, by the ms since the run began. */
let work: (ms: number) => number;
let beganAt = 0;
let freeAt = 0;

/** The latency of a service that handles one request at a time. */
const oneByOne = () => {
	const now = performance.now();
	freeAt = Math.max(now, freeAt) + work(now - beganAt);
	return { latency: freeAt - now };
};

const start = (each: typeof work) => {
	work = each;
	beganAt = performance.now();
	freeAt = 0;
};
const seconds = () => (performance.now() - beganAt) / 1_000;

describe('a service that is slower than its rate limit', () => {
	const loops = useEmulator({ rateLimit: 10, script: oneByOne });

	it.each<[when: string, of: { count: number; ms: typeof work; idealSeconds: number }]>([
		['always', { count: 300, ms: () => 300, idealSeconds: 90 }],
		['for a minute', { count: 600, ms: (now) => (now < 60_000 ? 1_000 : 80), idealSeconds: 120 }],
	])('receives each call once and is kept busy: %s', async (_when, { count, ms, idealSeconds }) => {
		start(ms);
		const { json } = await loops.run(upsert, sampleItems(count));
		expect(json).toHaveLength(count);
		expect(loops.emulator.requests).toHaveLength(count);
		expect(seconds()).toBeLessThan(idealSeconds * 1.1);
	});
});

describe('a service that becomes slow under a high rate limit', () => {
	const loops = useEmulator({ rateLimit: 100, script: oneByOne });

	it('gets fewer concurrent calls after a timeout', async () => {
		start((ms) => (ms < 1_000 ? 300 : 1_000));
		const { json } = await loops.run(upsert, sampleItems(300));
		expect(json).toHaveLength(300);
		// With as many concurrent calls as at first, each would time out at least once.
		expect(loops.emulator.requests.length).toBeLessThan(400);
	});
});

describe.each([10, 100])('a rate limit of %i per second', (rateLimit) => {
	const script = () => ({ latency: work(performance.now() - beganAt) });
	const loops = useEmulator({ rateLimit, script });

	it.each([
		[900, 900],
		[100, 700],
	])('is fully used when answers take %i ms, then %i ms', async (before, after) => {
		start((ms) => (ms < 2_000 ? before : after));
		await loops.run(upsert, sampleItems(rateLimit * 20));
		expect(seconds()).toBeLessThan(20 * 1.15);
	});
});

describe('a service that never answers', () => {
	const loops = useEmulator({ rateLimit: 10 });

	it('gets as many concurrent calls as at first', async () => {
		start(() => 0);
		loops.emulator.inject({ kind: 'hang', times: 'always' });
		const { failed } = await loops.run(upsert, sampleItems(20), { onError: 'continueErrorOutput' });
		expect(failed).toHaveLength(20);
		expect(seconds()).toBeLessThan(2 * 130);
	});
});

describe('a rate limit that other clients use up', () => {
	const loops = useEmulator({ rateLimit: 10 });
	const run = async (count: number, times: number | 'always', headers = {}) => {
		loops.emulator.inject({ kind: 'status', status: 429, headers, times });
		start(() => 0);
		return await loops.run(upsert, sampleItems(count), { onError: 'continueErrorOutput' });
	};

	it('makes the run wait once, then try each item once', async () => {
		const { failed } = await run(100, 'always');
		expect(failed).toHaveLength(100);
		expect(seconds()).toBeLessThan(130 + 100);
	});

	it('does not delay other items for a Retry-After that is too long', async () => {
		const { failed } = await run(100, 'always', { 'retry-after': '3600' });
		expect(failed).toHaveLength(100);
		expect(loops.emulator.requests).toHaveLength(100);
		expect(seconds()).toBeLessThan(130);
	});

	it('stops failing items once a call succeeds', async () => {
		const { failed, done } = await run(100, 190);
		expect(failed.length).toBeGreaterThan(10);
		const last = Math.max(...failed.map(({ json }) => Number(json.n)));
		expect(done).toHaveLength(100 - 1 - last);
	});
});
