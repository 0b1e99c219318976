/** What one run mutates in nodes/Loops/, and the tests in test/ that should fail. */
interface Part {
	mutate: string;
	tests: string[];
	/** Tests among them that can't run here. */
	except?: string[];
	/** ms, default 60,000. A call that never ends fails its test then, and Stryker need not start anew. */
	testTimeout?: number;
}

/** What a form holds, and what Loops gets of it. */
const VALUE_TESTS = [
	'account/notMapped',
	'operations/event/typedProperties',
	'operations/transactionalEmail/variables',
	'sends/{automaticKey,idempotencyKey}',
	'fields/**/*',
	'form/*',
	'messages/listed',
	'operations/campaign/scheduleTime',
	'form/generated/values',
];

/** Stryker runs threads, which have no time zone of their own. */
const NO_THREAD = ['form/{dateTimeZone,textOptions}'];

export const PARTS: Record<string, Part> = {
	limiter: {
		mutate: 'http/{callQueue,clock,concurrency,rateLimiter,rateWindow}.ts',
		tests: ['limiter/{callQueue,concurrency,fairness,headers,lostSlots,rateLimiter,rateWindow}'],
		testTimeout: 10_000,
	},
	http: {
		mutate: 'http/!(callQueue|clock|concurrency|rateLimiter|rateWindow).ts',
		tests: [
			'operations/{createdBefore,meanwhile}',
			'account/{eventChecks,listeners}',
			'credentials/loopsEmailApi',
			'docs/repeats',
			'run/{itemsInProgress,summary,warnings,whatIsSaid}',
			'sends/{ownKeys,sentOnce}',
			'run/stop/*',
			'messages/listed',
			'editor/*',
			'model/model',
			'http/**/*',
			'fields/specialNames',
		],
	},
	fields: {
		mutate: 'fields/*.ts',
		tests: VALUE_TESTS,
		except: NO_THREAD,
	},
	values: {
		mutate: 'values/*.ts',
		tests: VALUE_TESTS,
		except: NO_THREAD,
	},
	run: {
		mutate: 'run/*.ts',
		tests: [
			'account/notMapped',
			'agent/sends',
			'run/**/*',
			'sends/*',
			'fields/automaticMapping',
			'messages/listed',
			'model/model',
		],
	},
};
