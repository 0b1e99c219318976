import type { IDataObject } from 'n8n-workflow';

import { CallQueue } from '../../nodes/Loops/http/callQueue.ts';
import { type Budget, RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import { VirtualClock } from './virtualClock.mts';

/** What the service of a test answers to a call that was sent at `now`; 200 unless told. */
export interface TestAnswer {
	status?: number;
	headers?: IDataObject;
	retryAfterMs?: number;
	/** ms */
	latency?: number;
}

export const told = (limit: number | string, remaining?: number | string): IDataObject => ({
	'x-ratelimit-limit': String(limit),
	...(remaining !== undefined && { 'x-ratelimit-remaining': String(remaining) }),
});

/** A limiter in virtual time, and calls through it that are repeated until they are accepted. */
export class Caller {
	readonly clock = new VirtualClock();
	readonly limiter: RateLimiter;
	/** When each try left, by the name of its call. */
	readonly sent: Array<{ at: number; name: string; isRetry: boolean }> = [];
	open = 0;
	answer: (now: number, name: string) => TestAnswer = () => ({});

	constructor(budget: Budget = 'plain') {
		this.limiter = new RateLimiter(budget, this.clock);
	}

	async call(
		name: string,
		queue = new CallQueue(),
		options: { signal?: AbortSignal; onWait?(ms: number): void } = {},
	): Promise<void> {
		this.open++;
		try {
			for (let isRetry = false; ; isRetry = true) {
				const permit = await this.limiter.acquire(queue, { ...options, isRetry });
				const at = this.clock.now();
				this.sent.push({ at, name, isRetry });
				const { status = 200, headers, retryAfterMs, latency = 50 } = this.answer(at, name);
				await this.clock.sleep(latency);
				if (status !== 429) return this.limiter.onResponse(permit, headers ?? {});
				this.limiter.onRateLimited(permit, headers ?? {}, retryAfterMs);
			}
		} finally {
			this.open--;
		}
	}

	/** So many calls of a run, all asked for at once. */
	run(name: string, count: number, maxRate?: number): void {
		const queue = new CallQueue(maxRate);
		for (let n = 0; n < count; n++) void this.call(`${name}${n}`, queue);
	}

	/** Goes on until all calls are answered. */
	async finish(): Promise<void> {
		await this.clock.run(() => this.open === 0);
	}

	/** When the calls left whose names begin so. */
	timesOf(name: string): number[] {
		return this.sent.filter((one) => one.name.startsWith(name)).map(({ at }) => at);
	}
}

/** The most of these times in any stretch of a window. */
export function mostWithin(window: number, times: number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	return Math.max(
		...sorted.map((from) => sorted.filter((at) => at >= from && at < from + window).length),
	);
}
