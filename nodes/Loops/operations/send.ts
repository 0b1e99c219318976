import type { IDataObject } from 'n8n-workflow';

import type { Origin } from '../fields/form';
import type { Field } from '../fields/field';
import { messageKey, ownKey } from '../fields/sendOptions';
import {
	type DoneBy,
	type IdempotencyKey,
	isSuccess,
	type LoopsRequest,
	type Outcome,
	type Refusal,
	type Repeat,
} from '../http/request';
import { formatName } from '../values/format';
import { doneBefore } from './doneBy';

/** Where the message comes from, for its automatic key. */
export const origin: Field<Origin> = { properties: [], read: (form) => form.origin };

type KeyOptions = Parameters<typeof messageKey>[0];

/** A call that makes Loops send an email or an event. */
interface Message {
	path: string;
	/** What is sent: the email or the event. */
	subject: string;
	body: IDataObject;
	refusals: Refusal[];
	labels?: LoopsRequest['labels'];
}

/**
 * Only an idempotency key makes it safe to repeat: within 24 hours Loops answers a key it has seen with
 * 409 and sends nothing, whether the body is the same or not.
 */
export function sendMessage(
	{ path, subject, body, refusals, labels }: Message,
	options: KeyOptions,
	from: Origin,
): LoopsRequest {
	const key = messageKey(options, from, path, subject, body);
	return {
		method: 'POST',
		path,
		body,
		headers: { ...options.headers, ...(key && { 'idempotency-key': key.value }) },
		repeat: key ? repeatOf(from, key) : { kind: 'never' },
		isAnswer: isSuccess,
		refusals: key ? [...refusals, keyRefusal(key)] : refusals,
		labels,
	};
}

/** Two messages with one key are sent one after the other: only the first may have to be repeated. */
export function keyLocks(options: KeyOptions, path: string, subject: string): string[] {
	const key = ownKey(options, path, subject);
	return key ? [`key ${path} ${key.value}`] : [];
}

/** The output of a send, with what tells the message from others. */
export const sendOutput = (answer: unknown, by: DoneBy, message: IDataObject): IDataObject[] => [
	{ ...(answer as IDataObject), success: true, deduplicated: doneBefore(by), ...message },
];

/** Another execution may have sent a user's key with another message. Nobody else has an automatic key. */
function repeatOf({ scope, sentBy, isRetry }: Origin, key: IdempotencyKey): Repeat {
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
