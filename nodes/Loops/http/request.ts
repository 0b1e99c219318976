import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	NodeOperationError,
} from 'n8n-workflow';

/** The two kinds of n8n context that call Loops: a running node, and a dropdown in the editor. */
export type LoopsContext = IExecuteFunctions | ILoadOptionsFunctions;

/** Who did what a call asks for, where an answer stands for it that came to no attempt of its own. */
export type DoneBy = 'thisRun' | 'earlierRun' | 'unknown';

/**
 * What a second arrival of the same call would do. What may be repeated after a failure, the advice
 * after a stop and the hints of an error all follow from it.
 */
export type Repeat =
	/** The same again, or nothing: reads, and writes of the same values. */
	| { kind: 'safe' }
	/** Be refused with `status`, in an answer of Loops that says it was done before. */
	| {
			kind: 'refused';
			status: number;
			/** Who did it if the first attempt is refused so; without it, that is a failure. */
			doneBy?: DoneBy;
			/** Reads in Loops' words whether another call was done, or what to warn of. */
			judge?(outcome: Outcome): { isOther?: boolean; warning?: string };
			key?: IdempotencyKey;
	  }
	/** Be refused, or do it once more: Loops is asked first whether it was done. */
	| {
			kind: 'lookUp';
			request: LoopsRequest;
			/**
			 * What Loops would have answered if it was done, undefined if it was not, and an error where
			 * neither can be told.
			 */
			found(answer: unknown): IDataObject | NodeOperationError | undefined;
			/**
			 * The same after a refusal, where the item has seen that it was not done: if it is done now,
			 * somebody else did it in between.
			 */
			foundRefused?(answer: unknown): IDataObject | NodeOperationError | undefined;
	  }
	/** Do it twice. */
	| { kind: 'never' };

/** Loops refuses a key that it has seen within 24 hours, with 409. */
export interface IdempotencyKey {
	value: string;
	/** What the user gave, by the name of its option; absent for an automatic one. */
	option?: string;
	given?: string;
	/** Of an automatic one. */
	scope?: AutomaticKeyScope;
}

/**
 * Where an automatic key is the same: in all that n8n makes of an execution; in that of a sub-workflow,
 * which a Retry of its parent starts anew; where an AI agent gives a tool the same values.
 */
export type AutomaticKeyScope = 'execution' | 'subWorkflow' | 'toolCall';

/** One call of the Loops API. */
export interface LoopsRequest {
	method: IHttpRequestMethods;
	/** Path below the credential's Base URL, such as `/contacts/find`. */
	path: string;
	qs?: IDataObject;
	body?: IDataObject;
	/** Names in lower case. */
	headers?: Record<string, string>;
	repeat: Repeat;
	/** What a second run of the item comes to, where that is not what a second arrival of the call does. */
	rerun?: 'safe' | 'refused';
	/** Whether this is Loops' answer to the call, rather than a refusal or somebody else's page. */
	isAnswer(outcome: Outcome): boolean;
	/** What Loops' refusals mean, where the operation knows better than http/. */
	refusals?: Refusal[];
	/** The fields of the form that parts of the body come from, where they differ from form to form. */
	labels?: Record<string, string[]>;
	/** Whether the item has found the contact that it is about. */
	wasFound?: boolean;
	/** Whether Loops may switch it off for a team, and then answers 401. */
	isGated?: boolean;
	/** The limit it counts against, if not the plain one. */
	budget?: 'content';
}

/** What a refusal means: any with this status, or only one about something, where one of the three is given. */
export interface Refusal {
	status: number;
	/** Its path. */
	path?: string;
	/** The part of the body that its path is in. */
	part?: string;
	/** Its words, where it has no path. Loops changes them: they decide on advice only. */
	says?: RegExp;
	problem?: string;
	hint: string;
}

/** How one attempt ended: an answer with a status, or a connection that gave none. */
export interface Outcome {
	statusCode?: number;
	/** Code of the socket or of axios where no complete answer came, such as ECONNREFUSED. */
	networkCode?: string;
	/** ms after which it was given up, where that ended it. */
	timeoutMs?: number;
	/** Header names in lower case. */
	headers: IDataObject;
	body?: unknown;
}

/** False for a call that changes nothing in Loops, whatever becomes of it. */
export const isChange = ({ method }: LoopsRequest): boolean => method !== 'GET';

/** A success as HTTP has it. */
export const isOk = ({ statusCode = 0 }: Outcome) => statusCode >= 200 && statusCode < 300;

/** The object that a body is, `{}` where it is none. */
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

/** Loops refuses with `success: false`; a proxy or another service says it in other words. */
export const isRefusal = ({ body }: Outcome): boolean => asRecord(body).success === false;

/** Asks whether the API key is good. */
export const testKey: LoopsRequest = {
	method: 'GET',
	path: '/api-key',
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
};
