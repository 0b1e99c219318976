import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import type { Body } from '../values/checked';
import { asRecord } from '../values/parse';

/** A running node, or a dropdown in the editor. */
export type LoopsContext = IExecuteFunctions | ILoadOptionsFunctions;

/** Which run made a change. */
export type DoneBy = 'thisRun' | 'earlierRun' | 'unknown';

export interface CallResult {
	/** Loops' answer, or that of a check after a lost one. `{}` if the change was made before. */
	body: unknown;
	doneBy: DoneBy;
	warning?: string;
}

/** What Loops does when the same call arrives twice. Retries and advice to users depend on it. */
export type Repeat =
	/** The second call changes nothing more: reads, and writes of the same values. */
	| { kind: 'safe' }
	/** Makes the change once, and refuses the second call with `status`. */
	| {
			kind: 'once';
			status: number;
			/** Which run made the change if the first attempt is refused. If absent, the call fails. */
			doneBy?: Exclude<DoneBy, 'thisRun'>;
			/** Tells from Loops' message whether the first call was another one, with the same key. */
			explain?(outcome: Outcome): { isOtherMessage?: boolean; warning?: string };
	  }
	| CheckFirst
	/** Never repeated: after a lost answer, the node only checks whether the change was made. */
	| CheckOnly
	/** Makes the change twice, so the call is never repeated. */
	| { kind: 'never' };

export interface CheckOnly {
	kind: 'checkOnly';
	request: LoopsRequest;
	/** How long after the lost answer Loops may take to show the change. */
	afterMs: number;
	/** Loops' answer if the change was made, else an error. */
	found(answer: unknown): IDataObject | Error;
}

/** Loops would refuse a repeat or carry it out twice, so the node first checks whether the change was made. */
export interface CheckFirst {
	kind: 'checkFirst';
	request: LoopsRequest;
	/** Loops' answer if the change was made, undefined if not, or an error if the check can't tell. */
	found(answer: unknown): IDataObject | Error | undefined;
	/** Like `found`, but after a refusal. Only for items that looked before the call. */
	foundAfterRefusal?: CheckFirst['found'];
}

/** What Loops receives. */
export interface WireRequest {
	method: 'DELETE' | 'GET' | 'POST' | 'PUT';
	path: string; // below the credential's Base URL, such as `/contacts/find`
	qs?: Body;
	body?: Body;
	headers?: Record<string, string>; // names in lower case
	file?: UploadedFile; // in place of a body
}

/** How to read an answer, and how to explain a refusal. */
interface ReplyReader {
	isContentApi?: boolean; // the content API answers 401 to teams that do not have it
	isAnswer(outcome: Outcome): boolean; // false for a refusal, and for the page of a proxy
	/** True for a 429 that means a used-up daily quota, for which waiting does not help. */
	isQuota?(outcome: Outcome): boolean;
	rejections?: Rejection[];
	/** Labels of fields by the part of the body that they fill, where the names differ. */
	labels?: Record<string, string[]>;
}

/** When a call may be made, and made again. */
interface CallRules {
	rateLimit?: 'content'; // the rate limit that counts it, if not the plain one
	repeat: Repeat;
	/** Called right before each attempt. Throws if the change may no longer be made. */
	beforeAttempt?(get: Caller): Promise<void>;
}

/** A call of the Loops API, in parts by who reads them. */
export interface LoopsRequest extends WireRequest, ReplyReader, CallRules {}

/** A file goes to an address that Loops gave, without the API key. */
interface UploadedFile {
	url: string;
	contentType: string;
	content: Buffer;
}

/** Makes a call and returns the body of its answer. */
export type Caller = (request: LoopsRequest) => Promise<unknown>;

/**
 * Explains a refusal with this status. `path` and `part`, or else `says`, narrow it down. A listed 5xx is
 * not retried.
 */
export interface Rejection {
	status: number;
	path?: string; // in the answer
	part?: string; // of the body, which this path is in
	/** Matches Loops' words, if the answer has no path. Loops changes its words: use them for hints only. */
	says?: RegExp;
	problem?: string;
	/** The problem already says what Loops says, so Loops' words go below it instead of into the title. */
	isComplete?: boolean;
	hint: string;
	/** Messages that Loops' documents or official clients show for this call, without `success: false`. */
	bare?: string[];
	/** The ID in the path is the one that is refused, so the problem ends with it. */
	isAboutId?: boolean;
	/** What else may have that ID: a failed item looks there. */
	mistakenFor?: { noun: string; path: string };
}

/** How one attempt ended. */
export interface Outcome {
	statusCode?: number;
	networkCode?: string; // without a complete answer: of the socket or axios, such as ECONNREFUSED
	isNeverSent?: boolean; // the request certainly did not leave
	isFinal?: boolean; // another attempt would end the same way
	said?: string; // what n8n, TLS or a proxy says about the cause
	hint?: string; // what to do about it
	timeoutMs?: number; // if the attempt took longer
	headers: IDataObject; // names in lower case
	retryAfterMs?: number; // from the arrival of the answer
	body?: unknown;
}

export const isChecked = (repeat: Repeat): repeat is CheckFirst | CheckOnly => 'found' in repeat;

export const isChange = ({ method }: Pick<WireRequest, 'method'>): boolean => method !== 'GET';

export const isOk = ({ statusCode = 0 }: Outcome) => statusCode >= 200 && statusCode < 300;

/** Most calls answer with an object that has `success: true`. */
export const isSuccess = (outcome: Outcome): boolean =>
	isOk(outcome) && asRecord(outcome.body).success === true;

/** Find and lists without cursors answer with an array of objects, each with a text under `key`. */
export const isListWith =
	(key: string) =>
	(outcome: Outcome): boolean =>
		isOk(outcome) &&
		Array.isArray(outcome.body) &&
		outcome.body.every((entry) => typeof asRecord(entry)[key] === 'string');

/**
 * True if Loops itself, and not a proxy, refused the call. A refusal by the content API has only a message
 * (contract: content-unknown), and so have a few others (contract: suppression-nobody).
 */
export function isRejection(
	{ statusCode, body }: Outcome,
	{ isContentApi, rejections = [] }: Pick<ReplyReader, 'isContentApi' | 'rejections'> = {},
): boolean {
	const { success, message } = asRecord(body);
	if (success === false) return true;
	if (typeof message !== 'string') return false;
	const isKnown = ({ status, bare }: Rejection) => status === statusCode && bare?.includes(message);
	return isContentApi === true || rejections.some(isKnown);
}
