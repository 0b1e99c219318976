import { type IHttpRequestOptions, type IN8nHttpFullResponse, sleep } from 'n8n-workflow';

import { orAborted } from './orAborted';
import type { LoopsContext, LoopsRequest, Outcome } from './request';

const TIMEOUT_MS = 30_000;

/** Makes one attempt of a call, which ends after `timeoutMs` however much of the answer is there. */
export async function send(
	context: LoopsContext,
	request: LoopsRequest,
	baseUrl: string,
	timeoutMs = TIMEOUT_MS,
): Promise<Outcome> {
	// The helper writes into its options (Authorization, abort signal): every attempt gets new ones.
	const options: IHttpRequestOptions = {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		headers: { ...request.headers, ...(request.body && { 'Content-Type': 'application/json' }) },
		qs: request.qs,
		// As text: axios drops keys such as 'constructor' from an object without a word.
		body: request.body && JSON.stringify(request.body),
		json: true,
		// That of axios starts anew with each byte.
		timeout: 0,
		// A redirected POST would arrive as a GET, and Loops redirects nothing.
		disableFollowRedirect: true,
		returnFullResponse: true,
		// Without this a 401 is sent twice, and the headers of a 429 are out of reach.
		ignoreHttpStatusErrors: true,
	};
	const over = new AbortController();
	const end = () => over.abort();
	const canceled =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	canceled?.addEventListener('abort', end);
	let isLate = false;
	const onLate = () => {
		isLate = true;
		end();
	};
	sleep(timeoutMs, over.signal).then(onLate, () => {});
	// In place of a signal among the options the helper takes that of its context.
	const ofAttempt = Object.create(context, {
		getExecutionCancelSignal: { value: () => over.signal },
	}) as LoopsContext;
	try {
		const { httpRequestWithAuthentication } = context.helpers;
		const response = (await orAborted(
			httpRequestWithAuthentication.call(ofAttempt, 'loopsApi', options),
			over.signal,
		)) as IN8nHttpFullResponse;
		return { statusCode: response.statusCode, headers: response.headers, body: response.body };
	} catch (error) {
		if (isLate) return { networkCode: 'ETIMEDOUT', headers: {}, timeoutMs };
		// A failed connection is a NodeApiError whose httpCode is the socket's code, such as
		// ECONNRESET, or the status of an answer that was cut off.
		const { httpCode } = error as { httpCode?: string | null };
		const statusCode = Number(httpCode) || undefined;
		return { statusCode, networkCode: httpCode ?? 'UNKNOWN', headers: {} };
	} finally {
		canceled?.removeEventListener('abort', end);
		end();
	}
}
