import { createHash } from 'node:crypto';
import { Refusal } from './answer.mts';

const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const LONGEST_KEY = 100;

interface Used {
	at: number;
	bodyHash: string;
}

/**
 * The idempotency keys of accepted sends. Loops refuses a key for 24 hours (official) with any
 * body, and replays no answer. Guesses: keys count per endpoint, and a refused request does not
 * use its key.
 */
export class IdempotencyMemory {
	/** In order of use, so expired keys come first. */
	private readonly used = new Map<string, Used>();

	/** Throws if the key is too long or used. */
	refuseRepeated(path: string, key: string, body: string, now: number): void {
		if (key.length > LONGEST_KEY) {
			throw new Refusal(400, 'Idempotency-Key must be at most 100 characters.');
		}
		this.forgetExpired(now);
		const earlier = this.used.get(`${path} ${key}`);
		if (!earlier) return;
		// The first text was seen in production on a retry; the second is the spec's example.
		throw new Refusal(
			409,
			earlier.bodyHash === hashOf(body)
				? 'Request has already been processed.'
				: 'Idempotency key already used with a different request body.',
		);
	}

	remember(path: string, key: string, body: string, now: number): void {
		this.used.set(`${path} ${key}`, { at: now, bodyHash: hashOf(body) });
	}

	clear(): void {
		this.used.clear();
	}

	private forgetExpired(now: number): void {
		for (const [key, { at }] of this.used) {
			if (now - at < REMEMBERED_MS) return;
			this.used.delete(key);
		}
	}
}

function hashOf(body: string): string {
	return createHash('sha256').update(body).digest('base64');
}
