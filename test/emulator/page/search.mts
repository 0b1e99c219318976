import { abridged } from '../abridged.mts';

/** Rows shown in a table that is searched or opened, and in others. */
export const MOST_ROWS = 100;
const FEW_ROWS = 10;
/** Characters of an entry that are searched. */
const SEARCHED = 4000;
const LONGEST_TEXT = 200;

/** The search and filter of the page. */
export interface Search {
	text: string;
	/** Show only requests without a 2xx. */
	onlyFailed: boolean;
	/** The title of the table that shows all, in lower case. */
	all: string;
}

export const EVERYTHING: Search = { text: '', onlyFailed: false, all: '' };

export function searchOf(url: string): Search {
	const query = new URLSearchParams(url.split('?')[1]);
	const text = (query.get('q') ?? '').trim().slice(0, LONGEST_TEXT);
	const all = query.get('all') ?? '';
	return { text, onlyFailed: query.get('show') === 'failed', all };
}

export interface Found<Entry> {
	/** The latest matches, oldest first, each with its index. */
	shown: Array<[entry: Entry, index: number]>;
	matching: number;
	total: number;
}

/** How many rows a table shows at most. */
export const rowsOf = ({ text, all }: Search, title: string): number =>
	text !== '' || all === title ? MOST_ROWS : FEW_ROWS;

/**
 * @param title of the table, in lower case
 * @param partsOf searched parts of an entry, short ones first; undefined hides the entry
 * @param total number of all entries if `entries` has only the latest
 */
export function find<Entry>(
	entries: readonly Entry[],
	search: Search,
	title: string,
	partsOf: (entry: Entry, index: number) => unknown[] | undefined,
	total = entries.length,
): Found<Entry> {
	// Escaped as JSON, since entries are searched as JSON.
	const wanted = JSON.stringify(search.text.toLowerCase()).slice(1, -1);
	const found = entries
		.map((entry, index): [Entry, number] => [entry, index])
		.filter(([entry, index]) => {
			const parts = partsOf(entry, index);
			if (!parts || wanted === '') return parts;
			return JSON.stringify(abridged(parts, SEARCHED)).toLowerCase().includes(wanted);
		});
	const matching = found.length === entries.length ? total : found.length;
	return { shown: found.slice(-rowsOf(search, title)), matching, total };
}
