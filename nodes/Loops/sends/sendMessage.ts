import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import {
	type CallResult,
	type DoneBy,
	isSuccess,
	type LoopsRequest,
	type Outcome,
	type Rejection,
	type Repeat,
} from '../http/request';
import type { Body } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';
import { asRecord } from '../values/parse';
import {
	type AutomaticKeyScope,
	fingerprintOf,
	type IdempotencyKey,
	isKeyed,
	type Message,
	messageKey,
	type Origin,
	type Sent,
} from './messageKey';
import type { Rerun } from './rerun';
import { KEY_HEADER, type KeyOptions } from './sendOptions';

/** Whether this run did it; null if an answer was lost and Loops does not tell. */
export const doneNow = (by: DoneBy): boolean | null => (by === 'unknown' ? null : by === 'thisRun');

/** Whether it was done before this run; null if an answer was lost and Loops does not tell. */
export const doneBefore = (by: DoneBy): boolean | null =>
	by === 'unknown' ? null : by === 'earlierRun';

/** A call that makes Loops send an email or an event. */
export interface Send extends Message {
	/** Not called for a message that this execution has sent: its files may be gone. */
	body(): Promise<Body>;
	rejections: Rejection[];
	labels?: LoopsRequest['labels'];
	options: KeyOptions;
}

/** The request of a message, and the key by which Loops knows it. */
interface KeyedRequest {
	request: LoopsRequest;
	key?: IdempotencyKey;
	rerun: Rerun;
}

const SENT_WITH_OTHER_KEY =
	'This execution already sent this message with another API key. Nothing was sent now';

/**
 * The result of a message that this execution is known to have sent. It is not sent again, even if its
 * idempotency key has changed since.
 * @throws ItemRefused for one that may have been sent with another API key
 */
export function sentBefore(
	send: Send,
	from: Origin,
): { result: CallResult; rerun: Rerun } | undefined {
	const sent = sameMessage(send, from);
	if (!sent) return undefined;
	// A new key of the same team, or the key of another team: the node can't tell.
	const isOtherKey = sent.account !== from.account;
	if (sent.by) {
		const warning = isOtherKey ? SENT_WITH_OTHER_KEY : undefined;
		return { result: { body: {}, doneBy: sent.by, warning }, rerun: rerunWith(sent.key) };
	}
	if (!isOtherKey) return undefined;
	throw new ItemRefused(
		'This execution may have sent this message with another API key',
		'Nothing was sent now. Check in Loops, in the team of the other API key, whether the message was sent. If not, start a new execution with this item',
	);
}

/**
 * Only an idempotency key makes a send safe to retry: for 24 hours, Loops answers a key it has seen with
 * 409 and sends nothing, even if the body differs.
 */
export async function keyedRequest(send: Send, from: Origin): Promise<KeyedRequest> {
	const { path, options, labels, rejections } = send;
	const body = await send.body();
	const sent = sameMessage(send, from);
	// After a lost answer, only the key of that attempt keeps Loops from sending twice.
	const key = sent?.key ?? messageKey(send, body, options, from);
	const request: LoopsRequest = {
		method: 'POST',
		path,
		body,
		headers: { ...options.headers, ...(key && { [KEY_HEADER]: key.value }) },
		repeat: key ? repeatOf(from, sent, key) : { kind: 'never' },
		isAnswer: isSuccess,
		rejections: key ? [...rejections, keyRejection(key)] : rejections,
		labels,
	};
	const content = key?.option === undefined ? undefined : contentOf(request);
	return { key: key && { ...key, content }, rerun: rerunWith(key, from.scope), request };
}

/** A digest, since a run may have many long messages. The recipient counts in any case, as for locks. */
function contentOf({ body, headers }: LoopsRequest): string {
	const email = typeof body?.email === 'string' ? body.email.toLowerCase() : undefined;
	const content = JSON.stringify([{ ...body, ...(email !== undefined && { email }) }, headers]);
	return createHash('sha256').update(content).digest('base64').slice(0, 22);
}

/**
 * A Retry of the parent of a sub-workflow, or of an agent, makes other automatic keys. A model knows no
 * Retry: to it, the same call with a user's key does no harm.
 */
const rerunWith = (key: IdempotencyKey | undefined, scope?: AutomaticKeyScope): Rerun => {
	if (key?.option && scope === 'toolCall') return 'harmless';
	return key && (key.scope ?? 'execution') === 'execution' ? 'skippedInRetry' : 'repeated';
};

/** The same message, if this execution sent it, or may have sent it. */
function sameMessage(send: Send, { sent, scope }: Origin): Sent | undefined {
	if (!sent || scope === 'toolCall' || !isKeyed(send.options)) return undefined;
	return sent.key.fingerprint === fingerprintOf(send) ? sent : undefined;
}

/** `message` identifies the message in the output. */
export const sendOutput = (answer: IDataObject, by: DoneBy, message: IDataObject): IDataObject => ({
	...answer,
	success: true,
	deduplicated: doneBefore(by),
	...message,
});

/** Another execution may have sent a user's key with a different message. Automatic keys are unique. */
function repeatOf(
	{ isRetry, scope, wasCalled }: Origin,
	sent: Sent | undefined,
	key: IdempotencyKey,
): Repeat {
	const isEarlier = isRetry || (scope === 'toolCall' && wasCalled);
	const before = isEarlier ? 'earlierRun' : sent && 'unknown';
	// contract: event-key-repeated, send-key-repeated
	const once = { kind: 'once', status: 409 } as const;
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
		warning: `Loops already received this value of '${option}' (${given}) and sent nothing now. Loops does not say whether the earlier message was the same`,
	};
}

const keyRejection = ({ option, given = '' }: IdempotencyKey): Rejection => ({
	status: 409,
	...(option
		? {
				problem: `Another message has the same '${option}': ${given}`,
				hint: 'Nothing was sent for this item. Check in Loops whether the message was already sent with other content. If not, use a different value for each message, and start a new execution with this item',
			}
		: {
				problem:
					"Loops already received this message's idempotency key, but this execution has not sent the message before",
				hint: 'Nothing was sent now. Check in Loops whether the message was already sent. If not, start a new execution with this item',
			}),
});
