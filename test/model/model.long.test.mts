import { it } from 'vitest';

import { checkModel, repeat } from './check.mts';

/** `MODEL_RUNS=10000 npm run test:long -- test/model` for more. */
const runs = Number(process.env.MODEL_RUNS ?? 750);
/** In CI always the same runs: a change must not fail for what it did not touch. */
const seed = repeat.seed ?? (process.env.CI ? 1 : Math.floor(Math.random() * 1e6));

it(`${runs} random runs do what the documentation says, seed ${seed}`, async () => {
	await checkModel(runs, { ...repeat, seed });
}, 3_600_000);
