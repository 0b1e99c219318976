import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import type { Body } from '../values/checked';

/** A running node, or a dropdown in the editor. */
export type LoopsContext = IExecuteFunctions | ILoadOptionsFunctions;

/** Which run made a change. */
export type DoneBy = 'thisRun' | 'earlierRun' | 'unknown';

export interface CallResult {
	/** Loops' answer, or that of a look-up after a lost one; `{}` if Loops refused what is done already. */
	body: unknown;
	doneBy: DoneBy;
	warning?: string;
}

/** What Loops does when the same call arrives twice: retries and the advice to users follow from it. */
export type Repeat =
	/** The same again, or nothing: reads, and writes of the same values. */
	| { kind: 'safe' }
	/** Makes the change once, and refuses the second call with `status`. */
	| {
			kind: 'once';
			status: number;
			/** Who made the change if the first attempt is refused; if absent, the call fails. */
			doneBy?: Exclude<DoneBy, 'thisRun'>;
			/** Tells from Loops' message whether the first call with this key had other contents. */
			explain?(outcome: Outcome): { isOther?: boolean; warning?: string };
			key?: IdempotencyKey;
	  }
	| LookUp
	/** Makes the change twice. */
	| { kind: 'never' };

/** Loops refuses the second call or makes the change twice: the node looks it up first. */
export interface LookUp {
	kind: 'lookUp';
	request: LoopsRequest;
	/** Loops' answer if the change was made, undefined if not, an error if that can't be told. */
	found(answer: unknown): IDataObject | Error | undefined;
	/** Like `found`, but after Loops refused the call, where the item had looked before it. */
	foundRefused?: LookUp['found'];
}

/** Loops refuses a key that it has seen within 24 hours, with 409 (contract: key-window). */
export interface IdempotencyKey {
	value: string;
	path: string; // of the call: Loops keeps the keys of each apart
	option?: string; // the user's, unless the key is automatic
	given?: string; // its value, shortened: n8n stores it with the execution
	scope?: AutomaticKeyScope;
	fingerprint: string; // of the message: a hash of path, target and recipient
}

/** Where an automatic key stays the same; a retry of its parent starts a sub-workflow anew. */
export type AutomaticKeyScope = 'execution' | 'subWorkflow' | 'toolCall';

/** What goes over the wire. */
export interface WireRequest {
	method: 'DELETE' | 'GET' | 'POST' | 'PUT';
	path: string; // below the credential's Base URL, such as `/contacts/find`
	qs?: Body;
	body?: Body;
	headers?: Record<string, string>; // names in lower case
	file?: UploadedFile; // in place of a body
}

/** A call with what it means: which limit counts it, when to repeat it, and how to read its answer. */
export interface LoopsRequest extends WireRequest {
	rateLimit?: 'content'; // the rate limit that counts it, if not the plain one
	isContentApi?: boolean; // of the content API, which answers 401 to teams that do not have it

	repeat: Repeat;
	rerun?: 'safe' | 'once' | 'again'; // what a second run of the whole item does, if not as `repeat`
	isFollowUp?: boolean; // the item has made something, which a second run would make again
	contactEmail?: unknown; // as Loops has it, where the body may name the contact by user ID alone
	/** Right before each attempt: throws if the change may not be made any more. */
	confirmUnchanged?(get: Caller): Promise<void>;

	isAnswer(outcome: Outcome): boolean; // false for a refusal, and for the page of a proxy
	/** True for an answer by which Loops says that it changed nothing. */
	isUnchanged?(answer: unknown): boolean;
	/** True for a 429 that means a daily quota, which waiting does not help. */
	isQuota?(outcome: Outcome): boolean;
	rejections?: Rejection[];
	/** Labels of fields by the part of the body that they fill, where the names differ. */
	labels?: Record<string, string[]>;
}

/** Goes to an address that Loops gave, without the API key. */
interface UploadedFile {
	url: string;
	contentType: string;
	content: Buffer;
}

/** Makes a call and returns the body of its answer. */
export type Caller = (request: LoopsRequest) => Promise<unknown>;

/**
 * What a refusal with this status means; `path` and `part`, or else `says`, narrow it down. A 5xx that is
 * listed is final.
 */
export interface Rejection {
	status: number;
	path?: string; // in the answer
	part?: string; // of the body, which this path is in
	/** Loops' words, where the answer has no path. Loops changes them: use them for hints only. */
	says?: RegExp;
	problem?: string;
	/** The problem says all that Loops' words do: they go below it, not into the title. */
	isComplete?: boolean;
	hint: string;
}

/** How one attempt ended. */
export interface Outcome {
	statusCode?: number;
	networkCode?: string; // without a complete answer: of the socket or axios, such as ECONNREFUSED
	neverConnected?: boolean; // the socket failed before it was connected
	timeoutMs?: number; // if the attempt took longer
	headers: IDataObject; // names in lower case
	body?: unknown;
}

export const isChange = ({ method }: Pick<WireRequest, 'method'>): boolean => method !== 'GET';

export const isOk = ({ statusCode = 0 }: Outcome) => statusCode >= 200 && statusCode < 300;

/** The value if it is an object, else `{}`. */
export const asRecord = (body: unknown): IDataObject =>
	typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as IDataObject) : {};

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
 * True if Loops refused the call, rather than a proxy in between. A refusal by the content API has only
 * a message (contract: content-unknown).
 */
export function isRejection(
	{ body }: Outcome,
	{ isContentApi = false }: Pick<LoopsRequest, 'isContentApi'> = {},
): boolean {
	const { success, message } = asRecord(body);
	return success === false || (isContentApi && typeof message === 'string');
}
