import type { IDataObject } from 'n8n-workflow';

import { CallQueue } from '../../nodes/Loops/http/callQueue.ts';
import { type LimitName, RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import type { VirtualClock } from './virtualClock.mts';

export type StrategyKind = 'limiter' | 'oneAtATime' | 'allAtOnce';

export interface Answer {
	/** When the server counted or refused the request. */
	at: number;
	status: number;
	headers: IDataObject;
}

/** Makes a call, retried until accepted, and returns the time of that. */
type Call = (onSent: () => void) => Promise<number>;

export interface Strategy {
	queue(maxRate?: number): Call;
}

/** @param send one attempt */
export function startStrategy(
	kind: StrategyKind,
	clock: VirtualClock,
	send: () => Promise<Answer>,
	limitName: LimitName = 'plain',
): Strategy {
	if (kind === 'limiter') return limited(clock, send, limitName);
	return kind === 'allAtOnce' ? allAtOnce(clock, send) : oneAtATime(clock, send);
}

function limited(clock: VirtualClock, send: () => Promise<Answer>, limitName: LimitName): Strategy {
	const limiter = new RateLimiter(limitName, clock);
	return {
		queue: (maxRate) => {
			const queue = new CallQueue(maxRate);
			return async (onSent) => {
				for (let isRetry = false; ; isRetry = true) {
					const permit = await limiter.acquire(queue, { isRetry });
					if (!isRetry) onSent();
					const { at, status, headers } = await send();
					if (status !== 429) {
						limiter.onResponse(permit, headers);
						return at;
					}
					limiter.onRateLimited(permit, headers, retryAfterMs(headers, at));
				}
			};
		},
	};
}

/** Each call waits for the answer to the previous one. */
function oneAtATime(clock: VirtualClock, send: () => Promise<Answer>): Strategy {
	let last: Promise<unknown> = Promise.resolve();
	const call = repeated(clock, send);
	return {
		queue: () => async (onSent) => {
			const mine = last.then(async () => await call(onSent));
			last = mine;
			return await mine;
		},
	};
}

/** Each call is sent at once. */
function allAtOnce(clock: VirtualClock, send: () => Promise<Answer>): Strategy {
	return { queue: () => repeated(clock, send) };
}

/** Retries with exponential backoff, as HTTP clients do. */
function repeated(clock: VirtualClock, send: () => Promise<Answer>): Call {
	return async (onSent) => {
		onSent();
		for (let tries = 0; ; tries++) {
			const { at, status } = await send();
			if (status !== 429) return at;
			await clock.sleep(Math.min(250 * 2 ** tries, 8_000) * (0.5 + clock.random() / 2));
		}
	};
}

/** Reads Retry-After as the node does: seconds or a date. Virtual time counts from the epoch. */
function retryAfterMs(headers: IDataObject, now: number): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
