import { createHash } from 'node:crypto';

import type { IdempotencyKey } from '../http/request';
import type { Body } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { CUSTOM_KEY, customKeyIn, headers, KEY_HEADER, keyIn } from './headers';
import type { Origin } from './origin';
import { options, validateOnly } from '../form/options';
import { checkbox, bodyEntries, type ParameterSet } from '../form/parameter';
import { sortKeys } from '../values/sortKeys';

const ONCE_FOR = 'Send Only Once For';

/**
 * The options of both send operations, which also hold the fields of the body that few users need: a
 * second collection would make the form longer than a screen. `entries` are the operation's own.
 */
export const sendOptions = <B extends ParameterSet, E extends ParameterSet>(
	ofBody: B,
	entries: E,
) =>
	options({
		onceFor: {
			property: {
				displayName: ONCE_FOR,
				name: 'sendOnlyOnceFor',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderId }}',
				description:
					'Something that is unique to the message, such as an order ID. For 24 hours, Loops takes this email or event only once for it, from any execution or workflow. For several people per order, give the order ID and the email together.',
			},
			read: keyIn,
		},
		preventsDuplicates: checkbox({
			displayName: 'Prevent Duplicates on Retry',
			name: 'preventDuplicatesOnRetry',
			default: true,
			description:
				'Whether to give each message its own key, so a retry of this execution does not send it twice. A new execution sends again, and so does a retry after n8n crashed.',
		}),
		validateOnly,
		...bodyEntries(ofBody),
		...entries,
		customKey: {
			property: {
				displayName: CUSTOM_KEY,
				name: 'customIdempotencyKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderId }}-receipt',
				description: `The exact key that goes to Loops, in up to 100 characters. '${ONCE_FOR}' is easier.`,
			},
			read: customKeyIn,
		},
		headers,
	});

export interface KeyOptions {
	onceFor?: string;
	customKey?: string;
	preventsDuplicates: boolean;
	headers: Record<string, string>;
}

/** What is sent, and to whom. */
export interface Message {
	path: string;
	/** The ID of the email or the name of the event. */
	target: string;
	body: Body;
}

/** The user's key, if there is one. */
export function ownKey(
	{ onceFor, customKey, headers: { [KEY_HEADER]: header } }: KeyOptions,
	{ path, target }: Omit<Message, 'body'>,
): Omit<IdempotencyKey, 'fingerprint'> | undefined {
	const given = [
		onceFor !== undefined && `'${ONCE_FOR}'`,
		customKey !== undefined && `'${CUSTOM_KEY}'`,
		header !== undefined && "the header 'Idempotency-Key'",
	].filter(Boolean);
	if (given.length > 1) {
		throw new ItemRefused(
			`${given.join(' and ')} are both set`,
			'Take one of them out: each gives the message its key',
		);
	}
	// Hashed, so that any length fits and no two values share a key.
	if (onceFor !== undefined) {
		const key = hash(['once', path, target, onceFor]);
		return { value: key, path, option: ONCE_FOR, given: formatName(onceFor) };
	}
	const value = customKey ?? header;
	return value === undefined
		? undefined
		: { value, path, option: CUSTOM_KEY, given: formatName(value) };
}

/**
 * The key of a message, if it has one. An automatic key is the same whenever n8n repeats the item. It
 * leaves out the body, which may contain the time. A tool call includes the body, since an AI agent may
 * send two messages from the same position.
 */
export function messageKey(
	chosen: KeyOptions,
	{ id, scope }: Origin,
	sending: Message,
): IdempotencyKey | undefined {
	const { path, target, body } = sending;
	const { email, userId } = body;
	const recipient = typeof email === 'string' ? email.toLowerCase() : userId;
	const fingerprint = hash([path, target, String(recipient)]).slice(0, 12);
	const own = ownKey(chosen, sending);
	if (own) return { ...own, fingerprint };
	if (!chosen.preventsDuplicates) return undefined;
	const to = typeof email === 'string' ? { email: email.toLowerCase() } : {};
	const identity = scope === 'toolCall' ? sortKeys({ ...body, ...to }) : { ...to, userId };
	return { value: hash([id, path, target, JSON.stringify(identity)]), path, scope, fingerprint };
}

const hash = (parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');
