import type { StoredError } from './loops.mts';

/** The counts in the error of a stopped run: done, failed besides the first, and not started. */
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
