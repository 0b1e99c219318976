import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import base from '../../vitest.config.mts';
import type { N8nVersion } from './n8n/install.mts';

/** A project is named after the version of n8n that its tests run on (versions/). */
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
		// One at a time: suites share a server, and the queue suite measures a pace.
		fileParallelism: false,
		// A slow machine may break what waits for n8n. What needed it is told at the end of .ci/run.
		retry: process.env.CI ? 1 : 0,
		projects: [
			project('2.41', ['test/e2e/{core,server,browser,queue,webhook}/*.e2e.mts']),
			project('2.20', ['test/e2e/core/*.e2e.mts']),
			project('1.123', ['test/e2e/{core,webhook}/*.e2e.mts']),
		],
	},
});
