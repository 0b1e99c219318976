import { loopsAccount } from '../transport/account';
import { loopsAnswer } from '../transport/paginate';
import type { LoopsContext, LoopsRequest } from '../transport/call';

/** Lists of accounts, shared by all executions of the process. */
const reads = new Map<string, { at: number; answer: Promise<unknown> }>();

const MAX_AGE_MS = 300_000;
const MAX_READS = 100;

/**
 * The answer to a list call, from memory where it was read within five minutes and not before
 * `since` (ms since the epoch). What memory holds may confirm that a name exists; before saying that
 * one does not, read again with the start of the run.
 */
export async function readList<T>(
	context: LoopsContext,
	request: LoopsRequest,
	since = 0,
): Promise<T> {
	const { id } = await loopsAccount(context);
	const key = `${id} ${request.path}`;
	const known = reads.get(key);
	if (known && known.at >= Math.max(since, Date.now() - MAX_AGE_MS)) {
		return (await known.answer) as T;
	}
	const answer = loopsAnswer(context, request);
	reads.delete(key);
	reads.set(key, { at: Date.now(), answer });
	// A failure is not remembered.
	answer.catch(() => reads.delete(key));
	const [oldest] = reads.keys();
	if (reads.size > MAX_READS) reads.delete(oldest);
	return (await answer) as T;
}
