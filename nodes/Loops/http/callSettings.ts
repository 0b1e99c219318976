import type { CallQueue } from './callQueue';
import type { Connection } from './connection';
import type { RateLimiter } from './rateLimiter';
import type { LoopsRequest } from './request';

/** How a call is made. */
export interface CallSettings {
	/** Read from the credential if absent. */
	connection?: Connection;
	/** How long one attempt may take, including its whole answer. */
	timeoutMs?: number;
	/** How long after the first attempt another one may start. */
	patienceMs: number;
	/** Shared by the calls of a run. */
	queueIn?(limiter: RateLimiter): CallQueue;
	itemIndex?: number;
	/** Goes first in its queue, as a retry does. */
	isUrgent?: boolean;
	/** Ends all waiting, and with it the call. */
	signal?: AbortSignal;
	observer?: CallObserver;
	/** What to do about a failed call, by whether Loops may have made its change. */
	advise?(mayBeApplied: boolean): string | undefined;
	/** The label of the field that fills this part of a request. */
	labelInForm?(part: string): string | undefined;
}

interface CallObserver {
	/** The first is number 1. */
	onAttempt?(request: LoopsRequest, attempt: number): void;
	onWait?(ms: number): void;
	/** No attempt so far has reached Loops, or it refused them with 429. */
	onNotArrived?(request: LoopsRequest): void;
	/** The call failed, but Loops may have made the change. */
	onMaybeApplied?(): void;
}
