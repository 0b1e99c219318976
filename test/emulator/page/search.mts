import { abridged } from '../abridged.mts';

/** Of a table. */
export const MOST_ROWS = 100;
/** Characters of an entry that are searched. */
const SEARCHED = 4000;
const LONGEST_TEXT = 200;

/** What the page is asked to show. */
export interface Search {
	text: string;
	/** Of the requests, only those without a 2xx. */
	onlyFailed: boolean;
}

export const EVERYTHING: Search = { text: '', onlyFailed: false };

export function searchOf(url: string): Search {
	const query = new URLSearchParams(url.split('?')[1]);
	const text = (query.get('q') ?? '').trim().slice(0, LONGEST_TEXT);
	return { text, onlyFailed: query.get('show') === 'failed' };
}

export interface Found<Entry> {
	/** The latest that match, the oldest first, each with its place in the whole. */
	shown: Array<[entry: Entry, index: number]>;
	matching: number;
	total: number;
}

/**
 * @param partsOf what an entry is searched for, the short parts first; undefined leaves it out
 * @param total how many there are, when the entries are only the latest
 */
export function find<Entry>(
	entries: readonly Entry[],
	text: string,
	partsOf: (entry: Entry, index: number) => unknown[] | undefined,
	total = entries.length,
): Found<Entry> {
	// As JSON writes it, because that is what it is compared with.
	const wanted = JSON.stringify(text.toLowerCase()).slice(1, -1);
	const found = entries
		.map((entry, index): [Entry, number] => [entry, index])
		.filter(([entry, index]) => {
			const parts = partsOf(entry, index);
			if (!parts || wanted === '') return parts;
			return JSON.stringify(abridged(parts, SEARCHED)).toLowerCase().includes(wanted);
		});
	const matching = found.length === entries.length ? total : found.length;
	return { shown: found.slice(-MOST_ROWS), matching, total };
}
