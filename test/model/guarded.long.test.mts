import { it } from 'vitest';

import { checkModel } from './check.mts';
import { type Guard, OWN } from './scenario.mts';

/** In CI always the same runs: a change must not fail for what it did not touch. */
const seed = process.env.CI ? 1 : Math.floor(Math.random() * 1e6);

it.each<[what: string, of: { runs: number; guard: Guard; only?: string }]>([
	['250 random runs do what the documentation says', { runs: 250, guard: OWN }],
	[
		'75 random runs change nothing for another team',
		{ runs: 75, guard: { ...OWN, team: 'Another' }, only: 'N' },
	],
	[
		'75 random runs reach nobody at other domains',
		{ runs: 75, guard: { ...OWN, domain: 'acme.dev' }, only: 'N' },
	],
])(
	`%s, with both account guards on, seed ${seed}`,
	async (_what, { runs, guard, only }) => {
		await checkModel(runs, { seed, guard, only });
	},
	3_600_000,
);
