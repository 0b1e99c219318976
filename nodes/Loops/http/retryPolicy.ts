import type { IDataObject } from 'n8n-workflow';

import { type DoneBy, isRefusal, type LoopsRequest, type Outcome } from './request';

/**
 * - `rateLimited`: 429, turned away before it was processed
 * - `unreachable`: no connection, so that the call can't have arrived
 * - `unavailable`: 5xx
 * - `noAnswer`: the connection broke, or no complete answer came in time
 * - `notLoops`: a success that isn't the API's JSON: a proxy, a login page
 * - `redirected`: the address belongs to something else
 * - `refused`: the other statuses; the same call would be refused again
 */
export type Failure =
	| 'rateLimited'
	| 'unreachable'
	| 'unavailable'
	| 'noAnswer'
	| 'notLoops'
	| 'redirected'
	| 'refused';

/** What is known when an attempt has ended. */
export interface History {
	/** Attempts made, with this one. */
	attempts: number;
	/** How many of those before this one were answered with 429. */
	rateLimited: number;
	/** ms since the first one left. */
	elapsedMs: number;
	/** True where one before this may have reached Loops. */
	mayHaveArrived: boolean;
	/** ms that the waits between the attempts may add up to. */
	patienceMs: number;
	/** ms that the rate limiter holds all calls back. */
	pauseMs: number;
	/** From 0 to 1, drawn for this attempt. */
	jitter: number;
}

/** What follows an attempt. A refusal that says it was done is no answer: `{}`. A look-up is followed by a return, a retry or a failure. */
export type Decision =
	| { do: 'return'; answer: unknown; doneBy: DoneBy; warning?: string }
	| { do: 'retry'; failure: Failure; waitMs: number }
	| { do: 'lookUp'; failure: Failure; waitMs: number; request: LoopsRequest }
	/** `isUndone` where the answer shows that no attempt did it. */
	| { do: 'fail'; failure: Failure; isUndone?: boolean };

/** Of what has failed; a 429 is bounded by patience alone, as the rate limiter spaces the attempts. */
const MAX_ATTEMPTS = 5;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/** Codes of a connection that was never made. */
const NEVER_CONNECTED = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	// Of TLS: the handshake has failed.
	'EPROTO',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
];

/** What follows an attempt: the one place that knows what may be repeated. docs/retries-and-rate-limit.md shows it. */
export function decide(request: LoopsRequest, outcome: Outcome, history: History): Decision {
	const failure = failureOf(request, outcome);
	const { repeat } = request;
	if (!failure) return { do: 'return', answer: outcome.body, doneBy: 'thisRun' };

	if (repeat.kind === 'refused' && outcome.statusCode === repeat.status && isRefusal(outcome)) {
		const { isOther, warning } = repeat.judge?.(outcome) ?? {};
		const isInDoubt = history.mayHaveArrived && repeat.doneBy !== 'thisRun';
		const doneBy = isInDoubt ? 'unknown' : repeat.doneBy;
		// Of ours, a lost attempt that did it would be the same message.
		if (isOther) return { do: 'fail', failure, isUndone: true };
		if (doneBy) return { do: 'return', answer: {}, doneBy, warning };
	}

	const waitMs = waitAfter(failure, outcome, history);
	const isOver =
		!hasAttemptsLeft(failure, history) || history.elapsedMs + waitMs > history.patienceMs;
	if (isOver) return { do: 'fail', failure };
	// Nothing was done: turned away, or never there.
	if (failure === 'rateLimited' || failure === 'unreachable') {
		return { do: 'retry', failure, waitMs };
	}
	const mayHaveArrived = isAmbiguous(failure) || history.mayHaveArrived;
	if (repeat.kind === 'lookUp' && failure !== 'redirected') {
		// Refused, too: an attempt that was slow, or somebody else, may have done it in the meantime.
		const mayBeDone = mayHaveArrived || (repeat.foundRefused && isRefusal(outcome));
		if (mayBeDone) return { do: 'lookUp', failure, waitMs, request: repeat.request };
	}
	return isAmbiguous(failure) && (repeat.kind === 'safe' || repeat.kind === 'refused')
		? { do: 'retry', failure, waitMs }
		: { do: 'fail', failure };
}

/** Why this outcome isn't the answer to the request, or undefined if it is. */
function failureOf(request: LoopsRequest, outcome: Outcome): Failure | undefined {
	const { statusCode, networkCode } = outcome;
	if (statusCode === undefined || networkCode !== undefined) {
		const isUnreachable = statusCode === undefined && NEVER_CONNECTED.includes(networkCode ?? '');
		return isUnreachable ? 'unreachable' : 'noAnswer';
	}
	if (request.isAnswer(outcome)) return undefined;
	if (statusCode === 429) return 'rateLimited';
	if (statusCode >= 500) return 'unavailable';
	if (statusCode >= 400) return 'refused';
	return statusCode >= 300 ? 'redirected' : 'notLoops';
}

/** True where it can't be told from the outside whether Loops processed the call. */
export function isAmbiguous(failure: Failure): boolean {
	return failure === 'unavailable' || failure === 'noAnswer' || failure === 'notLoops';
}

function hasAttemptsLeft(failure: Failure, { attempts, rateLimited }: History): boolean {
	return failure === 'rateLimited' || attempts - rateLimited < MAX_ATTEMPTS;
}

/** A 429 waits in the rate limiter: here it only counts for how long. */
function waitAfter(failure: Failure, { headers }: Outcome, history: History): number {
	const ownMs = failure === 'rateLimited' ? history.pauseMs : backoffMs(history);
	return Math.max(ownMs, retryAfterMs(headers, Date.now()) ?? 0);
}

/** ms to wait before the next attempt: longer each time, and never quite the same. */
function backoffMs({ attempts, rateLimited, jitter }: History): number {
	const longest = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - rateLimited - 1), MAX_BACKOFF_MS);
	return longest * (0.5 + jitter / 2);
}

/**
 * Retry-After as seconds or as an HTTP date, in ms from `now`; undefined where it is absent,
 * unreadable, or asks for no wait at all.
 */
export function retryAfterMs(headers: IDataObject, now: number): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string') return undefined;
	const seconds = Number(header);
	const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
	return ms > 0 ? ms : undefined;
}
