/** A value that can't be sent: `message` names the field and the problem, `hint` the next step. */
export class InvalidValue extends Error {
	constructor(
		problem: string,
		readonly hint: string,
	) {
		super(problem);
	}
}

/** The hint for a value that came from an expression. */
export const checkExpression = (what: string): string =>
	`Check that its expression gives ${what} in this item`;
