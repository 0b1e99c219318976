import { createHash } from 'node:crypto';

/**
 * Which events were received before, as far as one process remembers. Of n8n's own stores, none holds
 * for a webhook: what is put into static data is lost in a burst.
 */
export class Deliveries {
	private readonly seen = new Set<string>();

	/** @param max number of events to remember; the oldest go first */
	constructor(private readonly max: number) {}

	/**
	 * Remembers that a trigger received an event.
	 * @returns a way to forget it, undefined where it was received before
	 */
	add(workflowId: string, nodeId: string, webhookId: string): (() => void) | undefined {
		// Of one length, however long the ID is that somebody sends.
		const key = createHash('sha256')
			.update(JSON.stringify([workflowId, nodeId, webhookId]))
			.digest('base64');
		if (this.seen.has(key)) return undefined;
		this.seen.add(key);
		const [oldest] = this.seen;
		if (this.seen.size > this.max) this.seen.delete(oldest);
		return () => void this.seen.delete(key);
	}
}

/**
 * Of all triggers in the process. Loops sends up to 10 a second: this holds for hours, some 12 MB at
 * most, where a request is valid for minutes.
 */
export const deliveries = new Deliveries(100_000);
