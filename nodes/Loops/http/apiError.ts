import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { atItem } from './sentences';

type Parts = Pick<NodeApiError, 'message' | 'description' | 'httpCode' | 'failure'>;

/** Wraps no other error: the cause of a NodeApiError holds the request with the API key. */
export function apiError(node: INode, parts: Partial<Parts>, itemIndex?: number): NodeApiError {
	const { description, failure } = parts;
	const message = `${parts.message}${atItem(itemIndex)}`;
	const httpCode = parts.httpCode ?? undefined;
	const error = new NodeApiError(node, { message }, { message, httpCode, itemIndex, failure });
	// n8n replaces a message that contains an error code: 'preexisting' contains EEXIST.
	error.message = message;
	error.description = description;
	return error;
}
