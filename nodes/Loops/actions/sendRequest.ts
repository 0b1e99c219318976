import type { IDataObject } from 'n8n-workflow';

import { readKeyedHeaders, readOwnKey } from '../fields/idempotency';
import type { Item } from '../fields/item';
import { isSuccess, type LoopsRequest, type Refusal } from '../transport/request';
import type { DoneBy } from '../transport/retryPolicy';
import { doneBefore } from './doneBefore';

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
	refusals: Refusal[],
): LoopsRequest {
	const { headers, key } = readKeyedHeaders(item, path, subject, body);
	return {
		method: 'POST',
		path,
		body,
		headers,
		repeat: key
			? {
					kind: 'refused',
					status: 409,
					mayBeDone: true,
					key,
				}
			: { kind: 'never' },
		isAnswer: isSuccess,
		refusals,
	};
}

/** The output of a send, with what tells the message from others. */
export const sendOutput = (
	answer: unknown,
	doneBy: DoneBy,
	message: IDataObject,
): IDataObject[] => [
	{ ...(answer as IDataObject), success: true, deduplicated: doneBefore(doneBy), ...message },
];

/** Two messages with one key are sent one after the other: only the first may have to be repeated. */
export function keySubjects(item: Item, path: string, subject: string): string[] {
	const key = readOwnKey(item, path, subject);
	return key ? [`key ${path} ${key.value}`] : [];
}
