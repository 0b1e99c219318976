import { type Assumption, Difference, type Effect, NotChecked } from './assumption.mts';
import type { Journal } from './journal.mts';
import { READING } from './reading.mts';
import { EVENTS, SENDING } from './sending.mts';
import type { Service } from './service.mts';
import { UNCHECKED } from './unchecked.mts';
import { WRITING } from './writing.mts';

export const ASSUMPTIONS: readonly Assumption[] = [
	...READING,
	...WRITING,
	...EVENTS,
	...SENDING,
	...UNCHECKED,
];

export interface Result {
	assumption: Assumption;
	outcome: 'held' | 'differs' | 'not checked';
	/** Of `differs`. */
	expected?: string;
	seen?: string;
	/** Of `not checked`. */
	reason?: string;
}

/** What a run may do, from the least to the most. */
const ALLOWED: Record<Effect, Effect[]> = {
	read: ['read'],
	write: ['read', 'write'],
	send: ['read', 'write', 'send'],
};

/**
 * Checks the assumptions one after the other, as far as `effect` allows. Ends early, with what is left
 * unchecked, when `signal` aborts. A service that can't be reached ends it with an error.
 */
export async function checkAll(
	service: Service,
	effect: Effect,
	{ signal, onResult }: { signal?: AbortSignal; onResult?(result: Result): void } = {},
): Promise<Result[]> {
	const results: Result[] = [];
	for (const assumption of ASSUMPTIONS) {
		const result = signal?.aborted
			? notChecked(assumption, 'the run was ended')
			: await check(assumption, service, effect);
		results.push(result);
		onResult?.(result);
	}
	return results;
}

async function check(assumption: Assumption, service: Service, allowed: Effect): Promise<Result> {
	const { effect, check: run } = assumption;
	if (!run || !effect) return notChecked(assumption, 'no call can tell');
	if (!ALLOWED[allowed].includes(effect)) return notChecked(assumption, `takes --${effect}`);
	try {
		await run(service);
		return { assumption, outcome: 'held' };
	} catch (error) {
		if (error instanceof NotChecked) return notChecked(assumption, error.message);
		if (!(error instanceof Difference)) throw error;
		return { assumption, outcome: 'differs', expected: error.expected, seen: error.seen };
	}
}

const notChecked = (assumption: Assumption, reason: string): Result => ({
	assumption,
	outcome: 'not checked',
	reason,
});

/** Removes the contacts with these emails; gives those that it could not. */
export async function removeContacts(
	service: Service,
	emails: readonly string[],
): Promise<string[]> {
	const left: string[] = [];
	for (const email of emails) {
		const { status } = await service
			.call('POST', '/contacts/delete', { email })
			.catch(() => ({ status: 0 }));
		if (status !== 200 && status !== 404) left.push(email);
	}
	return left;
}

/** Removes what a run wrote, and forgets it where nothing is left. */
export async function cleanUp(service: Service, journal: Journal): Promise<string[]> {
	const left = await removeContacts(service, [...journal.emails]);
	if (left.length === 0) journal.close();
	return left;
}
