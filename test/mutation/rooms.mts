/** What is mutated in one run, in nodes/Loops/, and the tests that have to notice it, in test/. */
interface Room {
	mutate: string;
	tests: string[];
	/** Those among them that take longest for what they add. */
	except?: string[];
}

export const ROOMS: Record<string, Room> = {
	limiter: {
		mutate: 'http/{callQueue,clock,rateLimiter,slots}.ts',
		tests: ['limiter/{fairness,headers,rateLimiter,slots}'],
	},
	http: {
		mutate: 'http/!(callQueue|clock|rateLimiter|slots).ts',
		tests: [
			'actions/{createdBefore,meanwhile}',
			'account/{eventChecks,listeners}',
			'credentials/loopsApi',
			'docs/repeats',
			'execution/{itemsInProgress,ownKeys,sentOnce,summary,warnings,whatIsSaid}',
			'execution/stop/*',
			'messages/listed',
			'methods/*',
			'model/{model,otherClient}',
			'http/**/*',
			'values/names',
		],
	},
	fields: {
		mutate: 'fields/*.ts',
		tests: [
			'account/notMapped',
			'actions/event/typedProperties',
			'actions/transactionalEmail/variables',
			'execution/{automaticKey,idempotencyKey}',
			'fields/**/*',
			'messages/listed',
			'values/{findings,shapes}',
		],
		// A thread, which Stryker takes, has no time zone of its own.
		except: ['fields/{dateTimeZone,textOptions}'],
	},
	execution: {
		mutate: 'execution/*.ts',
		tests: [
			'account/notMapped',
			'agent/sends',
			'execution/**/*',
			'fields/automaticMapping',
			'messages/listed',
			'model/model',
		],
	},
};
