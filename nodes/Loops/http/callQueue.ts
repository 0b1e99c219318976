import type { Permit } from './rateWindow';

/** Called with its permit when the call may leave. */
export type WaitingCall = (permit: Permit) => void;

/** The calls of one run, dropdown or single request, in order; retries go first. */
export class CallQueue {
	private readonly calls = new Set<WaitingCall>();
	private readonly retries = new Set<WaitingCall>();
	private rejectedSince?: number; // when the first of the latest calls left, if all were answered with 429
	lastServed = 0; // the serial number of the last call that left; 0 before the first

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

	/** Records an answer other than 429. */
	recordAccepted(): void {
		this.rejectedSince = undefined;
	}

	/** How long Loops has answered with nothing but 429. Negative if its last answer was another. */
	rejectedMs(now: number): number {
		return now - (this.rejectedSince ?? Infinity);
	}

	/** Removes the first call, which leaves now. */
	take(serial: number): WaitingCall {
		const [first] = this.retries.size > 0 ? this.retries : this.calls;
		this.remove(first);
		this.lastServed = serial;
		return first;
	}
}

/**
 * The queue that has waited longest. A new one goes first, unless the last call came from a new one
 * (`servedNew`): many single calls must not starve a run.
 */
export function nextQueue(queues: Iterable<CallQueue>, servedNew: boolean): CallQueue | undefined {
	const rank = ({ lastServed }: CallQueue) =>
		lastServed === 0 && servedNew ? Infinity : lastServed;
	let next: CallQueue | undefined;
	for (const queue of queues) {
		if (!next || rank(queue) < rank(next)) next = queue;
	}
	return next;
}
