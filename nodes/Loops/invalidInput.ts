import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * The error for a parameter value that can't be sent: `what` names the field and what is wrong with
 * it, `wayOut` says how to put it right.
 */
export function invalidInput(
	node: IExecuteFunctions,
	itemIndex: number,
	what: string,
	wayOut: string,
): NodeOperationError {
	const message = `${what} [item ${itemIndex}]`;
	const error = new NodeOperationError(node.getNode(), message, { description: wayOut, itemIndex });
	// n8n replaces a message in which it finds an error code: 'preexisting' holds EEXIST.
	error.message = message;
	return error;
}

/** A value as it may appear in an error: short, and on one line. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
