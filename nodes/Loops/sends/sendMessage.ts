import type { IDataObject } from 'n8n-workflow';

import {
	type CallResult,
	type DoneBy,
	type IdempotencyKey,
	isSuccess,
	type LoopsRequest,
	type Outcome,
	type Rejection,
	type Repeat,
} from '../http/request';
import { asRecord } from '../values/parse';
import { ItemRefused } from '../values/itemRefused';
import { doneBefore } from './doneBy';
import { KEY_HEADER } from './headers';
import { type Message, messageKey } from './messageKey';
import type { Origin, Sent } from './origin';
import type { KeyOptions } from './sendOptions';

/** A call that makes Loops send an email or an event. */
interface SendCall extends Message {
	rejections: Rejection[];
	labels?: LoopsRequest['labels'];
}

const SENT_WITH_OTHER_KEY =
	'This execution sent this message before, with another API key. Nothing was sent now';

/**
 * Only an idempotency key makes a send safe to retry: for 24 hours, Loops answers a key it has seen with
 * 409 and sends nothing, even if the body differs. What this execution is known to have sent is not sent
 * again, even if its key has changed since.
 */
export function sendMessage(
	{ rejections, labels, ...message }: SendCall,
	options: KeyOptions,
	from: Origin,
): { request: LoopsRequest; result?: CallResult } {
	const wanted = messageKey(message, options, from);
	const sent = sentBefore(wanted, from);
	// A new key of the same team, or the key of another team: the node can't tell.
	const isOtherKey = sent && sent.account !== from.account;
	if (isOtherKey && !sent.by) {
		throw new ItemRefused(
			'This execution may have sent this message with another API key',
			'Look in Loops whether it was sent. If not, run this item in a new execution',
		);
	}
	// After a lost answer, only the key of that attempt keeps Loops from sending twice.
	const key = sent?.key ?? wanted;
	return {
		request: {
			method: 'POST',
			path: message.path,
			body: message.body,
			headers: { ...options.headers, ...(key && { [KEY_HEADER]: key.value }) },
			repeat: key ? repeatOf(from, sent, key) : { kind: 'never' },
			isAnswer: isSuccess,
			rejections: key ? [...rejections, keyRejection(key)] : rejections,
			labels,
		},
		...(sent?.by && {
			result: { body: {}, doneBy: sent.by, ...(isOtherKey && { warning: SENT_WITH_OTHER_KEY }) },
		}),
	};
}

/** True for a message that this execution is known to have sent. */
export const isSent = (message: Message, options: KeyOptions, from: Origin): boolean =>
	from.sent?.by !== undefined && sentBefore(messageKey(message, options, from), from) !== undefined;

/** The same message, if this execution sent it, or may have sent it. */
function sentBefore(key: IdempotencyKey | undefined, { sent, scope }: Origin): Sent | undefined {
	const isSame = scope !== 'toolCall' && sent?.key.fingerprint === key?.fingerprint;
	return isSame ? sent : undefined;
}

/** `message` identifies the message in the output. */
export const sendOutput = (answer: unknown, by: DoneBy, message: IDataObject): IDataObject[] => [
	{ ...(answer as IDataObject), success: true, deduplicated: doneBefore(by), ...message },
];

/** Another execution may have sent a user's key with a different message. Automatic keys are unique. */
function repeatOf(
	{ isRetry, scope, wasCalled }: Origin,
	sent: Sent | undefined,
	key: IdempotencyKey,
): Repeat {
	const isEarlier = isRetry || (scope === 'toolCall' && wasCalled);
	const before = isEarlier ? 'earlierRun' : sent && 'unknown';
	// contract: event-key-repeated, send-key-repeated
	const once = { kind: 'once', status: 409, key } as const;
	return key.scope
		? { ...once, doneBy: before }
		: {
				...once,
				doneBy: before ?? 'earlierRun',
				explain: (outcome) => explainConflict(outcome, key),
			};
}

/** What Loops says if a different message had the key, as the example in its OpenAPI document does. */
const DIFFERENT_MESSAGE =
	/\b(different|another|other) (request )?(body|payload|message)|different request|(not|n't) match|mismatch/i;

/** What Loops says if the same message had the key, according to a bug report of another client. */
const SAME_MESSAGE = /already been processed/i;

/** Whether the message that had the key was another one, or a warning if Loops does not say. */
function explainConflict({ body }: Outcome, { option, given = '' }: IdempotencyKey) {
	const words = String(asRecord(body).message ?? JSON.stringify(body));
	if (DIFFERENT_MESSAGE.test(words)) return { isOtherMessage: true };
	if (SAME_MESSAGE.test(words)) return {};
	return {
		warning: `Loops has seen '${option}' before (${given}) and sent nothing now. It does not say whether the message was the same`,
	};
}

const keyRejection = ({ option, given = '' }: IdempotencyKey): Rejection => ({
	status: 409,
	...(option
		? {
				problem: `Another message has the same '${option}': ${given}`,
				hint: 'This item was not sent now. Look in Loops whether it went out before, with other contents. If not, give each message a value of its own and run this item in a new execution',
			}
		: {
				problem: 'Loops has seen the key of this message, which this execution has not sent before',
				hint: 'Look in Loops whether it was sent before you run this item again',
			}),
});
