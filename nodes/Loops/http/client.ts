import { type IHttpRequestOptions, type IN8nHttpFullResponse, sleep } from 'n8n-workflow';

import { ItemRefused } from '../values/itemRefused';
import { type CallSettings, type Connection, loopsConnection } from './connection';
import { type CallFailed, failedCall, messages, outcomeOf } from './errors';
import {
	CallQueue,
	MAX_PAUSE_MS,
	type Permit,
	type RateLimiter,
	rateLimiterOf,
} from './rateLimiter';
import {
	type Caller,
	type CallResult,
	type CheckFirst,
	type CheckOnly,
	isChange,
	isChecked,
	type LoopsContext,
	type LoopsRequest,
	type Outcome,
	type WireRequest,
} from './request';
import { decide, type Failure, type History, isAmbiguous, retryAfterMs } from './retryPolicy';

/** The oldest answer on which a change may rest, and how often it is asked for. */
const FRESH = { ms: 3_000, looks: 5 };

/**
 * Confirms right before an attempt that nothing has changed since the item was planned. If the rate
 * limit makes the calls for that wait too long, they are made again.
 * @throws what `beforeAttempt` throws
 * @throws ItemRefused if Loops answers too slowly
 */
export async function confirm(
	beforeAttempt: (get: Caller) => Promise<void>,
	get: Caller,
): Promise<void> {
	for (let looks = 0; looks < FRESH.looks; looks++) {
		let answeredAt = Infinity;
		await beforeAttempt(async (request) => {
			const answer = await get(request);
			answeredAt = Math.min(answeredAt, performance.now());
			return answer;
		});
		if (performance.now() - answeredAt <= FRESH.ms) return;
	}
	throw new ItemRefused(messages.tooSlow.problem, messages.tooSlow.hint);
}

/** Says that the change may have been made before, by an attempt whose answer was lost. */
export const afterAttempt = (error: Error): Error =>
	error instanceof ItemRefused
		? new ItemRefused(`${error.message}. ${messages.unknownAttempt}`, error.hint)
		: error;

/** Waits for a promise until `signal` aborts, and then throws its reason. */
export async function waitUnlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason as Error);
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop);
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

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

/**
 * Makes one call of the Loops API within the rate limit, with the retries that retryPolicy.ts allows.
 * @throws CallFailed
 * @throws NodeOperationError when the Base URL is invalid, or a check can't tell what happened
 * @throws the reason of `signal` when that aborts
 */
export async function callLoops(
	context: LoopsContext,
	request: LoopsRequest,
	settings: CallSettings,
): Promise<CallResult> {
	const connection = settings.connection ?? (await loopsConnection(context));
	return await new Call(context, request, { ...settings, connection }).run();
}

/** A call in progress. */
class Call {
	private readonly limiter: RateLimiter;
	private readonly queue: CallQueue;
	private readonly past;
	private startedAt = 0;

	constructor(
		private readonly context: LoopsContext,
		private readonly request: LoopsRequest,
		private readonly settings: CallSettings & { connection: Connection },
	) {
		const { mayHaveArrived = false } = settings;
		this.past = { attempts: 0, rateLimited: 0, elapsedMs: 0, mayHaveArrived };
		this.limiter = rateLimiterOf(settings.connection.id, request.rateLimit ?? 'plain');
		this.queue = settings.queueIn?.(this.limiter) ?? new CallQueue();
	}

	/** Attempts, waits and checks until Loops has answered or nothing more may be tried. */
	async run(): Promise<CallResult> {
		const { past, request } = this;
		for (;;) {
			const permit = await this.permit();
			const { beforeAttempt } = request;
			const earlier = beforeAttempt && (await this.confirm(beforeAttempt));
			if (earlier) return earlier;
			const outcome = await this.send(permit);
			const decision = decide(request, outcome, this.history());
			if (decision.do === 'return') return decision.result;
			const { failure } = decision;
			past.mayHaveArrived ||= isAmbiguous(failure);
			if (decision.do === 'fail') {
				if (decision.isUndone) past.mayHaveArrived = false;
				throw this.failed(outcome, failure);
			}
			await this.wait(decision);
			if (decision.do === 'retry') continue;
			const { result, isAnswered } = await this.check(decision.check);
			if (result) return result;
			// If the check failed, the change may exist. If Loops refused the call, it would do so again.
			const isOver =
				decision.isLast || failure === 'refused' || request.repeat.kind === 'checkOnly';
			if (!isAnswered || isOver) throw this.failed(outcome, failure);
		}
	}

	private history(): History {
		const { limiter, past, queue } = this;
		const { patienceMs } = this.settings;
		const elapsedMs = Math.max(past.elapsedMs, queue.rejectedMs(performance.now()));
		return { ...past, elapsedMs, patienceMs, pauseMs: limiter.pauseMs, jitter: Math.random() };
	}

