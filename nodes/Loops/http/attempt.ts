import { type IHttpRequestOptions, type IN8nHttpFullResponse, sleep } from 'n8n-workflow';

import type { Connection } from './connection';
import { outcomeOf } from './exception';
import { waitUnlessAborted } from './waitUnlessAborted';
import type { LoopsContext, Outcome, WireRequest } from './request';
import { retryAfterMs } from './retryPolicy';

const TIMEOUT_MS = 30_000;
const LATE = Symbol('late');

/** Makes one attempt of a call; `timeoutMs` includes the whole answer. */
export async function sendAttempt(
	context: LoopsContext,
	request: WireRequest,
	{ baseUrl, credentials, credentialType }: Connection,
	timeoutMs = TIMEOUT_MS,
): Promise<Outcome> {
	const over = new AbortController();
	const end = () => over.abort();
	const canceled =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	canceled?.addEventListener('abort', end);
	const onLate = () => over.abort(LATE);
	sleep(timeoutMs, over.signal).then(onLate, () => {});
	// The helper takes its signal from the context, and reads the credential anew for each request.
	const ofAttempt = Object.create(context, {
		getCredentials: { value: async () => await Promise.resolve({ ...credentials }) },
		getExecutionCancelSignal: { value: () => over.signal },
	}) as LoopsContext;
	try {
		const { httpRequest, httpRequestWithAuthentication } = context.helpers;
		const options = optionsOf(request, baseUrl);
		const sending: Promise<unknown> = request.file
			? httpRequest.call(ofAttempt, options)
			: httpRequestWithAuthentication.call(ofAttempt, credentialType, options);
		const response = (await waitUnlessAborted(sending, over.signal)) as IN8nHttpFullResponse;
		const { statusCode, headers, body } = response;
		return { statusCode, headers, retryAfterMs: retryAfterMs(headers, Date.now()), body };
	} catch (error) {
		if (over.signal.reason === LATE) return { networkCode: 'ETIMEDOUT', headers: {}, timeoutMs };
		return outcomeOf(error);
	} finally {
		canceled?.removeEventListener('abort', end);
		end();
	}
}

/** Each attempt needs new options, because n8n's helper writes into them. */
const optionsOf = (
	{ method, path, qs, headers, body, file }: WireRequest,
	baseUrl: string,
): IHttpRequestOptions => ({
	method,
	url: file?.url ?? `${baseUrl}${path}`,
	headers: file
		? { 'Content-Type': file.contentType, 'Content-Length': file.content.length }
		: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
	qs,
	// axios drops keys such as 'constructor' from an object, but not from text.
	body: file?.content ?? (body && JSON.stringify(body)),
	json: !file,
	// axios' own timeout starts again with each byte.
	timeout: 0,
	// Otherwise a redirected POST arrives as a GET.
	disableFollowRedirect: true,
	returnFullResponse: true,
	// Otherwise a 401 is sent twice, and the headers of a 429 are lost.
	ignoreHttpStatusErrors: true,
});
