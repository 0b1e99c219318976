import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	NodeOperationError,
} from 'n8n-workflow';

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
	found(answer: unknown): IDataObject | NodeOperationError | undefined;
	/** The same after a refusal, for an item that saw before that the change was not made. */
	foundRefused?: LookUp['found'];
}

/** Loops refuses a key that it has seen within 24 hours, with 409. */
export interface IdempotencyKey {
	value: string;
	/** The option and its value, unless the key is automatic. */
	option?: string;
	given?: string;
	scope?: AutomaticKeyScope;
}

/**
 * Where an automatic key stays the same: in an execution and its retries; in that of a sub-workflow,
 * which a retry of its parent starts anew; for tool calls of an AI agent with equal values.
 */
export type AutomaticKeyScope = 'execution' | 'subWorkflow' | 'toolCall';

export interface LoopsRequest {
	method: IHttpRequestMethods;
	/** Below the credential's Base URL, such as `/contacts/find`. */
	path: string;
	qs?: IDataObject;
	body?: IDataObject;
	/** Names in lower case. */
	headers?: Record<string, string>;
	repeat: Repeat;
	/** What a second run of the item does, where that differs from a second call. */
	rerun?: 'safe' | 'refused';
	/** False for a refusal, and for the page of a proxy. */
	isAnswer(outcome: Outcome): boolean;
	refusals?: Refusal[];
	/** Fields by the part of the body that they fill, where forms differ. */
	labels?: Record<string, string[]>;
	/** The item has found its contact. */
	wasFound?: boolean;
	/** Loops may switch the call off for a team, and then answers 401. */
	isGated?: boolean;
	/** The rate limit that it counts against, if not the plain one. */
	budget?: 'content';
}

/** What a refusal with this status means; at most one of `path`, `part` and `says` narrows it down. */
export interface Refusal {
	status: number;
	/** The path in the answer. */
	path?: string;
	/** The part of the body that this path is in. */
	part?: string;
	/** Loops' words, where the answer has no path. Loops changes them: use them for hints only. */
	says?: RegExp;
	problem?: string;
	hint: string;
}

/** How one attempt ended. */
export interface Outcome {
	statusCode?: number;
	/** Code of the socket or of axios without a complete answer, such as ECONNREFUSED. */
	networkCode?: string;
	/** Set if the attempt took longer. */
	timeoutMs?: number;
	/** Names in lower case. */
	headers: IDataObject;
	body?: unknown;
}

export const isChange = ({ method }: LoopsRequest): boolean => method !== 'GET';

export const isOk = ({ statusCode = 0 }: Outcome) => statusCode >= 200 && statusCode < 300;

/** The value if it is an object, else `{}`. */
export const asRecord = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as IDataObject)
		: {};

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

/** Loops refuses with `success: false`, unlike proxies and other services. */
export const isRefusal = ({ body }: Outcome): boolean => asRecord(body).success === false;

export const testKey: LoopsRequest = {
	method: 'GET',
	path: '/api-key',
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
};
