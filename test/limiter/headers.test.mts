import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ServerModel } from './serverModels.mts';
import { type Scenario, simulate } from './simulation.mts';

const SERVERS: ServerModel[] = ['sliding', 'fixed', 'fixedByEpoch', 'weighted'];
const SECOND = 1_000;

/** Accepted requests per second between two times in seconds. */
const perSecond = (log: Array<{ at: number; isAllowed: boolean }>, from: number, to: number) =>
	log.filter(({ at, isAllowed }) => isAllowed && at >= from * SECOND && at < to * SECOND).length /
	(to - from);

describe.each(SERVERS)('the limiter with %s windows', (server) => {
	const scenario = (more: Partial<Scenario>): Scenario => ({
		server,
		processes: [[{ calls: 600 }]],
		...more,
	});
	const least = server === 'weighted' ? 0.85 : 0.95;

	it('follows a limit that rises and falls', async () => {
		const limit: Scenario['limit'] = [
			[0, 10],
			[20 * SECOND, 30],
			[40 * SECOND, 5],
		];
		const processes = [[{ calls: 2_000 }]];
		const { log, rejected } = await simulate(scenario({ limit, processes, until: 60 * SECOND }), 1);
		expect(perSecond(log, 2, 20)).toBeGreaterThan(10 * least);
		expect(perSecond(log, 22, 40)).toBeGreaterThan(30 * least);
		expect(perSecond(log, 42, 60)).toBeGreaterThan(5 * (least - 0.05));
		expect(rejected).toBeLessThan(0.03);
	});

	it.each<[string, (now: number) => string | undefined]>([
		['absent', () => undefined],
		['zero', () => '0'],
		['negative', () => '-30'],
		['a past date', (now) => new Date(now - 60 * SECOND).toUTCString()],
		['a future date', (now) => new Date(now + 2 * SECOND).toUTCString()],
		['one second', () => '1'],
		['an hour', () => '3600'],
	])('completes all calls of two processes with a Retry-After: %s', async (_, retryAfter) => {
		const headers = (told: IDataObject, now: number) => ({
			...told,
			...(told['x-ratelimit-remaining'] === '0' && { 'retry-after': retryAfter(now) }),
		});
		const processes = [[{ calls: 150 }], [{ calls: 150, startAt: 137 }]];
		const { runs, log } = await simulate(scenario({ headers, processes }), 1);
		expect(runs.map(({ acceptedAt }) => acceptedAt.length)).toEqual([150, 150]);
		expect(log.filter(({ isAllowed }) => !isAllowed).length).toBeLessThan(60);
	});

	it('lets in a process that starts later', async () => {
		const processes = [[{ calls: 1_000 }], [{ calls: 60, startAt: 30 * SECOND }]];
		const firsts: number[] = [];
		for (let seed = 1; seed <= 5; seed++) {
			const { runs } = await simulate(scenario({ processes }), seed);
			firsts.push(runs[1].acceptedAt[0] - 30 * SECOND);
		}
		// A full sliding window lets a newcomer in by chance only, about one try in ten.
		const [, , median] = firsts.sort((one, other) => one - other);
		expect(median).toBeLessThan(server === 'sliding' ? 20 * SECOND : 4 * SECOND);
	});
});
