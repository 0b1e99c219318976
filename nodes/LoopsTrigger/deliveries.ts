import { createHash } from 'node:crypto';

/** As much of a response as tells how n8n answered an event. */
export interface Answer {
	/** True once n8n has answered, even if the sender hung up before. No event tells of that. */
	readonly writableEnded: boolean;
	readonly statusCode: number;
}

/** An event whose execution n8n has not started yet, as far as it has answered. */
interface Pending {
	answer: Answer;
	/** Ms since the epoch. */
	since: number;
}

/** Limits of the memory; the oldest events go first. */
export interface Limits {
	delivered: number;
	/** Each keeps a request in memory. */
	pending: number;
	/** n8n never answers an event whose sender hung up and whose queued execution was stopped. */
	pendingMs: number;
}

/**
 * Which events one process has received before. None of n8n's own stores works in a webhook: static
 * data loses entries in a burst.
 */
export class Deliveries {
	private readonly pending = new Map<string, Pending>();
	private readonly delivered = new Set<string>();

	constructor(private readonly limits: Limits) {}

	/**
	 * Remembers an event for a trigger, unless n8n answers that it could not start the execution.
	 * @returns what was known of it before
	 */
	add(
		workflowId: string,
		nodeId: string,
		webhookId: string,
		answer: Answer,
	): 'new' | 'pending' | 'delivered' {
		const now = Date.now();
		this.settle(now);
		// A hash has the same length for every ID.
		const key = createHash('sha256')
			.update(JSON.stringify([workflowId, nodeId, webhookId]))
			.digest('base64');
		if (this.delivered.has(key)) return 'delivered';
		if (this.pending.has(key)) return 'pending';
		this.pending.set(key, { answer, since: now });
		forgetOldest(this.pending, this.limits.pending);
		return 'new';
	}

	private settle(now: number): void {
		for (const [key, { answer, since }] of this.pending) {
			const isAnswered = answer.writableEnded;
			if (isAnswered && answer.statusCode < 300) this.delivered.add(key);
			if (isAnswered || now - since > this.limits.pendingMs) this.pending.delete(key);
		}
		forgetOldest(this.delivered, this.limits.delivered);
	}
}

function forgetOldest(entries: Set<string> | Map<string, unknown>, max: number): void {
	for (const oldest of entries.keys()) {
		if (entries.size <= max) return;
		entries.delete(oldest);
	}
}

/** Of all triggers in the process: at 10 events a second hours of deliveries, some 12 MB. */
export const deliveries = new Deliveries({
	delivered: 100_000,
	pending: 5_000,
	pendingMs: 3_600_000,
});
