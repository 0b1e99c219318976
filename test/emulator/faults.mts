export const FAULT_KINDS = [
	'status',
	'html',
	'empty',
	'resetBefore',
	'resetAfter',
	'hang',
	'truncate',
	'trickle',
	'slow',
	'body',
	'redirect',
] as const;

export interface Fault {
	/**
	 * `status`: JSON error envelope (default 500). `html`: HTML page (default 502). `empty`: no body
	 * (default 200). `body`: `body` verbatim (default 200). `redirect`: to `location` (default 302).
	 * `resetBefore`: connection reset, request not processed. `resetAfter`: processed, then reset.
	 * `hang`: never answered. `truncate`: processed, half of the answer is sent.
	 * `trickle`: processed, answered with a byte each `delay` ms (default 300).
	 * `slow`: processed, answered after `delay`.
	 */
	kind: (typeof FAULT_KINDS)[number];
	status?: number;
	/** A string is sent as it is, anything else as JSON. */
	body?: unknown;
	headers?: Record<string, string>;
	/** ms, for `slow` and `trickle`. */
	delay?: number;
	location?: string;
	/** For `status`, `html`, `empty`, `body` and `hang`: process the request first. Default false. */
	after?: boolean;
	/** Applies only to this method; default any. */
	method?: string;
	/** Applies only to this path, for example `/v1/transactional`; default any. */
	path?: string;
	/** How often it applies. Default 1. */
	times?: number | 'always';
}

/** Latency and fault of a request. */
export interface Script {
	/** ms before the request is processed, even if the client gives up. */
	transit?: number;
	/** ms from processing to the answer, in place of the option `latency`. */
	latency?: number;
	fault?: Fault;
	/** Called with the status of the operation, even if a fault hides it from the client. */
	onProcessed?(status: number): void;
}

/** Whether the request is processed despite this fault. */
export function isProcessed({ kind, after }: Fault): boolean {
	if (kind === 'resetBefore' || kind === 'redirect') return false;
	return after === true || ['resetAfter', 'truncate', 'trickle', 'slow'].includes(kind);
}

/** The injected faults; the first that matches a request applies. */
export class FaultQueue {
	/** Each with how often it still applies. */
	waiting: Array<{ fault: Fault; left: number }> = [];

	inject(fault: Fault): void {
		const { times = 1 } = fault;
		this.waiting.push({ fault, left: times === 'always' ? Infinity : times });
	}

	clear(): void {
		this.waiting = [];
	}

	strike(method: string, path: string): Fault | undefined {
		const entry = this.waiting.find(
			({ fault }) => (fault.method ?? method) === method && (fault.path ?? path) === path,
		);
		if (!entry) return undefined;
		entry.left -= 1;
		if (entry.left <= 0) this.waiting = this.waiting.filter((other) => other !== entry);
		return entry.fault;
	}
}
