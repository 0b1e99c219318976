import { measure } from '../measure.mts';
import { atLeast, type Case, none } from '../result.mts';
import { startService, stopServices } from '../service.mts';

const LIMIT = 10;
const ITEMS = 300;

/** Realistic delays: ms until a request is counted, and ms from there to the answer. */
const SETTINGS = [
	{ way: '20', processing: 'lognormal:120:0.6', target: 0.95 },
	{ way: '20', processing: 'steps:20@0,250@10000', target: 0.95 },
	{ way: 'uniform:0:60', processing: '40', target: 0.9 },
];

/** Uses the whole limit with varying delays before or after requests are counted. */
export const varyingLatency: Case = async (pkg) => {
	const results = [];
	for (const window of ['fixed', 'sliding'] as const) {
		results.push(
			...(await Promise.all(
				SETTINGS.map(async ({ way, processing, target }) => {
					const service = await startService({ limit: LIMIT, way, processing, window });
					const numbers = await measure(pkg, service, ITEMS);
					return {
						setting: `${window} window, way ${way}, processing ${processing}`,
						numbers,
						checks: [
							atLeast('rate / limit', numbers.rate / LIMIT, target),
							none('lost', numbers.lost),
						],
					};
				}),
			)),
		);
		await stopServices();
	}
	return results;
};
