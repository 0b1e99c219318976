import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

/** A running node, or a dropdown in the editor. */
export type LoopsContext = IExecuteFunctions | ILoadOptionsFunctions;

/** Which run made a change. */
export type DoneBy = 'thisRun' | 'earlierRun' | 'unknown';

export interface CallResult {
	/** Loops' answer, that of a look-up in its place, or `{}` for a refusal that says it is done. */
	body: unknown;
	doneBy: DoneBy;
	warning?: string;
}

/** What Loops does when the same call arrives twice: retries and the advice to users follow from it. */
export type Repeat =
	/** The same again, or nothing: reads, and writes of the same values. */
	| { kind: 'safe' }
	/** Refuses the second call with `status`. */
	| {
			kind: 'refused';
			status: number;
			/** Who made the change if the first attempt is refused; if absent, the call fails. */
			doneBy?: DoneBy;
			/** Reads in Loops' words whether the first call was a different one. */
			judge?(outcome: Outcome): { isOther?: boolean; warning?: string };
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
	/** The same after a refusal, for an item that saw before that the change was not made. */
	foundRefused?: LookUp['found'];
}

/** Loops refuses a key that it has seen within 24 hours, with 409. */
export interface IdempotencyKey {
	value: string;
	path: string; // of the call: Loops keeps the keys of each apart
	option?: string; // the user's, unless the key is automatic
	given?: string; // its value
	scope?: AutomaticKeyScope;
	message: string; // a hash of path, subject and recipient
}

/** Where an automatic key stays the same; a retry of its parent starts a sub-workflow anew. */
export type AutomaticKeyScope = 'execution' | 'subWorkflow' | 'toolCall';

export interface LoopsRequest {
	method: 'DELETE' | 'GET' | 'POST' | 'PUT';
	path: string; // below the credential's Base URL, such as `/contacts/find`
	qs?: IDataObject;
	body?: IDataObject;
	headers?: Record<string, string>; // names in lower case
	repeat: Repeat;
	rerun?: 'safe' | 'refused' | 'again'; // of the item, where that differs from a second call
	isAnswer(outcome: Outcome): boolean; // false for a refusal, and for the page of a proxy
	refusals?: Refusal[];
	/** Fields by the part of the body that they fill, where forms differ. */
	labels?: Record<string, string[]>;
	isGated?: boolean; // of the content API, which answers 401 to teams that do not have it
	/** True for a 429 that means a daily quota, which waiting does not help. */
	isQuota?(outcome: Outcome): boolean;
	budget?: 'content'; // the rate limit, if not the plain one
	file?: UploadedFile; // in place of a body
}

/** Goes to an address that Loops gave, without the API key. */
export interface UploadedFile {
	url: string;
	contentType: string;
	content: Buffer;
}

/** Makes a call and returns the body of its answer. */
export type Read = (request: LoopsRequest) => Promise<unknown>;

/**
 * What a refusal with this status means; `path` and `part`, or else `says`, narrow it down. A 5xx that is
 * listed is final.
 */
export interface Refusal {
	status: number;
	path?: string; // in the answer
	part?: string; // of the body, which this path is in
	/** Loops' words, where the answer has no path. Loops changes them: use them for hints only. */
	says?: RegExp;
	problem?: string;
	hint: string;
}

/** How one attempt ended. */
export interface Outcome {
	statusCode?: number;
	networkCode?: string; // without a complete answer: of the socket or axios, such as ECONNREFUSED
	timeoutMs?: number; // if the attempt took longer
	headers: IDataObject; // names in lower case
	body?: unknown;
}

export const isChange = ({ method }: LoopsRequest): boolean => method !== 'GET';

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

/** Proxies and other services refuse otherwise. The content API gives a message only. */
export function isRefusal(
	{ body }: Outcome,
	{ isGated = false }: Pick<LoopsRequest, 'isGated'> = {},
): boolean {
	const { success, message } = asRecord(body);
	return success === false || (isGated && typeof message === 'string');
}

export const testKey: LoopsRequest = {
	method: 'GET',
	path: '/api-key',
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
};
