import type { IDataObject } from 'n8n-workflow';

import type { AnswerShape, CallKind, Outcome } from './call';

/**
 * - `rateLimited`: 429, turned away before it was processed
 * - `unreachable`: no connection, so that the call can't have arrived
 * - `serverError`: 5xx
 * - `noAnswer`: the connection broke, or nothing came in time
 * - `notLoops`: a success that isn't the API's JSON: a proxy, a login page, a cut answer
 * - `redirected`: the address belongs to something else
 * - `refused`: the other statuses; the same call would be refused again
 */
export type Failure =
	| 'rateLimited'
	| 'unreachable'
	| 'serverError'
	| 'noAnswer'
	| 'notLoops'
	| 'redirected'
	| 'refused';

/** After `lookUp`, the call is repeated if Loops says that the try before it had no effect. */
export type Reaction = 'repeat' | 'lookUp' | 'giveUp';

const always = {
	rateLimited: 'repeat',
	unreachable: 'repeat',
	redirected: 'giveUp',
	refused: 'giveUp',
} as const;
const safe = { ...always, serverError: 'repeat', noAnswer: 'repeat', notLoops: 'repeat' } as const;
const asked = { ...always, serverError: 'lookUp', noAnswer: 'lookUp', notLoops: 'lookUp' } as const;
const unsafe = {
	...always,
	serverError: 'giveUp',
	noAnswer: 'giveUp',
	notLoops: 'giveUp',
} as const;

/** What follows a failed try. The README shows this table. */
export const POLICY: Record<CallKind, Record<Failure, Reaction>> = {
	read: safe,
	write: safe,
	delete: safe,
	create: asked,
	keyedSend: safe,
	bareSend: unsafe,
};

const MAX_TRIES = { rateLimited: 20, other: 5 };
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/** Codes of a connection that was never made. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Why this outcome isn't a success, or undefined if it is one. */
export function failureOf(
	{ statusCode, networkCode, body }: Outcome,
	shape: AnswerShape,
): Failure | undefined {
	if (statusCode === undefined) {
		return NEVER_CONNECTED.includes(networkCode ?? '') ? 'unreachable' : 'noAnswer';
	}
	if (statusCode === 429) return 'rateLimited';
	if (statusCode >= 500) return 'serverError';
	if (statusCode >= 400) return 'refused';
	if (statusCode >= 300) return 'redirected';
	return hasShape(body, shape) ? undefined : 'notLoops';
}

function hasShape(body: unknown, shape: AnswerShape): boolean {
	if (shape === 'list') return Array.isArray(body);
	const { success, data, pagination } = (body ?? {}) as IDataObject;
	return shape === 'page'
		? Array.isArray(data) && typeof pagination === 'object' && pagination !== null
		: success === true;
}

/** True where it can't be told from the outside whether Loops processed the call. */
export function isAmbiguous(failure: Failure): boolean {
	return failure === 'serverError' || failure === 'noAnswer' || failure === 'notLoops';
}

/** False once a call was tried so often that one more try is not worth it. */
export function maySpendTry(failure: Failure, tries: number): boolean {
	return tries < (failure === 'rateLimited' ? MAX_TRIES.rateLimited : MAX_TRIES.other);
}

/** ms to wait before a try that follows `tries` others: longer each time, and never quite the same. */
export function backoff(tries: number): number {
	const longest = Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), MAX_BACKOFF_MS);
	return longest * (0.5 + Math.random() / 2);
}

/** Retry-After as seconds or as an HTTP date; in ms, undefined where it is absent or unreadable. */
export function retryAfterMs(headers: IDataObject): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
