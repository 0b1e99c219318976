import { ItemRefused } from '../values/itemRefused';
import { messages } from './messages';
import type { Caller, LoopsRequest } from './request';

/** The oldest answer on which a change may rest, and how often it is asked for. */
const FRESH = { ms: 3_000, looks: 5 };

/**
 * Runs the check of a request right before its attempt. If the rate limit makes the check's own calls
 * wait too long, it runs again.
 * @throws what the check throws
 * @throws ItemRefused if Loops answers too slowly
 */
export async function confirmUnchanged(
	{ confirmUnchanged: check }: LoopsRequest,
	get: Caller,
): Promise<undefined> {
	for (let looks = 0; check && looks < FRESH.looks; looks++) {
		let readAt = Infinity;
		await check(async (request) => {
			const answer = await get(request);
			readAt = Math.min(readAt, performance.now());
			return answer;
		});
		if (performance.now() - readAt <= FRESH.ms) return;
	}
	if (check) throw new ItemRefused(messages.tooSlow.problem, messages.tooSlow.hint);
}

/** Says that the change may have been made before, by an attempt whose answer was lost. */
export const afterAttempt = (error: Error): Error =>
	error instanceof ItemRefused
		? new ItemRefused(`${error.message}. ${messages.unknownAttempt}`, error.hint)
		: error;
