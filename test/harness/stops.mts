import type { StoredError } from './loops.mts';

/** What the error of a stopped run says: how many are done, failed besides it, and not started. */
export function countsOf(error?: StoredError): {
	done: number;
	others: number;
	notStarted: number;
} {
	const count = (pattern: RegExp) => Number(error?.description?.match(pattern)?.[1] ?? 0);
	return {
		done: count(/(\d+) done/),
		others: count(/(\d+) failed/) - 1,
		notStarted: count(/(\d+) not started/),
	};
}
