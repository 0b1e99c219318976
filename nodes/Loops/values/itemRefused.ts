/**
 * Why an item stops, where no failed call says it: a value that can't be sent, a check that fails, or an
 * outcome that is unclear. `message` tells the problem, `hint` the next step.
 */
export class ItemRefused extends Error {
	/** What else is wrong with the item. */
	others: ItemRefused[] = [];

	/** @param kind is the problem without the value: it is the same for items with other values */
	constructor(
		problem: string,
		readonly hint: string,
		readonly kind = problem,
	) {
		super(problem);
	}
}

/** The problem itself, then the others that it holds. */
export const allProblems = (refused: ItemRefused): ItemRefused[] => [refused, ...refused.others];

/** @throws the first of them, which holds the others, each problem once */
export function refuseAll(refused: ItemRefused[]): void {
	const all = new Map(refused.flatMap(allProblems).map((each) => [each.message, each]));
	const [first, ...others] = all.values();
	if (!first) return;
	for (const each of others) each.others = [];
	first.others = others;
	throw first;
}

/** What a reader refuses; undefined if nothing. */
export function refusalOf(read: () => unknown): ItemRefused | undefined {
	try {
		read();
		return undefined;
	} catch (caught) {
		if (caught instanceof ItemRefused) return caught;
		throw caught as Error;
	}
}

/** Nobody corrects more at once. Items of a stranger have a million, and each error takes a trace of the stack. */
export const MAX_REFUSED = 100;

/**
 * Reads each entry.
 * @throws ItemRefused with all that is refused, up to MAX_REFUSED entries, not only the first
 */
export function readEach<T, R>(entries: Iterable<T>, read: (entry: T) => R): R[] {
	const results: R[] = [];
	const refused: ItemRefused[] = [];
	for (const entry of entries) {
		const refusal = refusalOf(() => results.push(read(entry)));
		if (refusal) refused.push(refusal);
		if (refused.length === MAX_REFUSED) break;
	}
	refuseAll(refused);
	return results;
}

/** As `readEach`, for two readers of different things. */
export const readBoth = <A, B>(one: () => A, other: () => B): [A, B] =>
	readEach<() => A | B, A | B>([one, other], (read) => read()) as [A, B];

/** The hint for a value that came from an expression. */
export const expressionHint = (what: string): string =>
	`Check that the expression returns ${what} for this item`;

/** The hint for an empty field, which may have an expression. */
export const emptyHint = (step: string): string =>
	`${step}, or check that the expression returns a value for this item`;
