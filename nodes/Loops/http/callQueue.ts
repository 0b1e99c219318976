import type { Permit } from './rateWindow';

/** Called with its permit when the call may leave. */
export type WaitingCall = (permit: Permit) => void;

/** How late a call may leave without delaying the next one, in intervals of the maximum rate. */
const CATCH_UP = 0.5;

/** 23 days. Timers take at most 24. */
const MAX_INTERVAL_MS = 2e9;

/** The calls of one run, dropdown or single request, in order; retries go first. */
export class CallQueue {
	private readonly calls = new Set<WaitingCall>();
	private readonly retries = new Set<WaitingCall>();
	dueAt = -Infinity; // when the maximum rate allows the next call
	private rejectedSince?: number; // when the first of the latest calls left, if all were answered with 429
	lastServed = 0; // the serial number of the last call that left; 0 before the first
	private readonly interval: number;

	/** @param maxRate calls per second; 0 means no maximum */
	constructor(maxRate = 0) {
		this.interval = maxRate > 0 ? Math.min(1_000 / maxRate, MAX_INTERVAL_MS) : 0;
	}

	get isEmpty(): boolean {
		return this.calls.size + this.retries.size === 0;
	}

	add(call: WaitingCall, isRetry: boolean): void {
		(isRetry ? this.retries : this.calls).add(call);
	}

	remove(call: WaitingCall): void {
		if (!this.retries.delete(call)) this.calls.delete(call);
	}

	/** Records a 429. `sentAt` is when its call left. */
	recordRejected(sentAt: number): void {
		this.rejectedSince ??= sentAt;
	}

	/** Records an answer other than 429, or the start of another run. */
	recordAccepted(): void {
		this.rejectedSince = undefined;
	}

	/** How long Loops has answered with nothing but 429. Negative if its last answer was another. */
	rejectedMs(now: number): number {
		return now - (this.rejectedSince ?? Infinity);
	}

	/** Removes the first call, which leaves now. */
	take(now: number, serial: number): WaitingCall {
		const [first] = this.retries.size > 0 ? this.retries : this.calls;
		this.remove(first);
		this.lastServed = serial;
		this.dueAt = Math.max(this.dueAt, now - CATCH_UP * this.interval) + this.interval;
		return first;
	}
}

/**
 * Of the queues that are due, the one that has waited longest; a new one goes first, unless the last
 * call came from a new one (`servedNew`): many single calls must not starve a run. If none is due, the
 * one that is due first.
 */
export function nextQueue(
	queues: Iterable<CallQueue>,
	now: number,
	servedNew: boolean,
): CallQueue | undefined {
	const rank = ({ lastServed }: CallQueue) =>
		lastServed === 0 && servedNew ? Infinity : lastServed;
	let next: CallQueue | undefined;
	for (const queue of queues) {
		if (!next) next = queue;
		else if (Math.max(queue.dueAt, next.dueAt) > now) {
			if (queue.dueAt < next.dueAt) next = queue;
		} else if (rank(queue) < rank(next)) next = queue;
	}
	return next;
}
