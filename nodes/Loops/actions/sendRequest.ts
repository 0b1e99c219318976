import type { IDataObject } from 'n8n-workflow';

import { readKeyedHeaders, readOwnKey } from '../fields/idempotency';
import type { Item } from '../fields/item';
import {
	type DoneBy,
	type IdempotencyKey,
	isSuccess,
	type LoopsRequest,
	type Outcome,
	type Refusal,
	type Repeat,
} from '../http/request';
import { formatName } from '../http/sentences';
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
		repeat: key ? repeatOf(item, key) : { kind: 'never' },
		isAnswer: isSuccess,
		refusals: key ? [...refusals, keyRefusal(key)] : refusals,
	};
}

/** Another execution may have sent a user's key with another message. Nobody else has an automatic key. */
function repeatOf({ origin }: Item, key: IdempotencyKey): Repeat {
	const { scope, sentBy, isRetry } = origin;
	const refused = { kind: 'refused', status: 409, key } as const;
	if (key.scope) return { ...refused, doneBy: sentBy ?? (isRetry ? 'earlierRun' : undefined) };
	// What this execution sent is the same message, though its contents may hold the time.
	const isKnown = sentBy && scope !== 'toolCall';
	return isKnown
		? { ...refused, doneBy: sentBy }
		: { ...refused, doneBy: 'earlierRun', judge: (outcome) => judge(outcome, key) };
}

/** Loops says it in words only: its specification has the first, the second was seen in production. */
function judge({ body }: Outcome, { option, given = '' }: IdempotencyKey) {
	const words = JSON.stringify(body);
	if (/different/i.test(words)) return { isOther: true };
	if (/already been processed/i.test(words)) return {};
	return {
		warning: `Loops has seen '${option}' before (${formatName(given)}) and sent nothing now. It does not say whether the message was the same`,
	};
}

const keyRefusal = ({ option, given = '' }: IdempotencyKey): Refusal => ({
	status: 409,
	...(option
		? {
				problem: `Another message has the same '${option}': ${formatName(given)}`,
				hint: 'Use something that is different for each message',
			}
		: {
				problem: 'Loops has seen the key of this message, which this execution has not sent before',
				hint: 'Look in Loops whether it was sent before you run this item again',
			}),
});

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
