import type { PackageUnderTest } from '../../harness/engine.mts';
import { measure } from '../measure.mts';
import { atLeast, atMost, type Case, none } from '../result.mts';
import { type ServiceOptions, startService, stopServices } from '../service.mts';

const LIMIT = 10;
const WINDOWS = ['fixed', 'sliding'] as const;

/** A run of so many items, of which `each` in a row have the same contact. */
interface Setting extends ServiceOptions {
	setting: string;
	items: number;
	each?: number;
	/** The share of the limit to be used, if any. */
	target?: number;
}

async function rated(
	pkg: PackageUnderTest,
	{ setting, items, each, target, limit = LIMIT, ...options }: Setting,
) {
	const service = await startService({ limit, ...options });
	const numbers = await measure(pkg, service, items, each);
	const rate = target ? [atLeast('rate / limit', numbers.rate / limit, target)] : [];
	return { setting, numbers, checks: [...rate, none('lost', numbers.lost)] };
}

/** Settings at the same time, one group after the other. */
async function inGroups(pkg: PackageUnderTest, groups: Setting[][]) {
	const results = [];
	for (const group of groups) {
		results.push(...(await Promise.all(group.map((each) => rated(pkg, each)))));
		await stopServices();
	}
	return results;
}

/** Uses the whole limit and keeps it with any latency and kind of window. */
export const latency: Case = async (pkg) => {
	const groups = WINDOWS.map((window) =>
		[5, 50, 250, 1_000].map((ms) => ({
			setting: `${window} window, ${ms} ms`,
			items: 300,
			target: 0.96,
			latency: ms,
			window,
		})),
	);
	const results = await inGroups(pkg, groups);
	return results.map(({ numbers, checks, setting }) => ({
		setting,
		numbers,
		// 0 in virtual time; here timers can fire late.
		checks: [...checks, atMost('429 / items', numbers.turnedAway / numbers.items, 0.01)],
	}));
};

/** Realistic delays: ms until a request is counted, and ms from there to the answer. */
const DELAYS = [
	{ way: '20', processing: 'lognormal:120:0.6', target: 0.95 },
	{ way: '20', processing: 'steps:20@0,250@10000', target: 0.95 },
	{ way: 'uniform:0:60', processing: '40', target: 0.9 },
];

/** Uses the whole limit with varying delays before or after requests are counted. */
export const varyingLatency: Case = async (pkg) => {
	const groups = WINDOWS.map((window) =>
		DELAYS.map((delay) => ({
			...delay,
			window,
			items: 300,
			setting: `${window} window, way ${delay.way}, processing ${delay.processing}`,
		})),
	);
	return await inGroups(pkg, groups);
};

/** Follows the limit in Loops' headers. */
export const highLimit: Case = async (pkg) =>
	await inGroups(
		pkg,
		[
			{ limit: 100, items: 1_000, target: 0.95 },
			{ limit: 1_000, items: 8_000, target: 0.85 },
		].map((of) => [{ ...of, latency: 50, setting: `limit ${of.limit}/s, 50 ms` }]),
	);

/** Input sorted by contact: one contact's items run in order, different contacts concurrently. */
export const sorted: Case = async (pkg) =>
	await inGroups(pkg, [
		[1, 25, 100].map((each) => ({
			setting: `${each} in a row for each contact, 300 ms`,
			items: 500,
			latency: 300,
			each,
			...(each < 100 && { target: 0.94 }),
		})),
	]);
