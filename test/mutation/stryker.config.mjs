/** Set by run.mts, which runs one room after the other. */
const room = process.env.MUTATION_ROOM;

/** For `npm run test:mutation`: one room. README.md says what is measured, and what is left out. */
export default {
	mutate: [`nodes/Loops/${room}/**/*.ts`],
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mts', related: false },
	plugins: ['@stryker-mutator/vitest-runner', './test/mutation/ignoreProse.mjs'],
	ignorers: ['prose'],
	coverageAnalysis: 'perTest',
	// Most constants of modules are fields of the form, which the snapshot of test/description pins.
	ignoreStatic: true,
	// A second run does only what has changed.
	incremental: true,
	incrementalFile: `.stryker-tmp/${room}.incremental.json`,
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: `.stryker-tmp/${room}.json` },
	ignorePatterns: ['dist', '*.png'],
	concurrency: 2,
	dryRunTimeoutMinutes: 20,
	timeoutMS: 20_000,
	timeoutFactor: 2,
	maxTestRunnerReuse: 200,
};
