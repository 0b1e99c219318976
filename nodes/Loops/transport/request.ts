import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { loopsAccount } from './account';
import { loopsError } from './errors';
import { type AnswerShape, failureOf, isAmbiguous, type Outcome, waitBeforeRepeat } from './retry';

/** The two kinds of n8n context that call Loops: a running node, and a dropdown in the editor. */
export type LoopsContext = IExecuteFunctions | ILoadOptionsFunctions;

/** One call of the Loops API. */
export interface LoopsRequest {
	method: IHttpRequestMethods;
	/** Path below the credential's Base URL, such as `/contacts/find`. */
	path: string;
	qs?: IDataObject;
	body?: IDataObject;
	headers?: Record<string, string>;
	/** What a success looks like: `{ success: true }` and more, an array, or a `Page`. */
	answer: AnswerShape;
	/** True where a second arrival does no harm, so that it may follow a try whose fate is unknown. */
	repeatable: boolean;
	/**
	 * Status that says it was done before, and the answer that stands for it: where a try before it,
	 * whose fate was unknown, must have gone through; with `always` also on a first try.
	 */
	alreadyDone?: { status: number; answer: IDataObject; always?: boolean };
	/** What to do about a refusal, by HTTP status, where the operation knows better than the transport. */
	hints?: Record<number, string>;
	/** Present on lists with cursors: fetch pages until this many entries are there. */
	pages?: { limit: number };
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Waits that one call may add up to, in ms. A dropdown has somebody waiting in front of it.
 */
const PATIENCE_MS = { execution: 120_000, editor: 4_000 };

/**
 * Makes one call of the Loops API and gives back the parsed body of its answer. Waits for the rate
 * limit, and repeats what may be repeated (see retry.ts).
 * @throws NodeApiError for every answer that isn't a success, with what Loops said and what to do
 * @throws NodeOperationError when the credential's Base URL isn't a URL
 */
export async function loopsRequest(
	context: LoopsContext,
	request: LoopsRequest,
	itemIndex?: number,
): Promise<unknown> {
	const { apiKey, baseUrl } = await loopsAccount(context, itemIndex);
	const isExecution = 'getExecutionCancelSignal' in context;
	const signal = isExecution ? context.getExecutionCancelSignal() : undefined;
	const patience = isExecution ? PATIENCE_MS.execution : PATIENCE_MS.editor;
	const startedAt = Date.now();
	let mayHaveArrived = false;

	for (let tries = 1; ; tries++) {
		const outcome = await send(context, request, baseUrl);
		const failure = failureOf(outcome, request.answer);
		if (!failure) return outcome.body;
		const { alreadyDone } = request;
		if (
			alreadyDone &&
			alreadyDone.status === outcome.statusCode &&
			(mayHaveArrived || alreadyDone.always)
		) {
			return alreadyDone.answer;
		}

		const waited = Date.now() - startedAt;
		const wait = waitBeforeRepeat({
			failure,
			repeatable: request.repeatable,
			tries,
			patience: patience - waited,
			headers: outcome.headers,
		});
		if (wait === undefined || signal?.aborted) {
			throw loopsError(context.getNode(), {
				request,
				outcome,
				failure,
				tries,
				elapsed: waited,
				apiKey,
				itemIndex,
			});
		}
		mayHaveArrived ||= isAmbiguous(failure);
		await sleep(wait, signal);
	}
}

async function send(
	context: LoopsContext,
	request: LoopsRequest,
	baseUrl: string,
): Promise<Outcome> {
	// The helper writes into its options (Authorization, abort signal): every try gets new ones.
	const options: IHttpRequestOptions = {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		headers: { ...request.headers },
		qs: request.qs,
		body: request.body,
		json: true,
		timeout: REQUEST_TIMEOUT_MS,
		// A redirected POST would arrive as a GET, and Loops redirects nothing.
		disableFollowRedirect: true,
		returnFullResponse: true,
		// Without this a 401 is sent twice, and the headers of a 429 are out of reach.
		ignoreHttpStatusErrors: true,
	};
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			'loopsApi',
			options,
		)) as IN8nHttpFullResponse;
		return { statusCode: response.statusCode, headers: response.headers, body: response.body };
	} catch (error) {
		// A failed connection is a NodeApiError whose httpCode is the socket's code, such as ECONNRESET.
		const { httpCode } = error as { httpCode?: string | null };
		return { networkCode: httpCode ?? 'UNKNOWN', headers: {} };
	}
}
