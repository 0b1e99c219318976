import type { IDataObject } from 'n8n-workflow';

import {
	type CallResult,
	type CheckFirst,
	type CheckOnly,
	type LoopsRequest,
	type Outcome,
	isChecked,
	isRejection,
} from './request';
import { asRecord } from '../values/parse';

export type Failure =
	| 'rateLimited' // 429, before Loops processes the call (contract: rate-window, content-limit-window)
	| 'unreachable' // the request did not leave: no connection, or n8n or TLS refused it
	| 'unavailable' // 5xx, or a status of a proxy such as 408
	| 'noAnswer' // the connection broke, or the answer was late or incomplete
	| 'notLoops' // a 2xx that isn't the API's JSON: a proxy, a login page
	| 'redirected'
	| 'refused'; // any other status: the same call would be refused again

/** What is known when an attempt has ended. */
export interface History {
	attempts: number; // with this one
	rateLimited: number; // attempts before this one that were answered with 429
	elapsedMs: number; // since the first attempt left
	mayHaveArrived: boolean; // at Loops: an attempt before this one
	patienceMs: number; // no attempt starts later than this after the first
	pauseMs: number; // for which the rate limiter holds all calls back
	jitter: number; // random, from 0 to 1
}

/** What follows an attempt. After a check, the call returns, retries (unless `isLast`) or fails. */
type Decision =
	| { do: 'return'; result: CallResult }
	| { do: 'retry'; failure: Failure; waitMs: number }
	| {
			do: 'check';
			failure: Failure;
			waitMs: number;
			check: CheckFirst | CheckOnly;
			isLast: boolean;
	  }
	/** `isUndone` if the answer shows that no attempt made the change. */
	| { do: 'fail'; failure: Failure; isUndone?: boolean };

/** Attempts answered with 429 do not count: the rate limiter spaces them, and patience bounds them. */
const MAX_ATTEMPTS = 5;
/** Doubles with each attempt. */
const FIRST_WAIT_MS = 250;

/** Decides what may be retried; docs/retries.md shows it as a table. */
export function decide(request: LoopsRequest, outcome: Outcome, history: History): Decision {
	const failure = failureOf(request, outcome);
	const { repeat } = request;
	if (!failure) return { do: 'return', result: { body: outcome.body, doneBy: 'thisRun' } };
	if (outcome.isFinal) return { do: 'fail', failure };

	if (
		repeat.kind === 'once' &&
		outcome.statusCode === repeat.status &&
		isRejection(outcome, request)
	) {
		const { isOtherMessage, warning } = repeat.explain?.(outcome) ?? {};
		const doneBy = history.mayHaveArrived ? 'unknown' : repeat.doneBy;
		// The other message was never an attempt of this call, so no attempt succeeded.
		if (isOtherMessage) return { do: 'fail', failure, isUndone: true };
		if (doneBy) return { do: 'return', result: { body: {}, doneBy, warning } };
	}

	const waitMs = waitAfter(failure, outcome, history);
	const { attempts, elapsedMs, patienceMs, rateLimited } = history;
	const hasAttemptsLeft = failure === 'rateLimited' || attempts - rateLimited < MAX_ATTEMPTS;
	const isLast = !hasAttemptsLeft || elapsedMs + waitMs > patienceMs;
	const isNotProcessed = failure === 'rateLimited' || failure === 'unreachable';
	const retry: Decision = { do: 'retry', failure, waitMs };
	if (isNotProcessed && !isLast) return retry;
	if (isChecked(repeat) && failure !== 'redirected') {
		// A slow attempt, or another client, may make the change before a refusal.
		const mayBeRefused = 'foundAfterRefusal' in repeat && isRejection(outcome, request);
		if (isAmbiguous(failure) || history.mayHaveArrived || mayBeRefused) {
			const afterMs = repeat.kind === 'checkOnly' ? repeat.afterMs : 0;
			const checkAfterMs = isLast ? afterMs : Math.max(waitMs, afterMs);
			return { do: 'check', failure, waitMs: checkAfterMs, check: repeat, isLast };
		}
	}
	if (isLast) return { do: 'fail', failure };
	return isAmbiguous(failure) && repeat.kind !== 'never' ? retry : { do: 'fail', failure };
}

/** Statuses of a proxy that waited too long, or that needs another connection. */
const IN_BETWEEN = [408, 421, 425];

/** Undefined if Loops answered the request. */
function failureOf(request: LoopsRequest, outcome: Outcome): Failure | undefined {
	const { statusCode, networkCode, isNeverSent } = outcome;
	if (isNeverSent) return 'unreachable';
	if (statusCode === undefined || networkCode !== undefined) return 'noAnswer';
	if (request.isAnswer(outcome)) return undefined;
	// The limiter does not hold back files.
	if (statusCode === 429 && request.file) return 'unavailable';
	if (statusCode === 429) return request.isQuota?.(outcome) ? 'refused' : 'rateLimited';
	if (statusCode >= 500) return isListed(request, outcome) ? 'refused' : 'unavailable';
	if (IN_BETWEEN.includes(statusCode)) return 'unavailable';
	if (statusCode >= 400) return 'refused';
	return statusCode >= 300 ? 'redirected' : 'notLoops';
}

/** True for a 5xx that the request lists as a final refusal. */
const isListed = (request: LoopsRequest, outcome: Outcome): boolean =>
	isRejection(outcome, request) &&
	(request.rejections ?? []).some(
		({ status, says = /^/ }) =>
			status === outcome.statusCode && says.test(String(asRecord(outcome.body).message)),
	);

/** Whether Loops may have processed the call. */
export const isAmbiguous = (failure: Failure): boolean =>
	['unavailable', 'noAnswer', 'notLoops'].includes(failure);

function waitAfter(
	failure: Failure,
	{ retryAfterMs: askedMs = 0 }: Outcome,
	history: History,
): number {
	const { attempts, jitter, pauseMs, rateLimited } = history;
	const longest = FIRST_WAIT_MS * 2 ** (attempts - rateLimited - 1);
	// After a 429, the rate limiter makes the call wait.
	const ownMs = failure === 'rateLimited' ? pauseMs : longest * (0.5 + jitter / 2);
	return Math.max(ownMs, askedMs);
}

/** Retry-After, which is in seconds or a date, as ms from `now`. Undefined if it asks for no wait. */
export function retryAfterMs(headers: IDataObject, now: number): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string') return undefined;
	const seconds = Number(header);
	// The clock of the server may differ from ours.
	const sentAt = Date.parse(String(headers.date)) || now;
	const ms = Number.isNaN(seconds) ? Date.parse(header) - sentAt : seconds * 1_000;
	return ms > 0 ? ms : undefined;
}
