import { createHash } from 'node:crypto';

/** As much of a response as says how an event was answered. */
export interface Answer {
	/** True once n8n has answered, also where the sender had hung up before. No event tells of that. */
	readonly writableEnded: boolean;
	readonly statusCode: number;
}

/**
 * Which events were received before, as far as one process remembers. Of n8n's own stores, none holds
 * for a webhook: what is put into static data is lost in a burst.
 */
export class Deliveries {
	/** With the response that n8n owes; it becomes 2xx once the execution is started. */
	private readonly pending = new Map<string, Answer>();
	private readonly delivered = new Set<string>();

	/** @param max number of delivered events to remember; the oldest go first */
	constructor(private readonly max: number) {}

	/**
	 * Remembers that a trigger received an event, until n8n answers that it could not start the execution.
	 * @returns what is known of it from before
	 */
	add(
		workflowId: string,
		nodeId: string,
		webhookId: string,
		response: Answer,
	): 'new' | 'pending' | 'delivered' {
		this.settle();
		// Of one length, however long the ID is that somebody sends.
		const key = createHash('sha256')
			.update(JSON.stringify([workflowId, nodeId, webhookId]))
			.digest('base64');
		if (this.delivered.has(key)) return 'delivered';
		if (this.pending.has(key)) return 'pending';
		this.pending.set(key, response);
		return 'new';
	}

	/** Keeps no response longer than it has to: each holds on to its request. */
	private settle(): void {
		for (const [key, { writableEnded, statusCode }] of this.pending) {
			if (!writableEnded) continue;
			this.pending.delete(key);
			if (statusCode < 300) this.delivered.add(key);
		}
		for (const oldest of this.delivered) {
			if (this.delivered.size <= this.max) return;
			this.delivered.delete(oldest);
		}
	}
}

/**
 * Of all triggers in the process. Loops sends up to 10 a second: this holds for hours, some 12 MB at
 * most, where a request is valid for minutes.
 */
export const deliveries = new Deliveries(100_000);
