/** A value that can't be sent: `message` names the field and the problem, `hint` the next step. */
export class ItemRefused extends Error {
	/** What else is wrong with the item: Validate Only lists it. */
	others: ItemRefused[] = [];

	constructor(
		problem: string,
		readonly hint: string,
	) {
		super(problem);
	}
}

/** @throws the first of them, which holds the others */
export function refuseAll([first, ...others]: ItemRefused[]): void {
	if (!first) return;
	first.others = others;
	throw first;
}

/** The hint for a value that came from an expression. */
export const expressionHint = (what: string): string =>
	`Check that its expression gives ${what} in this item`;
