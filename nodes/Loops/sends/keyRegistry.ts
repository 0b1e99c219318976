import { createHash } from 'node:crypto';

import type { LoopsRequest } from '../http/request';
import { ItemRefused } from '../values/itemRefused';
import type { IdempotencyKey } from './idempotencyKey';
import type { KeyedRequest } from './sendMessage';

const nameOf = ({ path, value }: IdempotencyKey) => `${path} ${value}`;

/** A digest, since a run may have many long messages. The recipient counts in any case, as for locks. */
const contentOf = ({ body, headers }: LoopsRequest): string => {
	const email = typeof body?.email === 'string' ? body.email.toLowerCase() : undefined;
	const content = JSON.stringify([{ ...body, ...(email !== undefined && { email }) }, headers]);
	return createHash('sha256').update(content).digest('base64');
};

/**
 * Refuses an idempotency key that an earlier item of the run used for another message: Loops would accept
 * only the first one. The same message again goes to Loops, which ignores it. Items with the same key take
 * turns.
 */
export class KeyRegistry {
	private readonly holders = new Map<string, number>();
	/** What the holders sent, by key. */
	private readonly contents = new Map<string, string>();
	private readonly claimed = new Map<number, string>();

	/** Keys that items may have sent in an earlier try or run. */
	private readonly used: ReadonlySet<string>;

	/** @param used with the items that may have sent them */
	constructor(used: Array<[index: number, key: IdempotencyKey]> = []) {
		for (const [index, key] of used) this.holders.set(nameOf(key), index);
		this.used = new Set(this.holders.keys());
	}

	/** @throws ItemRefused if an earlier item used the key for another message */
	claim(index: number, { key: given, request }: KeyedRequest): void {
		if (!given?.option) return;
		const key = nameOf(given);
		const content = contentOf(request);
		const holder = this.holders.get(key);
		if (holder !== undefined && holder !== index) {
			if (this.contents.get(key) === content) return;
			throw new ItemRefused(
				`'${given.option}' has the same value as that of item ${holder}`,
				'Loops takes only one of them. Use something that is different for each message.',
			);
		}
		this.holders.set(key, index);
		this.contents.set(key, content);
		this.claimed.set(index, key);
	}

	/** Frees the key of an item whose message was certainly not sent, now or before. */
	release(index: number): void {
		const key = this.claimed.get(index);
		const isHeld = key !== undefined && this.holders.get(key) === index;
		if (isHeld && !this.used.has(key)) this.holders.delete(key);
	}
}
