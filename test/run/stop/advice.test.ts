import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { retryWorkflow } from '../../harness/engine.mts';
import { source, type StoredError, useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { onceBy, onceOff, perKey, perRawKey } from '../../harness/sendOnce.mts';
import { countsOf } from '../../harness/stops.mts';
import { workflowWith } from '../../harness/workflow.mts';

const loops = useEmulator();

const { createProperty, find, sendEmail, sendEvent, upsert } = parametersOf;
const create = parametersOf.create;
const deleteContact = parametersOf.delete;

const SAFE = 'It is safe to run the workflow again with all items.';
const SAFE_BY_KEY =
	"To send only the remaining items, use Retry in n8n's list of executions within 24 hours of the first send. A new execution is safe only if this run already used a key in 'Send Only Once'";
const NOT_SAFE = 'Filter them out before this node';

const withoutKey = onceOff;
const onlyOnce = perKey('=order-{{ $json.n }}');
const ownKey = perRawKey('=key-{{ $json.n }}');

/** The email comes from each item. */
const forEachItem = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	email: '={{ $json.email }}',
	options: { ...(parameters.options as IDataObject), ...options },
});
const kim = { n: 0, email: 'kim@example.com' };
const tomas = { n: 0, email: 'tomas@example.com' };
const ada = { n: 2, email: 'ada@example.com' };
const invalid = { n: 1, email: 'not an address', name: 'No Camel' };
const newContact = { n: 0, email: 'new@example.com', name: 'oneMore' };

interface Kind {
	parameters: IDataObject;
	/** The first of three items, which succeeds. The second one fails. */
	first: IDataObject;
	advice: string;
}
const kinds: Array<[string, Kind]> = [
	['Find', { parameters: forEachItem(find), first: kim, advice: SAFE }],
	['Create or Update', { parameters: forEachItem(upsert), first: kim, advice: SAFE }],
	[
		'Update',
		{ parameters: forEachItem({ ...upsert, operation: 'update' }), first: kim, advice: SAFE },
	],
	[
		'Delete with Item With Found: False',
		{
			parameters: forEachItem(deleteContact, { whenNotFound: 'foundFalse' }),
			first: kim,
			advice: SAFE,
		},
	],
	['Delete', { parameters: forEachItem(deleteContact), first: kim, advice: NOT_SAFE }],
	['Subscribe', { parameters: forEachItem(parametersOf.subscribe), first: kim, advice: SAFE }],
	['Unsubscribe', { parameters: forEachItem(parametersOf.unsubscribe), first: kim, advice: SAFE }],
	[
		'Check Suppression',
		{ parameters: forEachItem(parametersOf.checkSuppression), first: kim, advice: SAFE },
	],
	[
		'Remove Suppression',
		{ parameters: forEachItem(parametersOf.removeSuppression), first: tomas, advice: NOT_SAFE },
	],
	['Contact > Create', { parameters: forEachItem(create), first: newContact, advice: NOT_SAFE }],
	[
		'Contact Property > Create',
		{
			parameters: forEachItem({ ...createProperty, propertyName: '={{ $json.name }}' }),
			first: newContact,
			advice: NOT_SAFE,
		},
	],
	[
		'Contact Property > Create with Skip',
		{
			parameters: forEachItem(
				{ ...createProperty, propertyName: '={{ $json.name }}' },
				{ ifPropertyExists: 'skip' },
			),
			first: newContact,
			advice: SAFE,
		},
	],
	[
		'emails with a key in Send Only Once',
		{ parameters: forEachItem(sendEmail, onlyOnce), first: kim, advice: SAFE_BY_KEY },
	],
	[
		'events with a key in Send Only Once',
		{ parameters: forEachItem(sendEvent, onlyOnce), first: kim, advice: SAFE_BY_KEY },
	],
	[
		'emails with a raw idempotency key',
		{ parameters: forEachItem(sendEmail, ownKey), first: kim, advice: SAFE_BY_KEY },
	],
	[
		'events with a raw idempotency key',
		{ parameters: forEachItem(sendEvent, ownKey), first: kim, advice: SAFE_BY_KEY },
	],
	[
		'emails with the automatic key',
		{ parameters: forEachItem(sendEmail), first: kim, advice: SAFE_BY_KEY },
	],
	[
		'events with the automatic key',
		{ parameters: forEachItem(sendEvent), first: kim, advice: SAFE_BY_KEY },
	],
	[
		'emails without a key',
		{ parameters: forEachItem(sendEmail, withoutKey), first: kim, advice: NOT_SAFE },
	],
	[
		'events without a key',
		{ parameters: forEachItem(sendEvent, withoutKey), first: kim, advice: NOT_SAFE },
	],
];

/** Expects the advice, and nothing that contradicts it. */
function expectAdvice(error: StoredError | undefined, advice: string) {
	expect(error?.description).toContain(advice);
	if (advice !== SAFE) expect(error?.description).not.toContain(SAFE);
	if (advice === NOT_SAFE) expect(error?.description).not.toContain('safe');
}

describe('the error of a stopped run', () => {
	it.each(kinds)('says what to run again: %s', async (_kind, { parameters, first, advice }) => {
		const { error } = await loops.run(parameters, [first, invalid, ada]);
		expect(countsOf(error)).toEqual({ done: 1, others: 0, notStarted: 1 });
		expectAdvice(error, advice);
	});

	it('gives the advice for the item with the highest risk', async () => {
		const parameters = forEachItem(
			sendEmail,
			onceBy('={{ $json.n > 0 ? "perExecution" : "off" }}'),
		);
		const { error } = await loops.run(parameters, [kim, { ...ada, n: 1 }, invalid]);
		expect(loops.emulator.outbox).toHaveLength(2);
		expectAdvice(error, NOT_SAFE);
	});
});

