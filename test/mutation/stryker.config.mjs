/** Set by run.mts, which runs one part after the other. */
const { MUTATION_PART: part, MUTATION_SAMPLE: sample, MUTATED: files } = process.env;

/** For `npm run test:mutation`: one part. README.md says what is measured, and what is left out. */
export default {
	mutate: [files],
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mts', related: false },
	plugins: [
		'@stryker-mutator/vitest-runner',
		'./test/mutation/ignoreProse.mjs',
		'./test/mutation/sample.mjs',
	],
	checkers: sample ? ['sample'] : [],
	ignorers: ['prose'],
	coverageAnalysis: 'perTest',
	// Most constants of modules are fields of the form, which the snapshot of test/description pins.
	ignoreStatic: true,
	// A second run does only what has changed.
	incremental: true,
	incrementalFile: `.stryker-tmp/${part}.incremental.json`,
	// The events show how far it came, should it be ended early.
	reporters: ['json', 'progress-append-only', 'event-recorder'],
	eventReporter: { baseDir: `.stryker-tmp/${part}.events` },
	jsonReporter: { fileName: `.stryker-tmp/${part}.json` },
	ignorePatterns: ['dist', '*.png'],
	concurrency: 2,
	dryRunTimeoutMinutes: 20,
	timeoutMS: 20_000,
	timeoutFactor: 2,
	maxTestRunnerReuse: 200,
};
