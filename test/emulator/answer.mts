/** The answer of an operation, sent as JSON unless `html` is set. */
export interface Answer {
	status: number;
	body: unknown;
	html?: boolean;
	headers?: Record<string, string>;
}

/**
 * A refused request. Its body is that of Loops since September 2025: `success: false` and
 * `message`, with the older `error`, `path` and `transactionalId` in some calls.
 */
export class Refusal extends Error {
	readonly status: number;
	readonly olderKeys: Record<string, unknown>;

	constructor(status: number, message: string, olderKeys: Record<string, unknown> = {}) {
		super(message);
		this.name = 'Refusal';
		this.status = status;
		this.olderKeys = olderKeys;
	}

	get answer(): Answer {
		return {
			status: this.status,
			body: { success: false, message: this.message, ...this.olderKeys },
		};
	}
}

/** The answer of an operation, including a refusal. */
export function answerOf(operation: () => Answer): Answer {
	try {
		return operation();
	} catch (error) {
		if (error instanceof Refusal) return error.answer;
		throw error;
	}
}
