import { type INode, NodeApiError } from 'n8n-workflow';

import { withoutTags } from '../values/format';
import { atItem } from './messages';

/** Wraps no other error: the cause of a NodeApiError holds the request with the API key. */
export function apiError(node: INode, parts: Partial<NodeApiError>, index?: number): NodeApiError {
	const { description, failure } = parts;
	const message = withoutTags(`${parts.message}${atItem(index)}`);
	const options = { message, httpCode: parts.httpCode ?? undefined, itemIndex: index, failure };
	const error = new NodeApiError(node, { message }, options);
	// n8n replaces a message that contains an error code: 'preexisting' contains EEXIST.
	error.message = message;
	error.description = description;
	return error;
}

/** The message of such an error without the number of its item. */
export const withoutItem = ({ message, context }: NodeApiError): string => {
	const suffix = atItem(context.itemIndex as number | undefined);
	return message.slice(0, message.length - suffix.length);
};
