import { describe, expect, it } from 'vitest';

import { Scheduler } from '../../nodes/Loops/run/scheduler.ts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each } from '../harness/sampleItems.mts';
import { countsOf } from '../harness/stops.mts';

/** Input sorted by contact, with `ofEach` items per contact. */
const sorted = (count: number, ofEach: number) =>
	Array.from({ length: count }, (_, n) => ({
		n,
		email: `person${Math.floor(n / ofEach)}@example.com`,
	}));

const event = {
	...each(parametersOf.sendEvent),
	options: { eventPropertiesJson: '={{ { n: $json.n } }}' },
};

describe.each(['fixed', 'sliding'] as const)('input sorted by contact, %s window', (algorithm) => {
	const loops = useEmulator({ rateLimit: 10, latency: 300, rateAlgorithm: algorithm });

	it.each([
		[250, 25],
		// Two contacts more than slots: they must not be left for the end.
		[300, 25],
		[800, 200],
	])('uses the whole rate limit in order: %i items, %i per contact', async (count, ofEach) => {
		await loops.run(event, sorted(count, ofEach));
		const times = loops.calls().map(({ at }) => at);
		expect(times).toHaveLength(count);
		expect(((count - 1) / (times[count - 1] - times[0])) * 1_000).toBeGreaterThan(9.5);
		for (const contact of new Set(loops.emulator.eventLog.map(({ email }) => email))) {
			const own = loops.emulator.eventLog.filter(({ email }) => email === contact);
			const order = own.map(({ eventProperties }) => Number(eventProperties.n));
			expect(order).toEqual([...order].sort((a, b) => a - b));
		}
	});
});

describe('a stop in input sorted by contact', () => {
	const loops = useEmulator({ latency: 50 });
	const failAt = (n: number) => ({
		...event,
		eventName: `={{ $json.n === ${n} ? "no:colons" : "signup" }}`,
	});

	it.each([10, 30])('finishes the items before item %i and starts no more', async (n) => {
		const { error } = await loops.run(failAt(n), sorted(500, 25));
		expect(error?.context.itemIndex).toBe(n);
		const arrived = loops.emulator.eventLog.map(({ eventProperties }) => Number(eventProperties.n));
		expect(arrived.filter((each) => each < n).sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
		expect(arrived).not.toContain(n + 1);
		const { done, others, notStarted } = countsOf(error);
		expect({ done, others, notStarted }).toEqual({
			done: arrived.length,
			others: 0,
			notStarted: 499 - arrived.length,
		});
	});
});

describe('the look-ahead of the scheduler', () => {
	const TOTAL = 10_000;
	const PLACES = 10;

	it.each<[string, (index: number) => string[]]>([
		['all items share a lock', () => ['one']],
		['each item has its own lock', (index) => [`${index}`]],
		['no item has a lock', () => []],
		['pairs share a lock', (index) => [`${index >> 1}`]],
		['each item has one of two locks and a common one', (index) => [`${index % 2}`, 'one']],
		['every hundredth item shares a lock', (index) => [index % 100 ? `${index}` : 'one']],
	])('is bounded when %s', async (_case, locksOf) => {
		let looks = 0;
		let ended = 0;
		let inProgress = 0;
		const most = { inProgress: 0, ahead: 0 };
		const lastOf = new Map<string, number>();
		await new Scheduler().run(
			TOTAL,
			() => PLACES,
			(index) => {
				looks++;
				most.ahead = Math.max(most.ahead, looks - ended);
				return {
					locks: locksOf(index),
					work: async () => {
						most.inProgress = Math.max(most.inProgress, ++inProgress);
						for (const lock of locksOf(index)) {
							if ((lastOf.get(lock) ?? -1) >= index) throw new Error(`Overtaken: ${index}`);
							lastOf.set(lock, index);
						}
						await Promise.resolve();
						inProgress--;
						ended++;
					},
				};
			},
		);
		expect({ looks, ended }).toEqual({ looks: TOTAL, ended: TOTAL });
		expect(most.inProgress).toBeLessThanOrEqual(PLACES);
		expect(most.ahead).toBeLessThanOrEqual(PLACES * 100 + PLACES);
	});

	it('starts items in order when none waits', async () => {
		const order: number[] = [];
		await new Scheduler().run(
			100,
			() => PLACES,
			(index) => ({
				locks: [`${index}`],
				work: async () => {
					order.push(index);
					await Promise.resolve();
				},
			}),
		);
		expect(order).toEqual([...Array(100).keys()]);
	});
});
