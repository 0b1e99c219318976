import { measure } from '../measure.mts';
import { atLeast, atMost, type Case, none } from '../result.mts';
import { startService, stopServices } from '../service.mts';

const LIMIT = 10;
const ITEMS = 300;

/** Uses the whole limit and keeps it with any latency and kind of window. */
export const latency: Case = async (pkg) => {
	const results = [];
	for (const window of ['fixed', 'sliding'] as const) {
		results.push(
			...(await Promise.all(
				[5, 50, 250, 1_000].map(async (ms) => {
					const service = await startService({ limit: LIMIT, latency: ms, window });
					const numbers = await measure(pkg, service, ITEMS);
					return {
						setting: `${window} window, ${ms} ms`,
						numbers,
						checks: [
							atLeast('rate / limit', numbers.rate / LIMIT, 0.96),
							none('lost', numbers.lost),
							// 0 in virtual time; here timers can fire late.
							atMost('429 / items', numbers.turnedAway / ITEMS, 0.01),
						],
					};
				}),
			)),
		);
		await stopServices();
	}
	return results;
};
