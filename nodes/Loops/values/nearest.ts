import { formatName } from './format';
import { type Named, normalizeName } from './nameIndex';

/** Longer names are not compared, which would take quadratic time. */
const MAX_LENGTH = 60;

/** Comparing many names with thousands of others is slow. */
const MAX_COMPARED = 20_000;

/** The candidate that `name` is most likely a misspelling of, if there is one. */
export function nearest(name: unknown, candidates: Iterable<string>): string | undefined {
	const wanted = typeof name === 'string' ? normalizeName(name) : '';
	if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
	let best: string | undefined;
	let least = Math.floor(wanted.length / 3) + 1;
	for (const candidate of candidates) {
		const other = normalizeName(candidate);
		// The distance is at least the difference in length, which is quicker to compute.
		if (Math.abs(other.length - wanted.length) >= least) continue;
		// 'Address 2' is no misspelling of 'Address 1'.
		if (digitsIn(other) !== digitsIn(wanted)) continue;
		const distance = editDistance(wanted, other);
		if (distance < least) [best, least] = [candidate, distance];
	}
	return best;
}

const digitsIn = (text: string): string => text.replace(/\P{Nd}/gu, '');

/** Suggests the key for a name that misspells it or its label. Many names take linear time. */
export function suggester(named: readonly Named[]): (name: string) => string | undefined {
	const keys = new Map(
		named.flatMap(({ key, label }) => [...(label ? [[label, key] as const] : []), [key, key]]),
	);
	const known = new Map<string, string | undefined>();
	return (name) => {
		if (!known.has(name) && (known.size + 1) * keys.size <= MAX_COMPARED) {
			known.set(name, keys.get(nearest(name, keys.keys()) ?? ''));
		}
		return known.get(name);
	};
}

/** '' without a suggestion. */
export const didYouMean = (meant: string | undefined): string =>
	meant === undefined ? '' : ` Did you mean '${formatName(meant)}'?`;

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
