import { createHash } from 'node:crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { IdempotencyKey } from '../transport/request';
import { headersField, headerValue, keyField, readHeaders } from './headers';
import type { Item } from './item';
import { readFlag, readName } from './values';

const HEADER = 'idempotency-key';

/** Entries of 'Options' of the two calls that send. */
export const idempotencyFields: INodeProperties[] = [
	{
		displayName: 'Automatic Idempotency Key',
		name: 'automaticKey',
		type: 'boolean',
		default: true,
		description:
			'Whether to give each message a key of its own, so that a retry of this execution does not send it twice. A new execution sends again.',
	},
	headersField,
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042-receipt',
		description:
			"The exact key that goes to Loops, in up to 100 characters. 'Send Once Per' is easier.",
	},
	{
		displayName: 'Send Once Per',
		name: 'sendOncePer',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042',
		description:
			'Something that is unique to the message, such as an order ID. Loops then sends this email or event once for it in 24 hours, whatever execution or workflow asks.',
	},
];

/** Documented limit of the Idempotency-Key header. */
const MAX_LENGTH = 100;

/**
 * The headers of a send, and its idempotency key if it has one. `subject` is what is sent, the email
 * or the event, and `recipient` who gets it.
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
		'sendOncePer' in options && "'Send Once Per'",
		'idempotencyKey' in options && `'${keyField}'`,
		header !== undefined && "the header 'Idempotency-Key'",
	].filter(Boolean);
	if (given.length > 1) {
		throw item.invalidParameter(
			`${given.join(' and ')} are both set`,
			'Take one of them out: each gives the message its key',
		);
	}
	if ('sendOncePer' in options) {
		const field = 'Send Once Per';
		const value = keyText(item, field, options.sendOncePer);
		// Always hashed, so that no length is too much and no two values become one.
		return { value: hash(['once', path, subject, value]), option: field };
	}
	if (header === undefined && !('idempotencyKey' in options)) return undefined;
	const value = headerValue(
		item,
		keyField,
		keyText(item, keyField, header ?? options.idempotencyKey),
	);
	if (value.length > MAX_LENGTH) {
		throw item.invalidParameter(
			`'${keyField}' has ${value.length} characters`,
			`Loops takes at most ${MAX_LENGTH}: use something shorter that is unique, such as an order ID`,
		);
	}
	return { value, option: keyField };
}

const keyText = (item: Item, field: string, value: unknown) =>
	readName(
		item,
		field,
		value,
		'messages',
		'Check that its expression finds something in this item, or take it out',
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
	if (!readFlag(item, 'automaticKey', 'Automatic Idempotency Key', true)) return undefined;
	const { email, userId } = body;
	const message = item.isToolCall ? body : { email, userId };
	return { value: hash([item.identity, path, subject, JSON.stringify(message)]) };
}

function hash(parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
