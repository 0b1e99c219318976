import { describe, expect, it } from 'vitest';

import type { EmulatorOptions } from './emulator/server.mts';
import { parametersOf } from './harness/operations.mts';
import { useEmulator } from './harness/loops.mts';

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `person${n}@example.com` }));
const upsert = { ...parametersOf.upsert, email: '={{ $json.email }}' };

/** A busy machine delays a request now and then; `npm run bench` holds the node to none. */
const STRAY = 4;

/** The most requests that Loops accepted in any stretch of a second. */
function busiestSecond(arrivals: number[]): number {
	const sorted = [...arrivals].sort((a, b) => a - b);
	return Math.max(
		...sorted.map((start) => sorted.filter((at) => at >= start && at < start + 1_000).length),
	);
}

const windows: EmulatorOptions[] = [{ rateAlgorithm: 'fixed' }, { rateAlgorithm: 'sliding' }];

describe.each(windows)('with a limit of 10 per second: %o', (options) => {
	const loops = useEmulator({ rateLimit: 10, latency: 20, ...options });

	it('ten items go at once', async () => {
		await loops.run(upsert, people(10));
		const times = loops.calls().map(({ at }) => at);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(900);
	});

	it('more items use the limit and do not break it', async () => {
		const { json } = await loops.run(upsert, people(35));
		expect(json).toHaveLength(35);
		expect(loops.emulator.stats.rateLimited).toBeLessThan(STRAY);
		const times = loops.calls().map(({ at }) => at);
		expect(busiestSecond(times)).toBeLessThanOrEqual(10);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(9_000);
	});

	it('two executions of a process share it', async () => {
		const both = await Promise.all([loops.run(upsert, people(15)), loops.run(upsert, people(15))]);
		expect(both.map(({ json }) => json.length)).toEqual([15, 15]);
		expect(loops.emulator.stats.rateLimited).toBeLessThan(STRAY);
	});

	it('a dropdown shares it, too', async () => {
		const load = async () =>
			await loops.run({ resource: 'mailingList', operation: 'getAll' }).then(({ json }) => json);
		const [run, lists] = await Promise.all([loops.run(upsert, people(15)), load()]);
		expect(run.json).toHaveLength(15);
		expect(lists).toHaveLength(3);
		expect(loops.emulator.stats.rateLimited).toBeLessThan(STRAY);
	});

	it('room is left for another client, which loses little', async () => {
		const { apiKey, baseUrl } = loops.credentials();
		let turnedAway = 0;
		let isOver = false;
		const other = async () => {
			while (!isOver) {
				const { status } = await fetch(`${baseUrl}/lists`, {
					headers: { authorization: `Bearer ${apiKey}` },
				});
				if (status === 429) turnedAway++;
				await new Promise((resolve) => setTimeout(resolve, 200));
			}
		};
		const beside = other();
		const { json } = await loops.run(upsert, people(40));
		isOver = true;
		await beside;
		expect(json).toHaveLength(40);
		expect(turnedAway).toBeLessThan(10);
	});

	it('goes on after a 429 that nothing announced', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, times: 3 });
		const { json } = await loops.run(upsert, people(12));
		expect(json).toHaveLength(12);
	});
});

describe('with a limit that was raised', () => {
	const loops = useEmulator({ rateLimit: 100, rateAlgorithm: 'sliding', latency: 5 });

	it('the node learns it from the header', async () => {
		await loops.run(upsert, people(250));
		expect(loops.emulator.stats.rateLimited).toBeLessThan(STRAY);
		const times = loops.calls().map(({ at }) => at);
		expect(busiestSecond(times)).toBeLessThanOrEqual(100);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(12_000);
	});
});

describe('calls on content', () => {
	const loops = useEmulator({ rateLimit: 10, contentRateLimit: 60 });

	it('count against a limit of their own', async () => {
		loops.emulator.inject({
			kind: 'status',
			status: 410,
			path: '/v1/transactional',
			times: 'always',
		});
		const getAll = { resource: 'transactionalEmail', operation: 'getAll', limit: '={{ $json.n }}' };
		// Each asks the older list, which is gone, and then the newer one.
		const limits = Array.from({ length: 12 }, (_, n) => ({ n: n + 1 }));
		const { run } = await loops.run(getAll, limits);
		expect(run.status).toBe('success');
		const content = loops.calls().filter(({ path }) => path === '/v1/transactional-emails');
		expect(content).toHaveLength(12);
		expect(loops.emulator.stats.rateLimited).toBeLessThan(STRAY);
	});
});
