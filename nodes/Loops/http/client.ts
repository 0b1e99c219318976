import { NodeOperationError, sleep } from 'n8n-workflow';

import { type Connection, loopsConnection } from './connection';
import { failedCall } from './errors';
import { isKeyGood } from './keyCheck';
import { orAborted } from './orAborted';
import { type CallQueue, type RateLimiter, rateLimiterOf } from './rateLimiter';
import { type DoneBy, isChange, type LoopsContext, type LoopsRequest, testKey } from './request';
import { decide, isAmbiguous, retryAfterMs } from './retryPolicy';
import { send } from './send';
import { MAX_PAUSE_MS } from './slots';

/** What a run of the node wants of all its calls. */
export interface CallSettings {
	/** Where to call; read from the credential without it. */
	connection?: Connection;
	/** ms that one attempt may take, with the whole of its answer. */
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
	onMaybeApplied(request: LoopsRequest): void;
}

/** The body of Loops' answer, or what stands for it, and who did what was asked for. */
export interface Answer {
	body: unknown;
	doneBy: DoneBy;
	warning?: string;
	/** That of the request that was answered. */
	departure: number;
}

/** Requests of this process that have left. */
let departures = 0;

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
	const connection = settings.connection ?? (await loopsConnection(context, itemIndex));
	const limiter = rateLimiterOf(connection.id, request.budget ?? 'plain');
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
		const sending = send(context, request, connection.baseUrl, settings.timeoutMs).then(
			(outcome) => {
				const { headers, statusCode, networkCode } = outcome;
				if (statusCode === 429) {
					limiter.onRateLimited(permit, headers, retryAfterMs(headers, Date.now()));
				} else limiter.onResponse(permit, networkCode ? undefined : headers);
				return outcome;
			},
		);
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
			const { answer, doneBy, warning } = decision;
			return { body: answer, doneBy, warning, departure };
		}

		const { failure } = decision;
		if (decision.do === 'fail' && decision.isUndone) mayHaveArrived = false;
		else mayHaveArrived ||= isAmbiguous(failure);
		if (failure === 'rateLimited') rateLimited++;
		const fail = (isOff = false) => {
			if (mayHaveArrived && isChange(request)) observer?.onMaybeApplied(request);
			const { apiKey } = connection;
			return failedCall(context.getNode(), {
				request,
				outcome,
				failure,
				attempts,
				elapsedMs,
				mayHaveArrived,
				isOff,
				apiKey,
				itemIndex,
			});
		};
		if (decision.do === 'fail') {
			const mayBeOff = request.isGated && outcome.statusCode === 401;
			const test = async () => await callLoops(context, testKey, { ...settings, connection });
			throw fail(mayBeOff && (await isKeyGood(connection.id, test)));
		}
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
				if (mayHaveArrived) observer?.onMaybeApplied(request);
				throw done;
			}
			if (done) return { body: done, doneBy: mayHaveArrived ? 'unknown' : 'earlierRun', departure };
			// Not asked, it may be there; refused and not there, it would be refused again.
			if (!asked || failure === 'refused') throw fail();
		}
	}
}