	/** Waits before another attempt or a check. */
	private async wait({ failure, waitMs }: { failure: Failure; waitMs: number }): Promise<void> {
		const { past, request } = this;
		const { observer, signal } = this.settings;
		if (failure === 'rateLimited') past.rateLimited++;
		if (!past.mayHaveArrived) observer?.onNotArrived?.(request);
		// After a 429, the limiter itself holds back all calls for up to MAX_PAUSE_MS.
		const isHeldBack = failure === 'rateLimited' && waitMs <= MAX_PAUSE_MS;
		if (!isHeldBack) {
			// n8n before 2.34 ignores the signal of sleep.
			await waitUnlessAborted(sleep(waitMs, signal), signal);
			if (failure === 'rateLimited') observer?.onWait?.(waitMs);
		}
		signal?.throwIfAborted();
	}

	/** Whether an attempt without an answer made the change, or an earlier run did. */
	private async check(
		first: CheckFirst | CheckOnly,
	): Promise<{ result?: CallResult; isAnswered: boolean }> {
		const { context, past, settings } = this;
		const answer = await callLoops(context, first.request, settings).catch(() => undefined);
		settings.signal?.throwIfAborted();
		const afterRefusal = first.kind === 'checkFirst' ? first.foundAfterRefusal : undefined;
		const body = answer && (past.mayHaveArrived ? first.found : afterRefusal)?.(answer.body);
		if (body instanceof Error) {
			this.reportMaybeApplied();
			throw body;
		}
		const doneBy = past.mayHaveArrived ? 'unknown' : 'earlierRun';
		return { isAnswered: answer !== undefined, ...(body && { result: { body, doneBy } }) };
	}

	/** Waits for the rate limit. A file goes to a store, which does not count against the limit of Loops. */
	private async permit(): Promise<Permit | undefined> {
		if (this.request.file) return undefined;
		const { isUrgent = false, observer, signal } = this.settings;
		const onWait = (ms: number) => observer?.onWait?.(ms);
		const options = { signal, isRetry: isUrgent || this.past.attempts > 0, onWait };
		return await this.limiter.acquire(this.queue, options);
	}

	/** Makes one attempt. */
	private async send(permit?: Permit): Promise<Outcome> {
		const { context, past, request } = this;
		const { connection, observer, signal, timeoutMs } = this.settings;
		// The item may have been skipped since the permit was given.
		signal?.throwIfAborted();
		if (past.attempts === 0) this.startedAt = performance.now();
		past.attempts++;
		observer?.onAttempt?.(request);
		const sending = sendAttempt(context, request, connection, timeoutMs).then((outcome) => {
			if (permit) this.reportToLimiter(permit, outcome);
			return outcome;
		});
		// A cancel ends a read at once. A change's attempt ends by itself: it counts as maybe sent.
		const outcome = isChange(request) ? await sending : await waitUnlessAborted(sending, signal);
		past.elapsedMs = performance.now() - this.startedAt;
		return outcome;
	}

	private reportToLimiter(permit: Permit, outcome: Outcome): void {
		const { limiter, queue, request } = this;
		const { patienceMs, signal } = this.settings;
		const { headers, statusCode, networkCode, retryAfterMs = 0 } = outcome;
		if (statusCode === 429 && !request.isQuota?.(outcome)) {
			queue.recordRejected(permit.sentAt);
			// If this call gives up, the others need not wait.
			const isOver = queue.rejectedMs(performance.now()) + retryAfterMs > patienceMs;
			limiter.onRateLimited(permit, headers, isOver ? 0 : retryAfterMs);
		} else if (!networkCode || !signal?.aborted) {
			// A canceled attempt says nothing about Loops.
			queue.recordAccepted();
			const release = () => limiter.onResponse(permit, networkCode ? undefined : headers);
			// A failure may stop the run, which has to happen before another call leaves.
			if (request.isAnswer(outcome)) release();
			else void sleep(0).then(release);
		}
	}

	/**
	 * Runs the last check after all waiting, so that nothing changes in Loops before the attempt. The check
	 * may fail because an earlier attempt made this very change: then its result is returned.
	 */
	private async confirm(
		beforeAttempt: (get: Caller) => Promise<void>,
	): Promise<CallResult | undefined> {
		const { context, past, settings } = this;
		const { repeat } = this.request;
		const get: Caller = async (request) =>
			(await callLoops(context, request, { ...settings, isUrgent: true })).body;
		const error = await confirm(beforeAttempt, get).catch((caught: Error) => caught);
		if (!error) return undefined;
		if (!past.mayHaveArrived) throw error;
		const { result } = isChecked(repeat) ? await this.check(repeat) : {};
		if (result) return result;
		this.reportMaybeApplied();
		throw afterAttempt(error);
	}

	private failed(outcome: Outcome, failure: Failure): CallFailed {
		this.reportMaybeApplied();
		const { past, request } = this;
		const { connection, labelInForm } = this.settings;
		const { redactor } = connection;
		const { host } = new URL(connection.baseUrl);
		return failedCall({ ...past, request, outcome, failure, host, labelInForm, redactor });
	}

	private reportMaybeApplied(): void {
		const { request, past, settings } = this;
		if (past.mayHaveArrived && isChange(request)) settings.observer?.onMaybeApplied?.();
	}
}
