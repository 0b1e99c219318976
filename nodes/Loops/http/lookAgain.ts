import { ItemRefused } from '../values/itemRefused';
import { messages } from './messages';
import type { Caller, LoopsRequest } from './request';

/** How old what is read may be when the request leaves, and how often it is read for that. */
const FRESH = { ms: 3_000, looks: 5 };

/**
 * Verifies that a change may still be made. What it reads may have to wait for the rate limit, and is then
 * read again.
 * @throws what `verify` throws
 * @throws ItemRefused if Loops answers too slowly
 */
export async function lookAgain(
	{ confirmUnchanged: verify }: LoopsRequest,
	get: Caller,
): Promise<undefined> {
	for (let looks = 0; verify && looks < FRESH.looks; looks++) {
		let readAt = Infinity;
		await verify(async (request) => {
			const answer = await get(request);
			readAt = Math.min(readAt, performance.now());
			return answer;
		});
		if (performance.now() - readAt <= FRESH.ms) return;
	}
	if (verify) throw new ItemRefused(messages.tooSlow.problem, messages.tooSlow.hint);
}

/** Says that the change may have been made before, by an attempt whose answer was lost. */
export const afterAttempt = (error: Error): Error =>
	error instanceof ItemRefused
		? new ItemRefused(`${error.message}. ${messages.unknownAttempt}`, error.hint)
		: error;
