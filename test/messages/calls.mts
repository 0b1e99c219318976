import { byId, contentParameters as of } from '../harness/operations.mts';
import { answered, type Chapter, each, said } from './cases.mts';

const metrics = of('campaign getMetrics');

/** Messages about single calls of the content API. */
export const CALLS: Chapter[] = [
	[
		'Metrics',
		[
			...each(metrics, [
				{ campaignId: byId('unknown') },
				{ campaignId: byId('cm9campaign0october00001') },
			]),
			answered(
				metrics,
				said(401, 'Not enabled.', { path: '/v1/campaigns/cm9campaign0september001/metrics' }),
			),
		],
	],
];
