import { createHash } from 'node:crypto';

/** How n8n answers an event. `writableEnded` turns true even if the sender hung up before. */
type Answer = Readonly<{ writableEnded: boolean; statusCode: number }>;

/** How much to remember. The oldest events are forgotten first. */
type Limits = Record<'delivered' | 'pending' | 'pendingMs', number>;

/**
 * The events that one process has received. n8n's own stores don't work in a webhook: static data
 * loses entries in a burst.
 */
export class Deliveries {
	private readonly delivered = new Set<string>();
	private readonly pending = new Map<string, { answer: Answer; since: number }>();

	constructor(private readonly limits: Limits) {}

	/**
	 * Remembers an event for a trigger, unless n8n answers that it could not start the execution.
	 * @returns what was known of it before
	 */
	add(workflowId: string, nodeId: string, webhookId: string, answer: Answer) {
		const now = Date.now();
		this.settle(now);
		// A hash is short, however long the ID is.
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

/** Shared by all triggers of the process: hours of deliveries at 10 a second, in some 12 MB. */
export const deliveries = new Deliveries({
	delivered: 100_000,
	// Each keeps a request in memory.
	pending: 5_000,
	// n8n never answers an event whose sender hung up and whose queued execution was stopped.
	pendingMs: 3_600_000,
});
