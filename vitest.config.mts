import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
	resolve: {
		// n8n-core requires the CommonJS build of n8n-workflow. Without this the node under test would
		// get the ESM build, and `instanceof NodeApiError` would be false in tests and true in n8n.
		alias: { 'n8n-workflow': require.resolve('n8n-workflow') },
	},
	test: {
		include: ['test/**/*.test.{ts,mts}'],
		exclude: ['test/**/*.long.test.mts'],
		globalSetup: 'test/harness/temporary.mts',
		setupFiles: ['test/harness/noNetwork.mts', 'test/harness/typeCheck.mts'],
		// InstanceSettings writes a config file: keep it away from the developer's own ~/.n8n.
		env: {
			N8N_USER_FOLDER: join(tmpdir(), 'n8n-nodes-loops-email-test'),
			N8N_ENCRYPTION_KEY: 'test',
			// n8n's error reporter would log every error that a node throws.
			N8N_LOG_LEVEL: 'silent',
		},
		// Runs of several seconds take many times that on a busy machine.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		// To load n8n-core takes longer than most files do: those that a process runs share it. So no file
		// may leave anything behind.
		isolate: false,
		// Each process loads n8n-core, compiles its code and makes the schemas of Loops' client by itself.
		maxWorkers: 2,
		// In MB. V8's default of 16 makes it clear away and copy what runs still use four times as often.
		execArgv: ['--max-semi-space-size=64'],
		silent: 'passed-only',
	},
});
