import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ServerModel } from './serverModels.mts';
import { type Scenario, simulate } from './simulation.mts';

const SERVERS: ServerModel[] = ['sliding', 'fixed', 'fixedByEpoch', 'weighted'];
const SECOND = 1_000;

/** Accepted per second from one time to another, in seconds. */
const perSecond = (log: Array<{ at: number; isAllowed: boolean }>, from: number, to: number) =>
	log.filter(({ at, isAllowed }) => isAllowed && at >= from * SECOND && at < to * SECOND).length /
	(to - from);

describe.each(SERVERS)('with %s windows', (server) => {
	const scenario = (more: Partial<Scenario>): Scenario => ({
		server,
		processes: [[{ calls: 600 }]],
		...more,
	});
	const least = server === 'weighted' ? 0.85 : 0.95;

	it('a limit that rises and falls is followed', async () => {
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

	it.each<[string, (headers: IDataObject) => IDataObject]>([
		['lacks its remaining', ({ 'x-ratelimit-limit': limit }) => ({ 'x-ratelimit-limit': limit })],
		[
			'has a remaining that is no number',
			(headers) => ({ ...headers, 'x-ratelimit-remaining': 'n/a' }),
		],
		['is no number', (headers) => ({ ...headers, 'x-ratelimit-limit': 'ten' })],
		['is negative', (headers) => ({ ...headers, 'x-ratelimit-limit': '-1' })],
		['is absent', () => ({})],
	])('a limit header that %s leaves the rate as it is', async (_, change) => {
		const headers = (told: IDataObject) => change(told);
		const { rate, rejected } = await simulate(scenario({ headers }), 1);
		expect(rate).toBeGreaterThan(least);
		expect(rejected).toBeLessThan(0.03);
	});

	it.each<[string, (now: number) => string | undefined]>([
		['absent', () => undefined],
		['zero', () => '0'],
		['negative', () => '-30'],
		['a date that is past', (now) => new Date(now - 60 * SECOND).toUTCString()],
		['a date', (now) => new Date(now + 2 * SECOND).toUTCString()],
		['one second', () => '1'],
		['an hour', () => '3600'],
	])('Retry-After that is %s ends well, beside another process', async (_, retryAfter) => {
		const headers = (told: IDataObject, now: number) => ({
			...told,
			...(told['x-ratelimit-remaining'] === '0' && { 'retry-after': retryAfter(now) }),
		});
		const processes = [[{ calls: 150 }], [{ calls: 150, startAt: 137 }]];
		const { runs, log } = await simulate(scenario({ headers, processes }), 1);
		expect(runs.map(({ acceptedAt }) => acceptedAt.length)).toEqual([150, 150]);
		expect(log.filter(({ isAllowed }) => !isAllowed).length).toBeLessThan(60);
	});

	it('a process that comes later gets its share', async () => {
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