it.each<[string, boolean, Fault[]]>([
	['an invalid item', true, []],
	['an item that Loops refuses', true, [{ kind: 'status', status: 400 }]],
	['a refused key', false, [{ kind: 'status', status: 401, times: 'always' }]],
])(
	'the setting that goes on with the other items is named after %s: %s',
	async (_what, isNamed, faults) => {
		for (const fault of faults) loops.emulator.inject(fault);
		const { error } = await loops.run(forEachItem(upsert), [
			faults.length > 0 ? kim : invalid,
			ada,
		]);
		expect(error?.description?.includes('Settings > On Error')).toBe(isNamed);
	},
);

it('the error of a sub-workflow does not advise a Retry', async () => {
	const { error } = await loops.run(forEachItem(sendEmail), [kim, invalid], { mode: 'integrated' });
	expect(error?.description).toContain('messages that were already sent are sent again');
	expect(error?.description).not.toMatch(/Retry|safe/);
});

describe('the error of the only item of a sub-workflow', () => {
	const OF_PARENT = 'messages that were already sent are sent again';
	const failing = async (parameters: IDataObject, items: IDataObject[] = [invalid]) =>
		(await loops.run(forEachItem(parameters), items, { mode: 'integrated' })).error?.description;

	it.each([
		['an email', sendEmail],
		['an event', sendEvent],
	])('says for %s that a run of the parent sends again', async (_what, parameters) => {
		expect(await failing(parameters)).toContain(OF_PARENT);
		loops.emulator.inject({ kind: 'status', status: 400 });
		expect(await failing(parameters, [kim])).toContain(OF_PARENT);
	});

	it('says nothing of it for a contact, or outside of a sub-workflow', async () => {
		expect(await failing(upsert)).not.toContain(OF_PARENT);
		const { error } = await loops.run(forEachItem(sendEmail), [invalid]);
		expect(error?.description).not.toContain(OF_PARENT);
	});
});

const lastingFailure: Fault = {
	kind: 'status',
	status: 500,
	times: 'always',
	headers: { 'retry-after': '0' },
};

interface UnknownOutcome {
	parameters: IDataObject;
	faults: Fault[];
	advice: string;
}
/** Failed items that may have taken effect. */
const unknownOutcome: Array<[string, UnknownOutcome]> = [
	[
		'an email without a key',
		{
			parameters: forEachItem(sendEmail, withoutKey),
			faults: [{ kind: 'resetAfter' }],
			advice: NOT_SAFE,
		},
	],
	[
		'an event without a key',
		{
			parameters: forEachItem(sendEvent, withoutKey),
			faults: [{ kind: 'truncate' }],
			advice: NOT_SAFE,
		},
	],
	[
		'a new contact that could not be looked up',
		{
			parameters: forEachItem(create),
			faults: [
				{ kind: 'resetAfter', method: 'POST' },
				{ kind: 'status', status: 403, method: 'GET' },
			],
			advice: NOT_SAFE,
		},
	],
	[
		'an email with the automatic key',
		{ parameters: forEachItem(sendEmail), faults: [lastingFailure], advice: SAFE_BY_KEY },
	],
	[
		'an email with a key in Send Only Once',
		{
			parameters: forEachItem(sendEmail, onlyOnce),
			faults: [lastingFailure],
			advice: SAFE_BY_KEY,
		},
	],
	['Create or Update', { parameters: forEachItem(upsert), faults: [lastingFailure], advice: SAFE }],
	[
		'Delete',
		{ parameters: forEachItem(deleteContact), faults: [lastingFailure], advice: NOT_SAFE },
	],
];

it.each(unknownOutcome)(
	'the advice after a failed item that may have taken effect covers the item: %s',
	async (_name, { parameters, faults, advice }) => {
		for (const fault of faults) loops.emulator.inject(fault);
		// Items about one contact run one after the other.
		const { error } = await loops.run(parameters, [newContact, { ...newContact, n: 1 }]);
		expect(error?.context.itemIndex).toBe(0);
		expect(countsOf(error)).toEqual({ done: 0, others: 0, notStarted: 1 });
		expectAdvice(error, advice);
	},
);

const timesReceived = (email: string) =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].filter((each) => each.email === email)
		.length;

it.each<[string, IDataObject]>([
	[
		'emails',
		{
			...sendEmail,
			dataVariables: {},
			options: { dataVariablesJson: '={{ { firstName: String(Math.random()) } }}' },
		},
	],
	[
		'events',
		{
			...sendEvent,
			options: { eventPropertiesJson: '={{ { at: $now.toMillis(), n: Math.random() } }}' },
		},
	],
])(
	'following the advice sends nothing twice in a Retry: %s with a changing body',
	async (_kind, send) => {
		loops.onRequest = ({ body }) =>
			/person[23]/.test(JSON.stringify(body))
				? { fault: { kind: 'status', status: 403 } }
				: undefined;
		const parameters = forEachItem(send);
		const people = [0, 1, 2, 3].map((n) => ({ n, email: `person${n}@example.com` }));
		const { run, error } = await loops.run(parameters, people);
		expectAdvice(error, SAFE_BY_KEY);
		expect(countsOf(error).done).toBe(2);
		loops.onRequest = undefined;
		const retried = await retryWorkflow(source, loops.credentials(), workflowWith(parameters), run);
		expect(retried.status).toBe('success');
		expect(people.map(({ email }) => timesReceived(email))).toEqual([1, 1, 1, 1]);
	},
);
