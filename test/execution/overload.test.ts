import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, people } from '../harness/people.mts';

const upsert = each(parametersOf.upsert);

/** How long the service works at a request, by the ms since the run began. */
let work: (ms: number) => number;
let beganAt = 0;
let freeAt = 0;

/** The latency of a service that works at one request after the other. */
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

describe('a service that handles less than the rate limit', () => {
	const loops = useEmulator({ rateLimit: 10, script: oneByOne });

	it.each<[string, number, typeof work, number]>([
		['always', 300, () => 300, 90],
		['for a minute', 600, (ms) => (ms < 60_000 ? 1_000 : 80), 120],
	])('answers all calls in time: %s', async (_when, count, ms, ideal) => {
		start(ms);
		const { json } = await loops.run(upsert, people(count));
		expect(json).toHaveLength(count);
		expect(loops.emulator.requests).toHaveLength(count);
		expect(seconds()).toBeLessThan(ideal * 1.1);
	});
});

describe('with a high limit', () => {
	const loops = useEmulator({ rateLimit: 100, script: oneByOne });

	it('fewer calls are under way once one was lost', async () => {
		start((ms) => (ms < 1_000 ? 300 : 1_000));
		const { json } = await loops.run(upsert, people(300));
		expect(json).toHaveLength(300);
		// As many as at first would each be lost at least once.
		expect(loops.emulator.requests.length).toBeLessThan(400);
	});
});

describe.each([10, 100])('of a limit of %i per second', (rateLimit) => {
	const script = () => ({ latency: work(performance.now() - beganAt) });
	const loops = useEmulator({ rateLimit, script });

	it.each([
		[900, 900],
		[100, 700],
	])('all is used where answers take %i ms, and later %i', async (before, after) => {
		start((ms) => (ms < 2_000 ? before : after));
		await loops.run(upsert, people(rateLimit * 20));
		expect(seconds()).toBeLessThan(20 * 1.15);
	});
});

describe('without any answer', () => {
	const loops = useEmulator({ rateLimit: 10 });

	it('as many calls as before are under way', async () => {
		start(() => 0);
		loops.emulator.inject({ kind: 'hang', times: 'always' });
		const { failed } = await loops.run(upsert, people(20), { onError: 'continueErrorOutput' });
		expect(failed).toHaveLength(20);
		expect(seconds()).toBeLessThan(2 * 130);
	});
});

describe('a limit of which nothing is left for the node', () => {
	const loops = useEmulator({ rateLimit: 10 });
	const run = async (count: number, times: number | 'always', headers = {}) => {
		loops.emulator.inject({ kind: 'status', status: 429, headers, times });
		start(() => 0);
		return await loops.run(upsert, people(count), { onError: 'continueErrorOutput' });
	};

	it('costs the run its patience once, and then an attempt for each item', async () => {
		const { failed } = await run(100, 'always');
		expect(failed).toHaveLength(100);
		expect(seconds()).toBeLessThan(130 + 100);
	});

	it('holds back no calls for a wait that Loops asks for and the node gives up', async () => {
		const { failed } = await run(100, 'always', { 'retry-after': '3600' });
		expect(failed).toHaveLength(100);
		expect(loops.emulator.requests).toHaveLength(100);
		expect(seconds()).toBeLessThan(130);
	});

	it('costs nothing more once a call comes through', async () => {
		const { failed, done } = await run(100, 190);
		expect(failed.length).toBeGreaterThan(10);
		const last = Math.max(...failed.map(({ json }) => Number(json.n)));
		expect(done).toHaveLength(100 - 1 - last);
	});
});
