import { describe, expect, it } from 'vitest';

import type { LoopsRequest, Outcome } from '../../nodes/Loops/http/request.ts';
import { decide, type History, retryAfterMs } from '../../nodes/Loops/http/retryPolicy.ts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const request: LoopsRequest = {
	method: 'PUT',
	path: '/contacts/update',
	repeat: { kind: 'safe' },
	isAnswer: () => false,
};

const patient: History = {
	attempts: 1,
	rateLimited: 0,
	elapsedMs: 0,
	mayHaveArrived: false,
	patienceMs: 1_000_000,
	pauseMs: 0,
	jitter: 1,
};

/** The decision after a 500, unless `outcome` overrides it. */
const after = (history: Partial<History> = {}, outcome: Partial<Outcome> = {}) =>
	decide(request, { statusCode: 500, headers: {}, ...outcome }, { ...patient, ...history });

describe('the wait before a retry', () => {
	it.each([
		[1, 250],
		[2, 500],
		[3, 1_000],
		[4, 2_000],
	])('after attempt %i is at most %i ms and at least half of that', (attempts, longest) => {
		const retry = { do: 'retry', failure: 'unavailable' };
		expect(after({ attempts })).toEqual({ ...retry, waitMs: longest });
		expect(after({ attempts, jitter: 0 })).toEqual({ ...retry, waitMs: longest / 2 });
		expect(after({ attempts, jitter: 0.5 })).toEqual({ ...retry, waitMs: longest * 0.75 });
	});

	it('does not exist after the fifth attempt, which fails', () => {
		expect(after({ attempts: 5 })).toEqual({ do: 'fail', failure: 'unavailable' });
	});

	it('does not count rate-limited attempts', () => {
		expect(after({ attempts: 7, rateLimited: 5 })).toMatchObject({ do: 'retry', waitMs: 500 });
		expect(after({ attempts: 9, rateLimited: 4 })).toMatchObject({ do: 'fail' });
	});

	it('lasts as long as Retry-After if that is longer', () => {
		expect(after({}, { retryAfterMs: 3_000 })).toMatchObject({ waitMs: 3_000 });
		expect(after({}, { retryAfterMs: 100 })).toMatchObject({ waitMs: 250 });
	});

	it('after a 429 is that of the rate limiter, or Retry-After', () => {
		const rateLimited = { statusCode: 429 };
		expect(after({ pauseMs: 40 }, rateLimited)).toEqual({
			do: 'retry',
			failure: 'rateLimited',
			waitMs: 40,
		});
		expect(after({ pauseMs: 40 }, { ...rateLimited, retryAfterMs: 2_000 })).toMatchObject({
			waitMs: 2_000,
		});
	});

	it('must end within the time left', () => {
		expect(after({ elapsedMs: 750, patienceMs: 1_000 })).toMatchObject({ do: 'retry' });
		expect(after({ elapsedMs: 751, patienceMs: 1_000 })).toMatchObject({ do: 'fail' });
		expect(after({ patienceMs: 250 })).toMatchObject({ do: 'retry' });
		expect(after({ patienceMs: 249 })).toMatchObject({ do: 'fail' });
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-01-02T03:04:05Z');

	it.each([
		['2', 2_000],
		['0.5', 500],
		[' 3 ', 3_000],
		['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
		// In the past.
		['0', undefined],
		['-1', undefined],
		['Fri, 02 Jan 2026 03:04:05 GMT', undefined],
		['Fri, 02 Jan 2026 03:04:00 GMT', undefined],
		// Unreadable.
		['', undefined],
		['  ', undefined],
		['soon', undefined],
		[undefined, undefined],
		[['2'], undefined],
	])('of %j is a wait of %s ms', (header, ms) => {
		expect(retryAfterMs({ 'retry-after': header }, now)).toBe(ms);
	});
});

it("counts a Retry-After with a date from the server's time", () => {
	const now = Date.parse('2026-01-02T03:00:00Z');
	const date = 'Fri, 02 Jan 2026 03:04:05 GMT';
	const headers = { date, 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' };
	expect(retryAfterMs(headers, now)).toBe(10_000);
});

it.each<[Partial<Outcome>, what: string, failure: string]>([
	[{ statusCode: 500 }, 'retry', 'unavailable'],
	[{ statusCode: 499 }, 'fail', 'refused'],
	[{ statusCode: 400 }, 'fail', 'refused'],
	[{ statusCode: 399 }, 'fail', 'redirected'],
	[{ statusCode: 300 }, 'fail', 'redirected'],
	[{ statusCode: 299 }, 'retry', 'notLoops'],
	[{ statusCode: 429 }, 'retry', 'rateLimited'],
	[{ statusCode: undefined, isNeverSent: true }, 'retry', 'unreachable'],
	[{ statusCode: undefined, isNeverSent: true, isFinal: true }, 'fail', 'unreachable'],
	[{ statusCode: undefined, networkCode: 'ECONNRESET' }, 'retry', 'noAnswer'],
	[{ statusCode: undefined }, 'retry', 'noAnswer'],
	// A status means that Loops was reached: the answer was cut off.
	[{ statusCode: 200, networkCode: '200' }, 'retry', 'noAnswer'],
	[{ statusCode: 200, networkCode: 'ECONNREFUSED' }, 'retry', 'noAnswer'],
])('an outcome without a valid answer of %j leads to %s as %s', (outcome, what, failure) => {
	expect(after({}, outcome)).toMatchObject({ do: what, failure });
});

describe('a retry', () => {
	const loops = useEmulator({ rateLimit: 10 });

	it('goes before calls that were not yet sent', async () => {
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/contacts/update' });
		await loops.run(each(parametersOf.upsert), sampleItems(20));
		const emails = loops.calls().map(({ body }) => (body as { email: string }).email);
		expect(emails).toHaveLength(21);
		expect(emails.lastIndexOf(emails[0])).toBeGreaterThan(0);
		// Ten leave before it is due.
		expect(emails.lastIndexOf(emails[0])).toBeLessThan(12);
	});
});
