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

const loops = useEmulator();

const { sendEmail, sendEvent } = parametersOf;

const isCreate = ([name]: [string, IDataObject]) => /^contact(Property)? create$/.test(name);

/** Where Loops does not tell which change was made: see test/actions/workflow. */
const isUnclear = ([name]: [string, IDataObject]) => /^workflowNode (create|addBranch)$/.test(name);

/** Operations of which a second arrival does no harm: sends have a key of their own. */
const repeatable = everyOperation.filter(
	(each) =>
		!isCreate(each) &&
		each[1] !== parametersOf.removeSuppression &&
		!isNeverRepeated(each[1]) &&
		!isUnclear(each),
);

/** Operations that Loops is asked about before they are repeated. */
const askedAbout = everyOperation.filter(isCreate);

/** Operations that a repeat could do twice. */
const notRepeatable: Array<[string, IDataObject]> = [
	...everyOperation.filter((each) => isNeverRepeated(each[1]) && !isUnclear(each)),
	['event send without a key', { ...sendEvent, options: { preventDuplicatesOnRetry: false } }],
	[
		'transactionalEmail send without a key',
		{ ...sendEmail, options: { preventDuplicatesOnRetry: false } },
	],
];

/** Repeats at once: the waits have tests of their own. */
const noWait = { 'retry-after': '0' };

/** Failures after which nobody outside knows whether Loops processed the call. */
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

describe.each([...repeatable, ...askedAbout, ...notRepeatable])('%s', (_name, parameters) => {
	it('comes through a rate limit', async () => {
		const method = methodOf(parameters);
		loops.emulator.inject({ kind: 'status', status: 429, headers: noWait, method });
		const { run } = await loops.run(parameters);
		expect(run.status).toBe('success');
		expect(loops.emulator.requests).toHaveLength(requestsOf(parameters) + 1);
	});
});

describe.each(repeatable)('%s', (_name, parameters) => {
	it.each(ambiguous)('is repeated after %s, and takes effect once', async (_failure, fault) => {
		loops.emulator.inject({ ...fault, method: methodOf(parameters) });
		const { run, json } = await loops.run(parameters);
		expect(run.status).toBe('success');
		expect(json[0]).toBeDefined();
		// What has a revision is looked up before it is repeated.
		const more = loops.emulator.requests.length - requestsOf(parameters);
		expect(/publish|update$|reroute|delete|changeMailingList/.test(_name) ? [1, 2] : [1]).toContain(
			more,
		);
		expect(loops.emulator.outbox.length + loops.emulator.eventLog.length).toBeLessThanOrEqual(1);
	});
});

