import fc from 'fast-check';

import {
	type Call,
	type ItemOutcome,
	type FaultName,
	FAULTS,
	isContent,
	type ItemPlan,
	MEANWHILE,
	ODD_VALUES,
	type Operation,
	OPERATIONS,
	type Scenario,
} from './scenario.mts';

/** Nothing, or in one case of `every` a value. */
const rarely = <T,>(every: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: every - 1, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: value },
	);
const seldom = fc.nat(7).map((n) => n === 7);

/** What goes wrong in a run: a few kinds of trouble, so that they meet, and not all at once. */
interface Theme extends Pick<Scenario, 'identity' | 'isMixed'> {
	/** How much of it, 0 to 5. */
	trouble: number;
	outcomes: ItemOutcome[];
	faults: FaultName[];
}

const [limited, others] = [true, false].map((isLimit) =>
	(Object.keys(FAULTS) as FaultName[]).filter((name) => name.startsWith('429') === isLimit),
);

/** Of a draft, a change of another client is as likely as all else. */
const othersOf = (operation: Operation): FaultName[] =>
	isContent({ operation }) ? [...others, ...Array<FaultName>(5).fill(MEANWHILE)] : others;

const themeOf = (operation: Operation): fc.Arbitrary<Theme> =>
	fc.boolean().chain((isMixed) =>
		fc.record({
			identity: fc.constantFrom(...identitiesOf(operation)),
			isMixed: fc.constant(isMixed),
			trouble: fc.constantFrom(0, 2, 2, 5),
			outcomes: fc.shuffledSubarray(outcomesOf(operation, isMixed), { minLength: 1 }),
			faults: fc
				.tuple(
					fc.shuffledSubarray(othersOf(operation), { minLength: 1, maxLength: 3 }),
					fc.shuffledSubarray(limited, { maxLength: 1 }),
				)
				.map((both) => both.flat()),
		}),
	);

const soundCall: fc.Arbitrary<Call> = fc.record({
	transit: fc.constantFrom(0, 0, 1, 5, 40),
	latency: fc.constantFrom(10, 1, 50, 120, 400, 900),
});

const callWith = (faults: FaultName[]): fc.Arbitrary<Call> =>
	fc
		.tuple(soundCall, fc.constantFrom(undefined, ...faults))
		.map(([call, fault]) => (fault ? { ...call, fault } : call));

/** Most items are good and most requests sound: otherwise a run says little but that it failed. */
const item = ({ outcomes, faults, trouble }: Theme): fc.Arbitrary<ItemPlan> =>
	fc.record({
		contact: fc.nat(4),
		outcome: fc.oneof(
			{ withCrossShrink: true },
			{ weight: 10, arbitrary: fc.constant<ItemOutcome>('good') },
			{ weight: Math.ceil(trouble / 2), arbitrary: fc.constantFrom(...outcomes) },
		),
		key: fc.nat(7),
		calls: fc.oneof(
			{ withCrossShrink: true },
			{ weight: 4, arbitrary: fc.array(soundCall, { maxLength: 2 }) },
			{ weight: trouble, arbitrary: fc.array(callWith(faults), { maxLength: 6 }) },
		),
	});

/** What can be wrong about an item of an operation. */
function outcomesOf(operation: Operation, isMixed: boolean): ItemOutcome[] {
	const common: ItemOutcome[] = ['refused', 'throws'];
	const [, verb] = operation.split(' ');
	if (verb === 'test' || operation === 'mailingList getAll') return ['refused'];
	if (verb === 'getAll') return common;
	// Inside of a text, true is a word as others are.
	// The name of a campaign is text that people read: a gap in it, or the text of an invalid date, is sent.
	const isText = operation === 'campaign create';
	const odd = ODD_VALUES.filter(
		(value) =>
			(!isMixed || (value !== 'boolean' && !isText)) && !(isText && value === 'invalidDate'),
	);
	if (/campaign create|saveContent/.test(operation)) return [...common, ...odd];
	const identified: ItemOutcome[] = [...common, 'badEmail', ...odd];
	if (isContent({ operation })) return identified;
	if (/find|delete|Suppression|subscribe|contactProperty/.test(operation)) return identified;
	if (operation === 'transactionalEmail send') return [...identified, 'badJson'];
	return [...identified, 'badJson', 'unknownProperty'];
}

