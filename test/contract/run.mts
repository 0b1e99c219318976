import { type Assumption, Difference, type Effect, NotChecked, Unfinished } from './assumption.mts';
import { CONTENT } from './content.mts';
import { DRAFTS } from './drafts.mts';
import { EMULATED } from './emulated.mts';
import { EMULATED_CONTENT } from './emulatedContent.mts';
import { LISTS } from './lists.mts';
import { READING } from './reading.mts';
import { EVENTS, SENDING } from './sending.mts';
import { MOST_UNANSWERED, type Service } from './service.mts';
import { WRITING } from './writing.mts';

export const ASSUMPTIONS: readonly Assumption[] = [
	...READING,
	...LISTS,
	...WRITING,
	...EVENTS,
	...SENDING,
	...CONTENT,
	...DRAFTS,
	...EMULATED,
	...EMULATED_CONTENT,
];

export interface Result {
	assumption: Assumption;
	outcome: 'held' | 'differs' | 'not checked' | 'not finished';
	/** Of `differs`. */
	expected?: string;
	seen?: string;
	/** Of `not checked` and `not finished`. */
	reason?: string;
}

interface RunOptions {
	only?: readonly Assumption[];
	/** Ends the checks. */
	signal?: AbortSignal;
	onResult?(result: Result): void;
}

/** Checks the assumptions with the allowed effects one after the other. Always gives a result for each. */
export async function checkAll(
	service: Service,
	allowed: readonly Effect[],
	{ only = ASSUMPTIONS, signal, onResult }: RunOptions = {},
): Promise<Result[]> {
	const results: Result[] = [];
	let ended: string | undefined;
	for (const assumption of only) {
		const result = await check(assumption, service, allowed, { signal, ended });
		if (result.isEnd) ended = result.reason;
		if (service.unanswered >= MOST_UNANSWERED) ended ??= 'too many requests got no answer';
		results.push(result);
		onResult?.(result);
	}
	return results;
}

async function check(
	assumption: Assumption,
	service: Service,
	allowed: readonly Effect[],
	{ signal, ended }: { signal?: AbortSignal; ended?: string },
): Promise<Result & { isEnd?: boolean }> {
	const { effect, check: run, changes = {} } = assumption;
	if (!run || !effect) return without(assumption, 'not checked', 'only the emulator is asked');
	if (!allowed.includes(effect)) return without(assumption, 'not checked', `takes --${effect}`);
	if (ended) return without(assumption, 'not finished', ended);
	service.permit(changes, signal);
	try {
		await run(service);
		return { assumption, outcome: 'held' };
	} catch (error) {
		const { message } = error as Error;
		if (error instanceof NotChecked) return without(assumption, 'not checked', message);
		if (error instanceof Difference) {
			const { expected, seen } = error;
			return { assumption, outcome: 'differs', expected, seen };
		}
		const isEnd = error instanceof Unfinished && error.isEnd;
		return { ...without(assumption, 'not finished', message), isEnd };
	}
}

const without = (
	assumption: Assumption,
	outcome: 'not checked' | 'not finished',
	reason: string,
): Result => ({ assumption, outcome, reason });
