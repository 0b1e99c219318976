/** What an operation answers: an HTTP status and a body, sent as JSON unless `html` is set. */
export interface Answer {
	status: number;
	body: unknown;
	html?: boolean;
	headers?: Record<string, string>;
}

/**
 * A refused request. Its envelope is what Loops sends since September 2025: `success: false`
 * and `message`, plus the older keys (`error`, `path`, `transactionalId`) where they survive.
 */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly olderKeys: Record<string, unknown> = {},
	) {
		super(message);
		this.name = 'Refusal';
	}

	get answer(): Answer {
		return {
			status: this.status,
			body: { success: false, message: this.message, ...this.olderKeys },
		};
	}
}

/** What is answered, be it a refusal. */
export function answerOf(operation: () => Answer): Answer {
	try {
		return operation();
	} catch (error) {
		if (error instanceof Refusal) return error.answer;
		throw error;
	}
}
