import { ItemRefused } from '../values/itemRefused';
import { messages } from './messages';
import type { Caller } from './request';

/** The oldest answer on which a change may rest, and how often it is asked for. */
const FRESH = { ms: 3_000, looks: 5 };

/**
 * Confirms right before an attempt that nothing has changed since the item was planned. If the rate
 * limit makes the calls for that wait too long, they are made again.
 * @throws what `beforeAttempt` throws
 * @throws ItemRefused if Loops answers too slowly
 */
export async function confirm(
	beforeAttempt: (get: Caller) => Promise<void>,
	get: Caller,
): Promise<void> {
	for (let looks = 0; looks < FRESH.looks; looks++) {
		let answeredAt = Infinity;
		await beforeAttempt(async (request) => {
			const answer = await get(request);
			answeredAt = Math.min(answeredAt, performance.now());
			return answer;
		});
		if (performance.now() - answeredAt <= FRESH.ms) return;
	}
	throw new ItemRefused(messages.tooSlow.problem, messages.tooSlow.hint);
}

/** Says that the change may have been made before, by an attempt whose answer was lost. */
export const afterAttempt = (error: Error): Error =>
	error instanceof ItemRefused
		? new ItemRefused(`${error.message}. ${messages.unknownAttempt}`, error.hint)
		: error;
