/** What is mutated in one run, in nodes/Loops/, and the tests that have to notice it, in test/. */
interface Room {
	mutate: string;
	tests: string[];
}

// Tests that wait for seconds are left out: they repeat others through the whole node.
export const ROOMS: Record<string, Room> = {
	limiter: {
		mutate: 'transport/{callQueue,clock,rateLimiter,slots}.ts',
		tests: ['limiter/{rateLimiter,headers}'],
	},
	transport: {
		mutate: 'transport/!(callQueue|clock|rateLimiter|slots).ts',
		tests: ['messages/listed', 'transport/{foreignAnswers,labels,refusals,retry}'],
	},
	fields: {
		mutate: 'fields/*.ts',
		tests: [
			'account/columnsNotSent',
			'actions/event/typedProperties',
			'actions/transactionalEmail/variables',
			'execution/!(automaticKey|cancel|idempotencyKey|ownKeys|sentOnce)',
			'execution/stop/{advice,earlierItems,manyItems,order}',
			'messages/listed',
		],
	},
};
