import { type Assumption, Difference, type Effect, isRecord, NotChecked } from './assumption.mts';
import { CONTENT } from './content.mts';
import { EMULATED } from './emulated.mts';
import { EMULATED_CONTENT } from './emulatedContent.mts';
import type { Journal } from './journal.mts';
import { LISTS } from './lists.mts';
import { READING } from './reading.mts';
import { EVENTS, SENDING } from './sending.mts';
import type { Exchange, Service } from './service.mts';
import { WRITING } from './writing.mts';

export const ASSUMPTIONS: readonly Assumption[] = [
	...READING,
	...LISTS,
	...WRITING,
	...EVENTS,
	...SENDING,
	...CONTENT,
	...EMULATED,
	...EMULATED_CONTENT,
];

export interface Result {
	assumption: Assumption;
	outcome: 'held' | 'differs' | 'not checked';
	/** Of `differs`. */
	expected?: string;
	seen?: string;
	/** The calls of the check, up to the one whose answer differs. */
	exchanges?: Exchange[];
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
	if (!run || !effect) return notChecked(assumption, 'only the emulator is asked');
	if (!ALLOWED[allowed].includes(effect)) return notChecked(assumption, `takes --${effect}`);
	service.exchanges = [];
	try {
		await run(service);
		return { assumption, outcome: 'held' };
	} catch (error) {
		if (error instanceof NotChecked) return notChecked(assumption, error.message);
		if (!(error instanceof Difference)) throw error;
		const { expected, seen } = error;
		return { assumption, outcome: 'differs', expected, seen, exchanges: [...service.exchanges] };
	}
}

const notChecked = (assumption: Assumption, reason: string): Result => ({
	assumption,
	outcome: 'not checked',
	reason,
});

const isGone = (status: number) => status === 404 || Math.floor(status / 100) === 2;

/** Removes the contacts with these emails; gives those that it could not. */
async function removeContacts(service: Service, emails: readonly string[]): Promise<string[]> {
	const left: string[] = [];
	for (const email of emails) {
		const { status } = await service
			.call('POST', '/contacts/delete', { email })
			.catch(() => ({ status: 0 }));
		if (!isGone(status)) left.push(email);
	}
	return left;
}

/** Removes the workflows with these names; gives those that it could not. */
async function removeWorkflows(service: Service, names: readonly string[]): Promise<string[]> {
	if (names.length === 0) return [];
	// The newest come first.
	const { body } = await service.call('GET', '/workflows?perPage=50');
	const listed = isRecord(body) && Array.isArray(body.data) ? body.data.filter(isRecord) : [];
	const left: string[] = [];
	for (const { id, name } of listed.filter((each) => names.includes(String(each.name)))) {
		const path = `/workflows/${String(id)}`;
		const current = await service.call('GET', path);
		const expectedRevisionId = isRecord(current.body) && current.body.workflowRevisionId;
		const { status } = await service.call('DELETE', path, { expectedRevisionId });
		if (!isGone(status)) left.push(`workflow ${String(name)}`);
	}
	return left;
}

/** Removes what a run wrote, and forgets it where nothing is left. */
export async function cleanUp(service: Service, journal: Journal): Promise<string[]> {
	const { emails, workflows } = journal;
	const left = [
		...(await removeContacts(service, emails)),
		...(await removeWorkflows(service, workflows).catch(() => workflows)),
	];
	if (left.length === 0) journal.close();
	return left;
}