/** What an item of an operation is known by. */
function identitiesOf(operation: Operation): Array<Scenario['identity']> {
	if (operation === 'event send') return ['email', 'name', 'key', 'key', 'key'];
	if (operation === 'transactionalEmail send') return ['email', 'key'];
	if (/^(contactProperty|campaign) create/.test(operation)) return ['name'];
	if (operation === 'transactionalEmail saveContent') return ['id', 'name'];
	if (/schedule|emailMessage|workflow/.test(operation)) return ['id'];
	return ['email'];
}

/** Of look-ups that fail, or take too long. */
const LOOK_UP_FAULTS: FaultName[] = [
	'401',
	'403',
	'500 before',
	'429',
	'stalled before',
	'trickled',
];

const ownKeys = ['perKey', 'perRawKey'] as const;

const notFoundOf = (operation: Operation): Array<Scenario['whenNotFound']> => [
	'error',
	'foundFalse',
	'noItem',
	...(operation === 'mailingList subscribe' ? (['create'] as const) : []),
];

/** Keys alone tell one n8n from another. */
const followersOf = (operation: Operation): Array<Scenario['then']> => [
	...(['nothing', 'retry', 'again'] as const),
	...(operation.endsWith('send') ? (['elsewhere', 'twice'] as const) : []),
];

/** As a sorted table, without trouble: how long it takes is foreseeable. */
const byContact = (items: ItemPlan[]) =>
	items.map((each) => ({ ...each, calls: [] })).sort((a, b) => a.contact - b.contact);

const scenarioOf = (operation: Operation): fc.Arbitrary<Scenario> =>
	themeOf(operation).chain((theme) => {
		const calm = { ...theme, trouble: 0 };
		const many = fc.array(item(calm), { minLength: 20, maxLength: 40, size: 'max' });
		return fc.record({
			operation: fc.constant(operation),
			items: fc.oneof(
				{ withCrossShrink: true },
				{ weight: 15, arbitrary: fc.array(item(theme), { minLength: 1, maxLength: 8 }) },
				{ weight: 1, arbitrary: many.map(byContact) },
			),
			keys: fc.constantFrom<Scenario['keys']>(
				...(theme.identity === 'key' ? ownKeys : (['automatic', 'none', ...ownKeys] as const)),
			),
			body: fc.constantFrom<Scenario['body']>('marked', 'plain', 'now', 'random'),
			form: fc.constantFrom<Scenario['form']>('json', 'json', 'fields', 'mapped'),
			isNewEvent: fc.boolean(),
			identity: fc.constant(theme.identity),
			isMixed: fc.constant(theme.isMixed),
			includeInputFields: fc.boolean(),
			errorField: seldom,
			validateOnly: seldom,
			strict: seldom,
			publishes: fc.boolean(),
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
			latency: fc.constantFrom(10, 600),
			rateLimit: fc.constantFrom(100_000, 10),
			shared: fc.array(theme.trouble > 0 ? callWith(theme.faults) : soundCall, { maxLength: 4 }),
			lookUps: rarely(6, fc.constantFrom(...LOOK_UP_FAULTS)),
			isSub: fc.nat(3).map((n) => n === 3),
			isShortKey: seldom,
			cancelAt: rarely(10, fc.integer({ min: 0, max: 3_000 })),
			then: fc.constantFrom(...followersOf(operation)),
			seed: fc.nat(1_000),
		});
	}) as fc.Arbitrary<Scenario>;

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
