import type { IdempotencyKey } from './idempotencyKey';
import { ItemRefused } from '../values/itemRefused';

const nameOf = ({ path, value }: IdempotencyKey) => `${path} ${value}`;

/**
 * Refuses an idempotency key that an earlier item of the run used: Loops would accept only the first
 * message. Items with the same key take turns.
 */
export class KeyRegistry {
	private readonly holders = new Map<string, number>();
	private readonly claimed = new Map<number, string>();

	/** Keys that items may have sent in an earlier try or run. */
	private readonly used: ReadonlySet<string>;

	/** @param used with the items that may have sent them */
	constructor(used: Array<[index: number, key: IdempotencyKey]> = []) {
		for (const [index, key] of used) this.holders.set(nameOf(key), index);
		this.used = new Set(this.holders.keys());
	}

	/** @throws ItemRefused if an earlier item used the key */
	claim(index: number, given: IdempotencyKey | undefined): void {
		if (!given?.option) return;
		const key = nameOf(given);
		const holder = this.holders.get(key);
		if (holder !== undefined && holder !== index) {
			throw new ItemRefused(
				`'${given.option}' has the same value as that of item ${holder}`,
				'Loops takes only one of them. Use something that is different for each message.',
			);
		}
		this.holders.set(key, index);
		this.claimed.set(index, key);
	}

	/** Frees the key of an item whose message was certainly not sent, now or before. */
	release(index: number): void {
		const key = this.claimed.get(index);
		const isHeld = key !== undefined && this.holders.get(key) === index;
		if (isHeld && !this.used.has(key)) this.holders.delete(key);
	}
}
