import { type NodeApiError, sleep } from 'n8n-workflow';

import { CallQueue } from './callQueue';
import type { CallSettings } from './callSettings';
import { type Connection, loopsConnection } from './connection';
import { failedCall } from './errors';
import { waitUnlessAborted } from './waitUnlessAborted';
import { afterAttempt, confirm } from './confirmation';
import { type RateLimiter, rateLimiterOf } from './rateLimiter';
import {
	type Caller,
	type CallResult,
	type CheckFirst,
	type CheckOnly,
	type LoopsContext,
	type LoopsRequest,
	type Outcome,
	isChange,
	isChecked,
} from './request';
import { decide, type Failure, type History, isAmbiguous } from './retryPolicy';
import { sendAttempt } from './attempt';
import { MAX_PAUSE_MS, type Permit } from './rateWindow';

/**
 * Makes one call of the Loops API within the rate limit, with the retries that retryPolicy.ts allows.
 * @throws NodeApiError when the call fails
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
	private readonly past = { attempts: 0, rateLimited: 0, elapsedMs: 0, mayHaveArrived: false };
	private startedAt = 0;

	constructor(
		private readonly context: LoopsContext,
		private readonly request: LoopsRequest,
		private readonly settings: CallSettings & { connection: Connection },
	) {
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
			const isOver = failure === 'refused' || request.repeat.kind === 'checkOnly';
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
		// n8n before 2.34 ignores the signal of sleep.
		if (!isHeldBack) await waitUnlessAborted(sleep(waitMs, signal), signal);
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
		observer?.onAttempt?.(request, past.attempts);
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

	private failed(outcome: Outcome, failure: Failure): NodeApiError {
		this.reportMaybeApplied();
		const { past, request } = this;
		const { connection, itemIndex, labelInForm, advise } = this.settings;
		const { redactor } = connection;
		const { host } = new URL(connection.baseUrl);
		const call = { ...past, request, outcome, failure, host };
		const failed = { ...call, itemIndex, labelInForm, advise, redactor };
		return failedCall(this.context.getNode(), failed);
	}

	private reportMaybeApplied(): void {
		const { request, past, settings } = this;
		if (past.mayHaveArrived && isChange(request)) settings.observer?.onMaybeApplied?.();
	}
}
