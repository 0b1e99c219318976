import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import {
	everyOperation,
	isNeverRepeated,
	methodOf,
	parametersOf,
	requestsOf,
} from '../harness/operations.mts';
import { stateOf } from '../harness/state.mts';

const loops = useEmulator();

const { sendEmail, sendEvent } = parametersOf;

const isCreate = ([name]: [string, IDataObject]) => /^contact(Property)? create$/.test(name);

/** Never repeated, but checked: see test/operations/workflow and test/operations/campaign. */
const isUnclear = ([name]: [string, IDataObject]) =>
	/^workflowNode (create|addBranch)$|^campaign schedule$/.test(name);

/** Operations that are idempotent, or that Loops deduplicates by a key. */
const repeatable = everyOperation.filter(
	(each) =>
		!isCreate(each) &&
		each[1] !== parametersOf.removeSuppression &&
		!isNeverRepeated(each[1]) &&
		!isUnclear(each),
);

/** Operations that the node looks up before it retries them. */
const lookedUp = everyOperation.filter(isCreate);

/** Operations that a retry could carry out twice. */
const notRepeatable: Array<[string, IDataObject]> = [
	...everyOperation.filter((each) => isNeverRepeated(each[1]) && !isUnclear(each)),
	['event send without a key', { ...sendEvent, options: { preventDuplicatesOnRetry: false } }],
	[
		'transactionalEmail send without a key',
		{ ...sendEmail, options: { preventDuplicatesOnRetry: false } },
	],
];

/** Operations with each kind of repeat and each kind of check, which meet every fault. */
const OF_EACH_KIND = new Set([
	...['contact find', 'contact upsert', 'contact delete', 'contact create'],
	...['contactProperty create', 'event send', 'transactionalEmail send', 'campaign getAll'],
	...['campaign create', 'campaign update', 'emailMessage update', 'emailMessage sendPreview'],
	...['transactionalEmail publish', 'transactionalEmail saveContent', 'image upload'],
	...['workflow delete', 'workflowNode update', 'event send without a key'],
]);

/** Skips the backoff, which has its own tests below. */
const noWait = { 'retry-after': '0' };

/** Failures that do not tell whether Loops processed the call. */
const ambiguous: Array<[string, Fault]> = [
	['a 500', { kind: 'status', status: 500, headers: noWait }],
	['a 503 as HTML', { kind: 'html', status: 503, headers: noWait }],
	['a reset before processing', { kind: 'resetBefore' }],
	['a reset after processing', { kind: 'resetAfter' }],
	['a truncated answer', { kind: 'truncate' }],
	['HTML instead of JSON', { kind: 'html', status: 200, headers: noWait }],
	['an empty answer', { kind: 'empty', status: 200, headers: noWait }],
	['a 502 after processing', { kind: 'status', status: 502, after: true, headers: noWait }],
];

/** Every fault for one operation of each kind, the most dangerous one for the others. */
const faultsOf = (name: string) =>
	ambiguous.filter(([, { kind }]) => OF_EACH_KIND.has(name) || kind === 'resetAfter');

const ofEachKind = [...repeatable, ...lookedUp, ...notRepeatable].filter(([name]) =>
	OF_EACH_KIND.has(name),
);

it('tests every fault on existing operations', () => {
	expect(ofEachKind.map(([name]) => name).sort()).toEqual([...OF_EACH_KIND].sort());
});

describe.each(ofEachKind)('%s', (_name, parameters) => {
	it('succeeds after a 429', async () => {
		const method = methodOf(parameters);
		loops.emulator.inject({ kind: 'status', status: 429, headers: noWait, method });
		const { run } = await loops.run(parameters);
		expect(run.status).toBe('success');
		expect(loops.emulator.requests).toHaveLength(requestsOf(parameters, 2));
	});
});

describe.each(repeatable)('%s', (name, parameters) => {
	it.each(faultsOf(name))('takes effect once after %s', async (_failure, fault) => {
		loops.emulator.inject({ ...fault, method: methodOf(parameters) });
		const { run, json } = await loops.run(parameters);
		expect(run.status).toBe('success');
		expect(json[0]).toBeDefined();
		expect(loops.emulator.requests.length).toBeGreaterThan(requestsOf(parameters));
		const after = stateOf(loops.emulator);
		loops.emulator.reset();
		await loops.run(parameters);
		expect(after).toEqual(stateOf(loops.emulator));
	});
});

describe.each(lookedUp)('%s', (_name, parameters) => {
	it.each(ambiguous)('succeeds after %s, and takes effect once', async (_failure, fault) => {
		loops.emulator.inject({ ...fault, method: 'POST' });
		const { run, json } = await loops.run(parameters);
		expect(run.status).toBe('success');
		expect(json).toEqual([expect.objectContaining({ success: true })]);
		expect([loops.emulator.contacts().length, loops.emulator.properties().length]).toEqual(
			parameters.resource === 'contact' ? [6, 4] : [5, 5],
		);
	});

	it('reports an unknown result if the check fails', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET' });
		const { error } = await loops.run(parameters);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(loops.changes()).toHaveLength(1);
	});

	it('fails at a redirect after a lost answer', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const location = 'http://127.0.0.1:9/';
		loops.emulator.inject({ kind: 'redirect', location, method: 'POST', times: 'always' });
		await loops.expectError(parameters, 'The Base URL answers with a redirect');
		expect(loops.emulator.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
	});
});

it('a send with a lost answer, then rate-limited until the node gives up fails without advice to run it again later', async () => {
	loops.emulator.inject({ kind: 'resetAfter', path: '/v1/transactional' });
	loops.emulator.inject({
		kind: 'status',
		status: 429,
		path: '/v1/transactional',
		times: 'always',
	});
	const { error } = await loops.run(sendEmail);
	expect(loops.emulator.outbox).toHaveLength(1);
	expect(error?.message).toContain("Loops' rate limit is reached");
	expect(error?.description).toContain('a Retry of this execution does not send it twice');
	expect(error?.description).not.toContain('later');
});

describe.each(notRepeatable)('%s', (name, parameters) => {
	it.each(faultsOf(name))(
		'is not retried after %s, and the error tells that its result is unknown',
		async (_failure, fault) => {
			loops.emulator.inject({ ...fault, method: methodOf(parameters) });
			const { error } = await loops.run(parameters);
			expect(error?.description).toContain('It is not known whether Loops processed the request');
			expect(loops.emulator.requests).toHaveLength(requestsOf(parameters));
		},
	);
});

const find = { resource: 'contact', operation: 'find', email: 'kim@example.com' };
const waited = () => {
	const [first, second] = loops.emulator.requests;
	return second.at - first.at;
};

it.each([
	['seconds', () => '1'],
	['an HTTP date', () => new Date(Date.now() + 2500).toUTCString()],
])('the wait before a retry follows a Retry-After given as %s', async (_form, retryAfter) => {
	loops.emulator.inject({
		kind: 'status',
		status: 503,
		headers: { 'retry-after': retryAfter() },
	});
	await loops.run(find);
	expect(waited()).toBeGreaterThanOrEqual(995);
	expect(waited()).toBeLessThan(4000);
});
