import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import base from '../../vitest.config.mts';
import type { N8nVersion } from './n8n/install.mts';

/** A project for a version of n8n (versions/). */
const project = (version: N8nVersion, include: string[]) => ({
	extends: true as const,
	test: { name: `n8n-${version}`, include, globalSetup: ['test/e2e/n8n/globalSetup.mts'] },
});

/** For `npm run test:e2e`. */
export default defineConfig({
	root: fileURLToPath(new URL('../..', import.meta.url)),
	test: {
		env: base.test?.env,
		testTimeout: 120_000,
		hookTimeout: 240_000,
		expect: base.test?.expect,
		// Suites share a server, and the queue suite measures rates.
		fileParallelism: false,
		// Waits can time out on a slow machine; .ci/run reports retried tests.
		retry: process.env.CI ? 1 : 0,
		projects: [
			project('2.41', ['test/e2e/{core,server,browser,queue,webhook}/*.e2e.mts']),
			project('2.20', ['test/e2e/core/*.e2e.mts']),
			project('1.123', [
				'test/e2e/{core,webhook}/*.e2e.mts',
				'test/e2e/server/guessedLinks.e2e.mts',
			]),
		],
	},
});
