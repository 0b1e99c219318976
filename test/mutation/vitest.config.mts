import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import base from '../../vitest.config.mts';
import { keepThread } from './keptThread.mts';
import { ROOMS } from './rooms.mts';

/** They take seconds, and repeat others with more values. */
const SLOW = ['test/limiter/{fairness,table}.test.mts', 'test/values/{generated,readme}.test.mts'];

/** For Stryker (README.md). */
export default defineConfig({
	...base,
	root: fileURLToPath(new URL('../..', import.meta.url)),
	plugins: [keepThread],
	test: {
		...base.test,
		setupFiles: ['test/harness/noNetwork.mts', 'test/mutation/freshCoverage.mts'],
		include: ROOMS[process.env.MUTATION_ROOM ?? ''].map(
			(folder) => `test/${folder}/**/*.test.{ts,mts}`,
		),
		exclude: SLOW,
	},
});
