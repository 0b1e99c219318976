import { measure } from '../measure.mts';
import { atLeast, type Case, none } from '../result.mts';
import { startService, stopServices } from '../service.mts';

/** Follows the limit in Loops' headers. */
export const highLimit: Case = async (pkg) => {
	const results = [];
	for (const { limit, items, target } of [
		{ limit: 100, items: 1_000, target: 0.95 },
		{ limit: 1_000, items: 8_000, target: 0.85 },
	]) {
		const numbers = await measure(pkg, await startService({ limit, latency: 50 }), items);
		results.push({
			setting: `limit ${limit}/s, 50 ms`,
			numbers,
			checks: [atLeast('rate / limit', numbers.rate / limit, target), none('lost', numbers.lost)],
		});
		await stopServices();
	}
	return results;
};
