import { ItemRefused } from '../values/itemRefused';
import type { Claim, Claims } from './claims';
import type { IdempotencyKey } from './idempotencyKey';

const nameOf = ({ path, value }: IdempotencyKey) => `key ${path} ${value}`;

/** The claim of an item that has sent a user's key, or may have, in an earlier try or run. */
export const usedKey = (index: number, key: IdempotencyKey): Claim => ({
	index,
	key: nameOf(key),
	value: key.content ?? '',
});

/**
 * Claims a user's idempotency key for one message: Loops would accept only the first one. The same message
 * again goes to Loops, which ignores it. Items with the same key take turns.
 * @throws ItemRefused if another item used the key for another message
 */
export function claimKey(claims: Claims, index: number, key?: IdempotencyKey): void {
	if (!key?.option) return;
	const claim = usedKey(index, key);
	const other = claims.conflict(claim);
	if (other) {
		throw new ItemRefused(
			`'${key.option}' has the same value as in item ${other.index}`,
			'Loops accepts only one message for each value. Use a value that is different for each message.',
		);
	}
	claims.add(claim);
}
