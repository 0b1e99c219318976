import { it } from 'vitest';

import { checkModel } from './check.mts';
import { type Guard, OWN } from './scenario.mts';

/** In CI always the same runs: a change must not fail for what it did not touch. */
const seed = process.env.CI ? 1 : Math.floor(Math.random() * 1e6);

it.each<[runs: number, what: string, guard: Guard, only?: string]>([
	[250, 'do what the documentation says', OWN],
	[75, 'change nothing for another team', { ...OWN, team: 'Another' }, 'N'],
	[75, 'reach nobody at other domains', { ...OWN, domain: 'acme.dev' }, 'N'],
])(
	`%i random runs with both account guards on %s, seed ${seed}`,
	async (runs, _, guard, only) => {
		await checkModel(runs, { seed, guard, only });
	},
	3_600_000,
);
