import { createHash } from 'node:crypto';

import type { IdempotencyKey } from './idempotencyKey';
import { ONCE_FOR } from './rerun';
import type { ContactIds } from '../api/contacts';
import type { Body } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { MAX_EMAIL } from '../values/limits';
import { sortKeys } from '../values/sortKeys';
import { CUSTOM_KEY, KEY_HEADER } from './headers';
import type { Origin } from './origin';
import type { KeyOptions } from './sendOptions';

/** One person, in upper or lower case (contract: email-case). Anything else, such as an order ID, is exact. */
const EMAIL = /^[^\s@]+@(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu;

const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);

/** What is sent, and to whom. */
export interface Message {
	path: string;
	/** The ID of the email or the name of the event. */
	target: string;
	to: ContactIds;
}

/** The user's key, if there is one. */
function userKey(
	{ path, target }: Pick<Message, 'path' | 'target'>,
	{ onceFor, customKey, headers: { [KEY_HEADER]: header } }: KeyOptions,
): Omit<IdempotencyKey, 'fingerprint'> | undefined {
	const given = [
		onceFor !== undefined && `'${ONCE_FOR}'`,
		customKey !== undefined && `'${CUSTOM_KEY}'`,
		header !== undefined && "the header 'Idempotency-Key'",
	].filter(Boolean);
	if (given.length > 1) {
		throw new ItemRefused(
			`${given.join(' and ')} are both set`,
			'Remove one of them, because both set the idempotency key of the message',
		);
	}
	// Hashed, so that any length fits and no two values share a key.
	if (onceFor !== undefined) {
		const key = hash(['once', path, target, isEmail(onceFor) ? onceFor.toLowerCase() : onceFor]);
		return { value: key, path, option: ONCE_FOR, given: formatName(onceFor) };
	}
	const value = customKey ?? header;
	return value === undefined
		? undefined
		: { value, path, option: CUSTOM_KEY, given: formatName(value) };
}

/** Messages with the same key take turns, so that none leaves while another is retried. */
export function keyLocks(options: KeyOptions, path: string, target: string): string[] {
	const key = userKey({ path, target }, options);
	return key ? [`key ${path} ${key.value}`] : [];
}

/**
 * The key of a message, if it has one. An automatic key is the same whenever n8n repeats the item. It
 * leaves out the body, which may contain the time. A tool call includes the body, since an AI agent may
 * send two messages from the same position.
 */
export function messageKey(
	message: Message,
	body: Body,
	options: KeyOptions,
	{ id, scope }: Origin,
): IdempotencyKey | undefined {
	const { path, target } = message;
	const fingerprint = fingerprintOf(message);
	const own = userKey(message, options);
	if (own) return { ...own, fingerprint };
	if (!options.preventsDuplicates) return undefined;
	const to = recipientOf(message);
	const identity = scope === 'toolCall' ? sortKeys({ ...body, ...to }) : to;
	return { value: hash([id, path, target, JSON.stringify(identity)]), path, scope, fingerprint };
}

/** Whether a message gets a key. */
export const isKeyed = (message: Message, options: KeyOptions): boolean =>
	options.preventsDuplicates || userKey(message, options) !== undefined;

/** Equal for messages of the same kind to the same person. */
export const fingerprintOf = (message: Message): string => {
	const { email, userId } = recipientOf(message);
	return hash([message.path, message.target, String(email ?? userId)]).slice(0, 12);
};

/** Loops compares addresses without case. */
const recipientOf = ({ to: { email, userId } }: Message) => ({
	...(email !== undefined && { email: email.toLowerCase() }),
	...(userId !== undefined && { userId }),
});

const hash = (parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');
