import type { IDataObject } from 'n8n-workflow';

import { CallQueue, type LimitName, RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import { VirtualClock } from './virtualClock.mts';

/** A test's answer to a call; status 200 by default. */
export interface TestAnswer {
	status?: number;
	headers?: IDataObject;
	retryAfterMs?: number;
	/** ms */
	latency?: number;
}

export const quota = (limit: number | string, remaining?: number | string): IDataObject => ({
	'x-ratelimit-limit': String(limit),
	...(remaining !== undefined && { 'x-ratelimit-remaining': String(remaining) }),
});

/** A limiter in virtual time, with calls through it that retry until accepted. */
export class Caller {
	readonly clock = new VirtualClock();
	readonly limiter: RateLimiter;
	/** All attempts, retries included, in order. */
	readonly sent: Array<{ at: number; name: string; isRetry: boolean }> = [];
	open = 0;
	answer: (now: number, name: string) => TestAnswer = () => ({});

	constructor(limitName: LimitName = 'plain') {
		this.limiter = new RateLimiter(limitName, this.clock);
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

	/** Makes `count` calls of one run at once. */
	run(name: string, count: number): void {
		const queue = new CallQueue();
		for (let n = 0; n < count; n++) void this.call(`${name}${n}`, queue);
	}

	/** Advances time until all calls are answered. */
	async finish(): Promise<void> {
		await this.clock.run(() => this.open === 0);
	}

	/** When calls whose names start with `name` were sent. */
	timesOf(name: string): number[] {
		return this.sent.filter((one) => one.name.startsWith(name)).map(({ at }) => at);
	}
}

/** The maximum number of these times in any window. */
export function mostWithin(window: number, times: number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	return Math.max(
		...sorted.map((from) => sorted.filter((at) => at >= from && at < from + window).length),
	);
}
