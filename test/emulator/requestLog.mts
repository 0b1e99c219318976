import type { IncomingHttpHeaders } from 'node:http';

export interface ReceivedRequest {
	/** Milliseconds since the epoch, on arrival of the headers. */
	at: number;
	method: string;
	/** Without the leading `/api`: `/v1/contacts/create`. */
	path: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** Parsed JSON, other text as is, undefined if empty or too large. */
	body: unknown;
	/** Undefined without a complete answer. */
	status: number | undefined;
	/** The beginning of the answer; absent if `status` is. */
	answer?: string;
	/** Whether the operation ran. */
	processed: boolean;
	/** The kind of the applied fault. */
	fault?: string;
}

/** Counts since the start or the last reset, independent of the log's length. */
export interface Stats {
	requests: number;
	/** Processed with a 2xx, even if a fault hid the answer from the client. */
	accepted: number;
	rateLimited: number;
	faulted: number;
}

export class RequestLog {
	stats: Stats = { requests: 0, accepted: 0, rateLimited: 0, faulted: 0 };
	private readonly entries: ReceivedRequest[] = [];
	private readonly limit: number;

	constructor(limit: number) {
		this.limit = limit;
	}

	add(entry: ReceivedRequest): void {
		this.stats.requests += 1;
		this.entries.push(entry);
		// Dropping in bulk keeps the cost per request constant.
		if (this.entries.length >= 2 * this.limit) {
			this.entries.splice(0, this.entries.length - this.limit);
		}
	}

	/** The latest requests in order of arrival. */
	latest(): ReceivedRequest[] {
		return this.entries.length > this.limit
			? this.entries.slice(this.entries.length - this.limit)
			: this.entries;
	}

	clear(): void {
		this.entries.length = 0;
		this.stats = { requests: 0, accepted: 0, rateLimited: 0, faulted: 0 };
	}
}
