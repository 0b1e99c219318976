import { normalizeName } from './nameIndex';

/** Messages cut longer names off, and comparing them takes quadratic time. */
const MAX_LENGTH = 60;

/** The candidate that `name` is most likely a misspelling of, or undefined if none is close. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
	const wanted = normalizeName(name);
	if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
	let best: string | undefined;
	let least = Math.floor(wanted.length / 3) + 1;
	for (const candidate of candidates) {
		const other = normalizeName(candidate);
		// The distance is at least the difference in length, which is quicker to compute.
		if (Math.abs(other.length - wanted.length) >= least) continue;
		const distance = editDistance(wanted, other);
		if (distance < least) [best, least] = [candidate, distance];
	}
	return best;
}

/** Counts insertions, deletions, replacements and swaps of neighbours. */
function editDistance(from: string, to: string): number {
	let before: number[] = [];
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
			next[j] = Math.min(
				row[j] + 1,
				next[j - 1] + 1,
				row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1),
				isSwap ? before[j - 2] + 1 : Infinity,
			);
		}
		before = row;
		row = next;
	}
	return row[to.length];
}
