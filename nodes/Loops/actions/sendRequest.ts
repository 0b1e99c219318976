import type { IDataObject } from 'n8n-workflow';

import { keyedHeaders } from '../fields/idempotency';
import type { Item } from '../item';
import type { LoopsRequest } from '../transport/call';

/**
 * A call that makes Loops send `subject`, an email or an event. Only an idempotency key makes it safe
 * to repeat: within 24 hours Loops answers a key it has seen with 409 and sends nothing, whether the
 * body is the same or not.
 */
export function sendRequest(
	item: Item,
	path: string,
	subject: string,
	body: IDataObject,
	hints: Record<number, string>,
): LoopsRequest {
	const { headers, hasStableKey } = keyedHeaders(item, path, subject, body);
	return {
		kind: 'idempotency-key' in headers ? 'keyedSend' : 'bareSend',
		method: 'POST',
		path,
		body,
		headers,
		hasStableKey,
		answer: 'success',
		alreadyDone: { status: 409, answer: { success: true, deduplicated: true }, always: true },
		hints,
	};
}
