import type { IDataObject } from 'n8n-workflow';

/** How one try ended: an answer with a status, or a connection that gave none. */
export interface Outcome {
	statusCode?: number;
	/** Code of the socket or of axios where no answer came, such as ECONNREFUSED. */
	networkCode?: string;
	/** Header names in lower case. */
	headers: IDataObject;
	body?: unknown;
}

/**
 * - `rateLimited`: 429, turned away before it was processed
 * - `serverError`: 5xx
 * - `noAnswer`: the connection broke, or nothing came in time
 * - `notLoops`: a success that isn't the API's JSON: a proxy, a login page, a cut answer
 * - `redirected`: the address belongs to something else
 * - `refused`: any other status; the same call would be refused again
 */
export type Failure =
	| 'rateLimited'
	| 'serverError'
	| 'noAnswer'
	| 'notLoops'
	| 'redirected'
	| 'refused';

const MAX_TRIES = { rateLimited: 20, other: 5 };

/** Loops counts per second and sends neither Retry-After nor a reset time. */
const RATE_WINDOW_MS = 1_000;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

export type AnswerShape = 'success' | 'list' | 'page';

/** Why this outcome isn't a success, or undefined if it is one. */
export function failureOf({ statusCode, body }: Outcome, shape: AnswerShape): Failure | undefined {
	if (statusCode === undefined) return 'noAnswer';
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

/**
 * How many ms to wait before the same call is made again, or undefined if it must not be, or if that
 * would take longer than `patience` (ms that may still be waited).
 */
export function waitBeforeRepeat(after: {
	failure: Failure;
	repeatable: boolean;
	tries: number;
	patience: number;
	headers: IDataObject;
}): number | undefined {
	const { failure, tries } = after;
	if (failure === 'refused' || failure === 'redirected') return undefined;
	if (isAmbiguous(failure) && !after.repeatable) return undefined;
	if (tries >= (failure === 'rateLimited' ? MAX_TRIES.rateLimited : MAX_TRIES.other)) {
		return undefined;
	}
	const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), MAX_BACKOFF_MS);
	// Jitter keeps several workers that were turned away together from coming back together.
	const wait =
		retryAfterMs(after.headers) ??
		(failure === 'rateLimited' ? RATE_WINDOW_MS + Math.random() * backoff : jittered(backoff));
	return wait <= after.patience ? wait : undefined;
}

function jittered(backoff: number): number {
	return backoff * (0.5 + Math.random() / 2);
}

/** Retry-After as seconds or as an HTTP date; in ms, undefined where it is absent or unreadable. */
function retryAfterMs(headers: IDataObject): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
