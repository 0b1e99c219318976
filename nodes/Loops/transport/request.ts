import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { type Account, loopsAccount } from './account';
import type { LoopsContext, LoopsRequest, Outcome } from './call';
import { loopsError } from './errors';
import { pacerOf } from './pacer';
import { backoff, failureOf, isAmbiguous, maySpendTry, POLICY, retryAfterMs } from './policy';

/** What surrounds a call: the item it is made for, and what the run wants and gathers. */
export interface CallSettings {
	/** Where to call; read from the credential without it. */
	account?: Account;
	itemIndex?: number;
	/** Ends the waiting of a call that has not left yet. */
	notStarted?: AbortSignal;
	/** Ends all waiting. */
	canceled?: AbortSignal;
	/** ms that one try may take. */
	timeout?: number;
	/** Requests per second to stay under. */
	maxRate?: number;
	/** ms that the waits between the tries of a call may add up to. */
	patience?: number;
	/** Is told when the first try leaves. */
	started?(): void;
	/** Is told of each wait for the rate limit, in ms. */
	waited?(ms: number): void;
	/** Is told of each try after the first one. */
	retried?(): void;
}

const TIMEOUT_MS = 30_000;

/** Not found, method not allowed, gone. */
const GONE = [404, 405, 410];

/** Somebody sits in front of a dropdown. */
const EDITOR_PATIENCE_MS = 4_000;

/**
 * Makes one call of the Loops API and gives back the parsed body of its answer. Keeps to the rate
 * limit, and repeats what policy.ts says may be repeated.
 * @throws NodeApiError for every answer that isn't a success, with what Loops said and what to do
 * @throws NodeOperationError when the credential's Base URL isn't a URL
 */
export async function loopsRequest(
	context: LoopsContext,
	request: LoopsRequest,
	settings: CallSettings = {},
): Promise<unknown> {
	const account = settings.account ?? (await loopsAccount(context, settings.itemIndex));
	const pacer = pacerOf(account.id, request.budget);
	const { patience = EDITOR_PATIENCE_MS, canceled } = settings;
	const { alreadyDone, lookUp, successor } = request;
	/** For a request that has to follow one which has left. */
	const underWay = { ...settings, notStarted: canceled };
	let startedAt = 0;
	let mayHaveArrived = false;

	for (let tries = 1; ; tries++) {
		const isFirst = tries === 1;
		const sentAt = await pacer.turn(
			isFirst ? settings.notStarted : canceled,
			settings.maxRate,
			settings.waited,
		);
		if (isFirst) {
			startedAt = performance.now();
			settings.started?.();
		} else settings.retried?.();

		const outcome = await send(context, request, account.baseUrl, settings.timeout);
		const failure = failureOf(outcome, request.answer);
		pacer.heard(sentAt, outcome.headers);
		if (failure !== 'rateLimited') pacer.letIn();
		if (!failure) return outcome.body;
		if (
			alreadyDone &&
			alreadyDone.status === outcome.statusCode &&
			(mayHaveArrived || alreadyDone.always)
		) {
			return alreadyDone.answer;
		}

		if (successor && GONE.includes(outcome.statusCode ?? 0)) {
			const instead = { ...successor.request, qs: request.qs };
			return successor.answer(await loopsRequest(context, instead, underWay));
		}

		const retryAfter = retryAfterMs(outcome.headers);
		if (failure === 'rateLimited') pacer.turnedAway(sentAt, retryAfter);
		const elapsed = performance.now() - startedAt;
		const wait = retryAfter ?? (failure === 'rateLimited' ? pacer.pause : backoff(tries));
		const { apiKey } = account;
		const { itemIndex } = settings;
		const givenUp = { request, outcome, failure, tries, elapsed, apiKey, itemIndex };
		const reaction = POLICY[request.kind][failure];
		const isOver = !maySpendTry(failure, tries) || elapsed + wait > patience || canceled?.aborted;
		if (reaction === 'giveUp' || isOver) throw loopsError(context.getNode(), givenUp);

		await sleep(wait, canceled);
		if (reaction === 'lookUp') {
			const answer =
				lookUp && (await loopsRequest(context, lookUp.request, underWay).catch(() => null));
			// Without an answer nothing is known that would make a repeat safe.
			if (!lookUp || answer === null) throw loopsError(context.getNode(), givenUp);
			const created = lookUp.found(answer);
			if (created) return created;
		}
		mayHaveArrived ||= isAmbiguous(failure);
	}
}

async function send(
	context: LoopsContext,
	request: LoopsRequest,
	baseUrl: string,
	timeout = TIMEOUT_MS,
): Promise<Outcome> {
	// The helper writes into its options (Authorization, abort signal): every try gets new ones.
	const options: IHttpRequestOptions = {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		headers: { ...request.headers },
		qs: request.qs,
		body: request.body,
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
		// A failed connection is a NodeApiError whose httpCode is the socket's code, such as ECONNRESET.
		const { httpCode } = error as { httpCode?: string | null };
		return { networkCode: httpCode ?? 'UNKNOWN', headers: {} };
	}
}
