import fc from 'fast-check';

import type { Fault } from '../emulator/faults.mts';

export const OPERATIONS = [
	'apiKey test',
	'contact create',
	'contact upsert',
	'contact update',
	'contact find',
	'contact delete',
	'contact checkSuppression',
	'contact removeSuppression',
	'contactProperty create',
	'contactProperty getAll',
	'mailingList getAll',
	'mailingList subscribe',
	'mailingList unsubscribe',
	'event send',
	'transactionalEmail send',
	'transactionalEmail getAll',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What is right or wrong about an item; all but the first two can't be read, so they are never sent. */
export const FATES = [
	'good',
	'refused',
	'badEmail',
	'badJson',
	'throws',
	'nanKey',
	'objectKey',
	'booleanKey',
	'joinedKey',
	'unknownProperty',
] as const;
export type Fate = (typeof FATES)[number];

const PADDING = 'Not accepted: '.padEnd(190, 'x');

/** What may happen to one request on top of its own answer, by the name that a failing run prints. */
export const FAULTS = {
	'429': { kind: 'status', status: 429 },
	'429, retry after 0': { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
	'429, retry after 1': { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
	'429, retry after 20': { kind: 'status', status: 429, headers: { 'retry-after': '20' } },
	'429, retry in the past': {
		kind: 'status',
		status: 429,
		headers: { 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' },
	},
	'429, retry after nonsense': { kind: 'status', status: 429, headers: { 'retry-after': 'soon' } },
	'500 before': { kind: 'status', status: 500 },
	'503 after': { kind: 'status', status: 503, after: true },
	'reset before': { kind: 'resetBefore' },
	'reset after': { kind: 'resetAfter' },
	truncated: { kind: 'truncate' },
	'page 200 before': { kind: 'html', status: 200 },
	'page 200 after': { kind: 'html', status: 200, after: true },
	'page 502 after': { kind: 'html', status: 502, after: true },
	'page 404 before': { kind: 'html', status: 404 },
	'page 409 before': { kind: 'html', status: 409 },
	'stalled before': { kind: 'hang' },
	'stalled after': { kind: 'hang', after: true },
	'echo of the key': { kind: 'body', status: 403, body: { message: `${PADDING}API-KEY` } },
} as const satisfies Record<string, Fault>;
export type FaultName = keyof typeof FAULTS;

/** What happens to one request. */
export interface Call {
	/** ms to Loops, and back. */
	transit: number;
	latency: number;
	fault?: FaultName;
}

export interface ItemPlan {
	/** Which of a few contacts; the first ones exist from the start. */
	contact: number;
	fate: Fate;
	/** Which of a few keys, where it has one of its own. */
	key: number;
	/** What happens to the first request for it, the second one …; nothing special to any further. */
	calls: Call[];
}

/** One or more executions of a workflow with the node. */
export interface Scenario {
	operation: Operation;
	items: ItemPlan[];
	keys: 'automatic' | 'none' | 'sendOnlyOnceFor' | 'customIdempotencyKey';
	/** What is in the bodies besides the email: nothing, the item's number, and the time or a random text. */
	body: 'marked' | 'plain' | 'now' | 'random';
	oneItemAtATime: boolean;
	includeInputFields: boolean;
	/** The input has a field `error`. */
	errorField: boolean;
	validateOnly: boolean;
	/** Unknown Properties = Don't Send. */
	strict: boolean;
	/** Succeed If Already Gone, Succeed If Not Suppressed, or If It Exists = Skip. */
	lenient: boolean;
	whenNotFound?: 'error' | 'foundFalse' | 'noItem' | 'create';
	/** Seconds. */
	timeout?: number;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** 1 without Retry On Fail. */
	maxTries: number;
	/** Items per round of Loop Over Items; 0 without the loop. */
	batch: number;
	/** Requests per second that Loops allows. */
	rateLimit: number;
	/** Requests that are about no item, such as for a list, in their order. */
	shared: Call[];
	/** ms after the start. */
	cancelAt?: number;
	/** What follows, if the run was not cancelled. */
	then: 'nothing' | 'retry' | 'again' | 'elsewhere';
	/** Of Math.random. */
	seed: number;
}

export const isSend = ({ operation }: Scenario) => operation.endsWith('send');
export const isList = ({ operation }: Scenario) => operation.endsWith('getAll');
export const isRead = (scenario: Scenario) =>
	isList(scenario) || /test|find|check/.test(scenario.operation);
export const hasOwnKeys = ({ keys, ...rest }: Scenario) =>
	isSend(rest as Scenario) && (keys === 'sendOnlyOnceFor' || keys === 'customIdempotencyKey');

/** Nothing, or in one case of `every` a value. */
const rarely = <T,>(every: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: every - 1, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: value },
	);
const seldom = fc.nat(7).map((n) => n === 7);

/** What goes wrong in a run: a few kinds of trouble, so that they meet, and not all at once. */
interface Theme {
	/** How much of it, 0 to 5. */
	trouble: number;
	fates: Fate[];
	faults: FaultName[];
}

const [limited, others] = [true, false].map((isLimit) =>
	(Object.keys(FAULTS) as FaultName[]).filter((name) => name.startsWith('429') === isLimit),
);

const themeOf = (operation: Operation): fc.Arbitrary<Theme> =>
	fc.record({
		trouble: fc.constantFrom(0, 2, 2, 5),
		fates: fc.shuffledSubarray(fatesOf(operation), { minLength: 1 }),
		faults: fc
			.tuple(
				fc.shuffledSubarray(others, { minLength: 1, maxLength: 3 }),
				fc.shuffledSubarray(limited, { maxLength: 1 }),
			)
			.map((both) => both.flat()),
	});

const soundCall: fc.Arbitrary<Call> = fc.record({
	transit: fc.constantFrom(0, 0, 1, 5, 40),
	latency: fc.constantFrom(10, 1, 50, 120, 400, 900),
});

const callWith = (faults: FaultName[]): fc.Arbitrary<Call> =>
	fc
		.tuple(soundCall, fc.constantFrom(undefined, ...faults))
		.map(([call, fault]) => (fault ? { ...call, fault } : call));

/** Most items are good and most requests sound: otherwise a run says little but that it failed. */
const item = ({ fates, faults, trouble }: Theme): fc.Arbitrary<ItemPlan> =>
	fc.record({
		contact: fc.nat(4),
		fate: fc.oneof(
			{ withCrossShrink: true },
			{ weight: 10, arbitrary: fc.constant<Fate>('good') },
			{ weight: Math.ceil(trouble / 2), arbitrary: fc.constantFrom(...fates) },
		),
		key: fc.nat(7),
		calls: fc.oneof(
			{ withCrossShrink: true },
			{ weight: 4, arbitrary: fc.array(soundCall, { maxLength: 2 }) },
			{ weight: trouble, arbitrary: fc.array(callWith(faults), { maxLength: 6 }) },
		),
	});

/** What can be wrong about an item of an operation. */
function fatesOf(operation: Operation): Fate[] {
	const common: Fate[] = ['refused', 'throws'];
	const [, verb] = operation.split(' ');
	if (verb === 'test' || operation === 'mailingList getAll') return ['refused'];
	if (verb === 'getAll') return common;
	if (/find|delete|Suppression|subscribe|contactProperty/.test(operation)) {
		return [...common, 'badEmail'];
	}
	const keys: Fate[] = ['nanKey', 'objectKey', 'booleanKey', 'joinedKey'];
	if (operation === 'transactionalEmail send') return [...common, 'badEmail', 'badJson', ...keys];
	const written: Fate[] = [...common, 'badEmail', 'badJson', 'unknownProperty'];
	return operation === 'event send' ? [...written, ...keys] : written;
}

const notFoundOf = (operation: Operation): Array<Scenario['whenNotFound']> => [
	'error',
	'foundFalse',
	'noItem',
	...(operation === 'mailingList subscribe' ? (['create'] as const) : []),
];

const scenarioOf = (operation: Operation): fc.Arbitrary<Scenario> =>
	themeOf(operation).chain((theme) =>
		fc.record({
			operation: fc.constant(operation),
			items: fc.oneof(
				{ withCrossShrink: true },
				{ weight: 6, arbitrary: fc.array(item(theme), { minLength: 1, maxLength: 8 }) },
				{ weight: 1, arbitrary: fc.array(item(theme), { minLength: 1, maxLength: 60 }) },
			),
			keys: fc.constantFrom<Scenario['keys']>(
				'automatic',
				'none',
				'sendOnlyOnceFor',
				'customIdempotencyKey',
			),
			body: fc.constantFrom<Scenario['body']>('marked', 'plain', 'now', 'random'),
			oneItemAtATime: seldom,
			includeInputFields: fc.boolean(),
			errorField: seldom,
			validateOnly: seldom,
			strict: seldom,
			lenient: fc.boolean(),
			whenNotFound: rarely(2, fc.constantFrom(...notFoundOf(operation))),
			timeout: rarely(3, fc.constantFrom(1, 3)),
			onError: fc.constantFrom<Scenario['onError']>(
				'stopWorkflow',
				'stopWorkflow',
				'continueRegularOutput',
				'continueErrorOutput',
			),
			maxTries: fc.constantFrom(1, 1, 2, 3),
			batch: fc.constantFrom(0, 0, 0, 1, 3),
			rateLimit: fc.constantFrom(100_000, 100_000, 10),
			shared: fc.array(theme.trouble > 0 ? callWith(theme.faults) : soundCall, { maxLength: 4 }),
			cancelAt: rarely(10, fc.integer({ min: 0, max: 3_000 })),
			then: fc.constantFrom<Scenario['then']>('nothing', 'retry', 'again', 'elsewhere'),
			seed: fc.nat(1_000),
		}),
	) as fc.Arbitrary<Scenario>;

const weightOf = (operation: Operation) => {
	if (operation.endsWith('send')) return 8;
	return /getAll|test|find|check/.test(operation) ? 1 : 4;
};

/** Runs of every operation; those that change something more often, and most often those that send. */
export const scenario: fc.Arbitrary<Scenario> = fc.oneof(
	...OPERATIONS.map((operation) => ({
		weight: weightOf(operation),
		arbitrary: scenarioOf(operation),
	})),
);
