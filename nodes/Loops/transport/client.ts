import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { type Account, loopsAccount } from './account';
import { failedCall } from './errors';
import { orAborted } from './orAborted';
import { type CallQueue, type RateLimiter, rateLimiterOf } from './rateLimiter';
import { isChange, type LoopsContext, type LoopsRequest, type Outcome } from './request';
import { decide, type DoneBy, isAmbiguous, retryAfterMs } from './retryPolicy';
import { MAX_PAUSE_MS } from './slots';

/** What a run of the node wants of all its calls. */
export interface CallSettings {
	/** Where to call; read from the credential without it. */
	account?: Account;
	/** ms that one attempt may take. */
	timeoutMs?: number;
	/** ms that the waits between the attempts of a call may add up to. */
	patienceMs?: number;
	/** The place of the run in the line for the rate limit. */
	queueIn?(limiter: RateLimiter): CallQueue;
	itemIndex?: number;
	/** Ends all waiting, and with it the call. */
	signal?: AbortSignal;
	observer?: CallObserver;
}

/** Is told how a call goes. */
export interface CallObserver {
	/** An attempt is about to leave; the first one is 1. Of two calls, the later departure is the higher one. */
	onAttempt(request: LoopsRequest, attempt: number, departure: number): void;
	/** The attempt waited for the rate limit, in ms. */
	onWait(ms: number): void;
	/** No attempt so far has done anything: it was turned away, or Loops was not there. */
	onNotArrived(request: LoopsRequest): void;
	/** It was given up after it may have reached Loops. */
	onFateUnknown(request: LoopsRequest): void;
}

/** The body of Loops' answer, or what stands for it, and who did what was asked for. */
export interface Answer {
	body: unknown;
	doneBy: DoneBy;
	/** That of the request that was answered. */
	departure: number;
}

/** Requests of this process that have left. */
let departures = 0;

const TIMEOUT_MS = 30_000;

/** Somebody sits in front of a dropdown. */
const EDITOR_PATIENCE_MS = 4_000;

/**
 * Makes one call of the Loops API: the only way to it. Keeps to the rate limit, and repeats what
 * retryPolicy.ts says may be repeated.
 * @throws NodeApiError for every answer that isn't one to the request, with what Loops said and what
 * to do
 * @throws NodeOperationError when the credential's Base URL isn't a URL
 * @throws the reason of `signal` when that is aborted
 */
export async function callLoops(
	context: LoopsContext,
	request: LoopsRequest,
	settings: CallSettings = {},
): Promise<Answer> {
	const { itemIndex, signal, observer, patienceMs = EDITOR_PATIENCE_MS } = settings;
	const account = settings.account ?? (await loopsAccount(context, itemIndex));
	const limiter = rateLimiterOf(account.id, request.budget ?? 'plain');
	const queue = settings.queueIn?.(limiter) ?? limiter.queue();
	let startedAt = 0;
	let mayHaveArrived = false;
	let rateLimited = 0;

	for (let attempts = 1; ; attempts++) {
		const permit = await limiter.acquire(queue, {
			signal,
			isRetry: attempts > 1,
			onWait: (ms) => observer?.onWait(ms),
		});
		// Between the permit and this line the item may have been skipped: then nothing may leave.
		signal?.throwIfAborted();
		if (attempts === 1) startedAt = performance.now();
		const departure = ++departures;
		observer?.onAttempt(request, attempts, departure);
		const sending = send(context, request, account.baseUrl, settings.timeoutMs).then((outcome) => {
			const { headers, statusCode, networkCode } = outcome;
			if (statusCode === 429) {
				limiter.onRateLimited(permit, headers, retryAfterMs(headers, Date.now()));
			} else limiter.onResponse(permit, networkCode ? undefined : headers);
			return outcome;
		});
		// Nothing is lost with the answer to a look-up; what became of a change has to be known.
		const outcome = isChange(request) ? await sending : await orAborted(sending, signal);

		const elapsedMs = performance.now() - startedAt;
		const decision = decide(request, outcome, {
			attempts,
			rateLimited,
			elapsedMs,
			mayHaveArrived,
			patienceMs,
			pauseMs: limiter.pauseMs,
			jitter: Math.random(),
		});
		if (decision.do === 'return') {
			return { body: decision.answer, doneBy: decision.doneBy, departure };
		}

		const { failure } = decision;
		mayHaveArrived ||= isAmbiguous(failure);
		if (failure === 'rateLimited') rateLimited++;
		const fail = () => {
			if (mayHaveArrived && isChange(request)) observer?.onFateUnknown(request);
			const { apiKey } = account;
			return failedCall(context.getNode(), {
				request,
				outcome,
				failure,
				attempts,
				elapsedMs,
				mayHaveArrived,
				apiKey,
				itemIndex,
			});
		};
		if (decision.do === 'fail') throw fail();
		if (!mayHaveArrived) observer?.onNotArrived(request);
		// After a 429 the limiter holds back all calls, but for seconds only.
		const isHeldBack = failure === 'rateLimited' && decision.waitMs <= MAX_PAUSE_MS;
		if (!isHeldBack) await sleep(decision.waitMs, signal);
		signal?.throwIfAborted();
		if (decision.do === 'lookUp' && request.repeat.kind === 'lookUp') {
			const asked = await callLoops(context, decision.request, settings).catch(() => undefined);
			signal?.throwIfAborted();
			const { found, foundRefused } = request.repeat;
			const done = asked && (mayHaveArrived ? found : foundRefused)?.(asked.body);
			if (done instanceof NodeOperationError) {
				if (mayHaveArrived) observer?.onFateUnknown(request);
				throw done;
			}
			if (done) return { body: done, doneBy: mayHaveArrived ? 'either' : 'earlierRun', departure };
			// Not asked, it may be there; refused and not there, it would be refused again.
			if (!asked || failure === 'refused') throw fail();
		}
	}
}

async function send(
	context: LoopsContext,
	request: LoopsRequest,
	baseUrl: string,
	timeout = TIMEOUT_MS,
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
		timeout,
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
		// A failed connection is a NodeApiError whose httpCode is the socket's code, such as
		// ECONNRESET, or the status of an answer that was cut off.
		const { httpCode } = error as { httpCode?: string | null };
		const statusCode = Number(httpCode) || undefined;
		return { statusCode, networkCode: httpCode ?? 'UNKNOWN', headers: {} };
	}
}
