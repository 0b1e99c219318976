import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

/** The two kinds of n8n context that call Loops: a running node, and a dropdown in the editor. */
export type LoopsContext = IExecuteFunctions | ILoadOptionsFunctions;

/**
 * What a second arrival of the same call would do, which decides what may be repeated:
 * - `read`: nothing
 * - `write`: the same again (create or update)
 * - `delete`: answer that there is nothing to delete
 * - `create`: be refused, or make a second one
 * - `keyedSend`: be refused by its idempotency key
 * - `bareSend`: send twice
 */
export type CallKind = 'read' | 'write' | 'delete' | 'create' | 'keyedSend' | 'bareSend';

/** What a success looks like: `{ success: true }` and more, an array, or a page of a list. */
export type AnswerShape = 'success' | 'list' | 'page';

/** One call of the Loops API. */
export interface LoopsRequest {
	kind: CallKind;
	method: IHttpRequestMethods;
	/** Path below the credential's Base URL, such as `/contacts/find`. */
	path: string;
	qs?: IDataObject;
	body?: IDataObject;
	/** Names in lower case. */
	headers?: Record<string, string>;
	answer: AnswerShape;
	/**
	 * Status that says it was done before, and the answer that stands for it: where a try before it,
	 * whose fate was unknown, must have gone through; with `always` also on a first try.
	 */
	alreadyDone?: { status: number; answer: IDataObject; always?: boolean };
	/**
	 * For a `create` whose fate is unknown: what to ask Loops, and what to make of it. `found` gives
	 * the answer where it was created, and undefined where it was not, so that it may be sent again.
	 * @throws NodeOperationError where neither can be told
	 */
	lookUp?: { request: LoopsRequest; found(answer: unknown): IDataObject | undefined };
	/** True where the idempotency key is the same in a new execution. */
	hasStableKey?: boolean;
	/** What to do about a refusal, by HTTP status, where the operation knows better than the transport. */
	hints?: Record<number, string>;
	/** The limit it counts against, if not the plain one. */
	budget?: 'content';
	/** What to call with the same query where this path is gone, and how to make the same answer of it. */
	successor?: { request: LoopsRequest; answer(body: unknown): unknown };
	/** Present on lists with cursors: fetch pages until this many entries are there. */
	pages?: { limit: number };
}

/** How one try ended: an answer with a status, or a connection that gave none. */
export interface Outcome {
	statusCode?: number;
	/** Code of the socket or of axios where no answer came, such as ECONNREFUSED. */
	networkCode?: string;
	/** Header names in lower case. */
	headers: IDataObject;
	body?: unknown;
}
