import { createHash } from 'node:crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { IdempotencyKey } from '../http/request';
import { checkExpression } from '../http/sentences';
import { headersField, headerValue, keyField, readHeaders } from './headers';
import type { Item } from './item';
import { readName } from './name';
import { readFlag } from './values';

const HEADER = 'idempotency-key';

/** Entries of 'Options' of the two calls that send: how a message is kept from going out twice. */
export const onceFields: INodeProperties[] = [
	{
		displayName: 'Send Only Once For',
		name: 'sendOnlyOnceFor',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Something that is unique to the message, such as an order ID. Loops then sends this email or event once for it in 24 hours, whatever execution or workflow asks. The recipient is no part of it: for several people per order, give the order ID and the email together.',
	},
	{
		displayName: 'Prevent Duplicates on Retry',
		name: 'preventDuplicatesOnRetry',
		type: 'boolean',
		default: true,
		description:
			'Whether to give each message a key of its own, so that a retry of this execution does not send it twice. A new execution sends again, and so does a retry after n8n crashed.',
	},
];

/** Entries of 'Options' of the two calls that send, for the request itself. */
export const requestFields: INodeProperties[] = [
	{
		displayName: keyField,
		name: 'customIdempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}-receipt',
		description:
			"The exact key that goes to Loops, in up to 100 characters. 'Send Only Once For' is easier.",
	},
	headersField,
];

/** Documented limit of the Idempotency-Key header. */
const MAX_LENGTH = 100;

/**
 * The headers of a send, and its idempotency key if it has one. `subject` is what is sent: the email or
 * the event.
 * @throws NodeOperationError for a key that can't be one
 */
export function readKeyedHeaders(
	item: Item,
	path: string,
	subject: string,
	body: IDataObject,
): { headers: Record<string, string>; key?: IdempotencyKey } {
	const headers = readHeaders(item);
	const key = readOwnKey(item, path, subject, headers) ?? automaticKey(item, path, subject, body);
	if (key) headers.set(HEADER, key.value);
	return { headers: Object.fromEntries(headers), key };
}

/**
 * The key that a field of the item gives, if one does.
 * @throws NodeOperationError for something that can't be a key
 */
export function readOwnKey(
	item: Item,
	path: string,
	subject: string,
	headers = readHeaders(item),
): IdempotencyKey | undefined {
	const { options } = item;
	const header = headers.get(HEADER);
	// An expression that finds nothing must not send without the key: what counts is that it is there.
	const given = [
		'sendOnlyOnceFor' in options && "'Send Only Once For'",
		'customIdempotencyKey' in options && `'${keyField}'`,
		header !== undefined && "the header 'Idempotency-Key'",
	].filter(Boolean);
	if (given.length > 1) {
		throw item.invalidParameter(
			`${given.join(' and ')} are both set`,
			'Take one of them out: each gives the message its key',
		);
	}
	if ('sendOnlyOnceFor' in options) {
		const field = 'Send Only Once For';
		const value = keyText(item, field, options.sendOnlyOnceFor, 'sendOnlyOnceFor');
		// Always hashed, so that no length is too much and no two values become one.
		return { value: hash(['once', path, subject, value]), option: field, given: value };
	}
	if (header === undefined && !('customIdempotencyKey' in options)) return undefined;
	const value = headerValue(
		item,
		keyField,
		keyText(item, keyField, header ?? options.customIdempotencyKey, 'customIdempotencyKey'),
	);
	if (value.length > MAX_LENGTH) {
		throw item.invalidParameter(
			`'${keyField}' has ${value.length} characters`,
			`Loops takes at most ${MAX_LENGTH}: use something shorter that is unique, such as an order ID`,
		);
	}
	return { value, option: keyField, given: value };
}

const keyText = (item: Item, field: string, value: unknown, option: string) =>
	readName(
		item,
		field,
		value,
		['options', option],
		'messages',
		`${checkExpression('one text or number')}, or take it out`,
	);

/**
 * The same whenever n8n repeats the item: the body is no part of it, for it may hold the time. Only an
 * AI agent may call its tool twice at the same position, for two messages.
 */
function automaticKey(
	item: Item,
	path: string,
	subject: string,
	body: IDataObject,
): IdempotencyKey | undefined {
	if (!readFlag(item, 'preventDuplicatesOnRetry', 'Prevent Duplicates on Retry', true))
		return undefined;
	const { email, userId } = body;
	const { id, scope } = item.origin;
	const message = scope === 'toolCall' ? body : { email, userId };
	return { value: hash([id, path, subject, JSON.stringify(message)]), scope };
}

function hash(parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