describe.each(askedAbout)('%s', (_name, parameters) => {
	it.each(ambiguous)('is a success after %s, and takes effect once', async (_failure, fault) => {
		loops.emulator.inject({ ...fault, method: 'POST' });
		const { run, json } = await loops.run(parameters);
		expect(run.status).toBe('success');
		expect(json).toEqual([expect.objectContaining({ success: true })]);
		expect([loops.emulator.contacts().length, loops.emulator.properties().length]).toEqual(
			parameters.resource === 'contact' ? [6, 4] : [5, 5],
		);
	});

	it('says that nothing is known where Loops does not say either', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET' });
		const { error } = await loops.run(parameters);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(loops.emulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('ends at a redirect, though it may have been done before', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const location = 'http://127.0.0.1:9/';
		loops.emulator.inject({ kind: 'redirect', location, method: 'POST', times: 'always' });
		const { error } = await loops.run(parameters);
		expect(error?.message).toContain('The Base URL answers with a redirect');
		expect(loops.emulator.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
	});
});

describe('contact create', () => {
	it('says that nothing is known where the contact there now has other values', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const { error } = await loops.run({
			resource: 'contact',
			operation: 'create',
			email: 'kim@example.com',
			contactPropertiesFrom: 'json',
			contactPropertiesJson: '{ "seats": 99 }',
		});
		expect(error?.message).toContain('It is not known whether the contact was created');
		expect(error?.description).toContain("does not show what this item has in 'seats'");
	});
});

describe('a send whose answer is lost, and that is turned away with 429 to the end', () => {
	it('is not said to be safe to run again', async () => {
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
		expect(error?.description).toContain('Before a new one, look in Loops');
		expect(error?.description).not.toContain('later');
	});
});

describe.each(notRepeatable)('%s', (_name, parameters) => {
	it.each(ambiguous)('is not repeated after %s, and the error says so', async (_failure, fault) => {
		loops.emulator.inject({ ...fault, method: methodOf(parameters) });
		const { error } = await loops.run(parameters);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(loops.emulator.requests).toHaveLength(requestsOf(parameters));
	});
});

describe('a keyed send', () => {
	it.each([
		['event', sendEvent],
		['transactionalEmail', sendEmail],
	])('that went through before its answer was lost is a success: %s', async (_name, parameters) => {
		loops.emulator.inject({ kind: 'resetAfter' });
		const { json } = await loops.run(parameters);
		// This very run sent it.
		expect(json).toMatchObject([{ success: true }]);
		expect(loops.emulator.requests.map(({ status }) => status)).toEqual([undefined, 409]);
	});
});

describe('a delete', () => {
	it('that went through before its answer was lost is a success', async () => {
		loops.emulator.inject({ kind: 'resetAfter' });
		const { json } = await loops.run({
			resource: 'contact',
			operation: 'delete',
			email: 'kim@example.com',
		});
		expect(json).toMatchObject([{ deleted: null }]);
		expect(loops.emulator.requests.map(({ status }) => status)).toEqual([undefined, 404]);
	});
});

describe('waiting', () => {
	const find = { resource: 'contact', operation: 'find', email: 'kim@example.com' };
	const waited = () => {
		const [first, second] = loops.emulator.requests;
		return second.at - first.at;
	};

	it.each([undefined, '0', '-5', 'Thu, 01 Jan 2015 00:00:00 GMT', 'soon'])(
		'for the rate limit lasts a while, whatever Retry-After says: %s',
		async (retryAfter) => {
			const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
			loops.emulator.inject({ kind: 'status', status: 429, headers, times: 2 });
			await loops.run(find);
			const [first, , third] = loops.emulator.requests;
			expect(third.at - first.at).toBeGreaterThanOrEqual(95);
		},
	);

	it.each([
		['seconds', () => '1'],
		['an HTTP date', () => new Date(Date.now() + 2500).toUTCString()],
	])('follows Retry-After, given as %s', async (_form, retryAfter) => {
		loops.emulator.inject({
			kind: 'status',
			status: 503,
			headers: { 'retry-after': retryAfter() },
		});
		await loops.run(find);
		expect(waited()).toBeGreaterThanOrEqual(995);
		expect(waited()).toBeLessThan(4000);
	});

	it('is given up at once when Retry-After asks for more than the node waits', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } });
		const { error } = await loops.run(find);
		expect(error?.httpCode).toBe('429');
		expect(loops.emulator.requests).toHaveLength(1);
	});

	it('grows between tries, and ends after five of them', async () => {
		loops.emulator.inject({ kind: 'status', status: 500, times: 'always' });
		const { error } = await loops.run(find);
		expect(error?.message).toMatch(/^Loops is not available at the moment \(HTTP 500: /);
		expect(error?.description).toMatch(/Gave up after 5 attempts in \d\.\d s\.$/);
		const times = loops.emulator.requests.map(({ at }) => at);
		expect(times).toHaveLength(5);
		expect(times[4] - times[3]).toBeGreaterThan(times[1] - times[0]);
	});
});

describe('the service limit of 10 requests per second', () => {
	it.each(['fixed', 'sliding'] as const)('loses no item of 25 (%s window)', async (algorithm) => {
		const { startEmulator } = await import('../emulator/server.mts');
		const limited = await startEmulator({ rateLimit: 10, rateAlgorithm: algorithm });
		try {
			const items = Array.from({ length: 25 }, (_, n) => ({ n }));
			const { json } = await loops.run(
				{ resource: 'contact', operation: 'upsert', email: '=user{{ $json.n }}@example.com' },
				items,
				{ credentials: { apiKey: limited.apiKey, baseUrl: limited.baseUrl } },
			);
			expect(json).toHaveLength(25);
			expect(limited.contacts()).toHaveLength(5 + 25);
			expect(limited.stats.rateLimited).toBeLessThan(4);
		} finally {
			await limited.close();
		}
	});
});
