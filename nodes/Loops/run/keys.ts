import type { LoopsRequest } from '../http/request';
import { InvalidValue } from '../values/invalidValue';

/**
 * The idempotency keys that items of a run have given. Loops would take only the first of two messages
 * with one key, so that the second is refused before it is sent. Items with the same key take turns.
 */
export class KeyRegistry {
	private readonly holders = new Map<string, number>();
	private readonly claimed = new Map<number, string>();

	/** @throws InvalidValue for a key that an earlier item has */
	claim(index: number, { path, repeat }: LoopsRequest): void {
		if (repeat.kind !== 'refused' || !repeat.key?.option) return;
		const key = `${path} ${repeat.key.value}`;
		const holder = this.holders.get(key);
		if (holder !== undefined) {
			throw new InvalidValue(
				`'${repeat.key.option}' has the same value as that of item ${holder}`,
				'Loops takes only one of them. Use something that is different for each message.',
			);
		}
		this.holders.set(key, index);
		this.claimed.set(index, key);
	}

	/** Gives back the key of an item whose message was certainly not sent. */
	release(index: number): void {
		const key = this.claimed.get(index);
		if (key !== undefined) this.holders.delete(key);
	}
}
