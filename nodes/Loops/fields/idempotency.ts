import { createHash } from 'node:crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';
import { headersField, readHeaders } from './headers';

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

/**
 * The headers of a send, with the idempotency key, and whether that is the same in a new execution. `subject` is what 'Send Once Per' counts for: the
 * email or the event.
 * @throws NodeOperationError for a key that an earlier item of the run has
 */
export function keyedHeaders(
	item: Item,
	path: string,
	subject: string,
	body: IDataObject,
): { headers: Record<string, string>; hasStableKey: boolean } {
	const options = item.parameter<IDataObject>('options', {});
	const headers = readHeaders(item);
	const isOwn = 'idempotency-key' in headers;
	if (isOwn || 'sendOncePer' in options) {
		const key = isOwn ? headers['idempotency-key'] : onceKey(item, options, path, subject);
		claim(item, key, isOwn ? 'Idempotency Key' : 'Send Once Per');
		if (isOwn && 'sendOncePer' in options) {
			throw item.refusal(
				"'Send Once Per' and 'Idempotency Key' are both set",
				'Take one of them out: each gives the message its key',
			);
		}
		return { headers: { ...headers, 'idempotency-key': key }, hasStableKey: true };
	}
	if (options.automaticKey === false) return { headers, hasStableKey: false };
	// The body is part of it: an AI agent may call its tool twice in one run, for two messages.
	const { identity } = item.run;
	const key = hash([identity, String(item.index), path, JSON.stringify(body)]);
	return { headers: { ...headers, 'idempotency-key': key }, hasStableKey: false };
}

/** Always hashed, so that no length is too much and no two values become one. */
function onceKey(item: Item, options: IDataObject, path: string, subject: string): string {
	const value = String(options.sendOncePer ?? '').trim();
	if (value === '') {
		throw item.refusal(
			"'Send Once Per' is empty",
			'Check that its expression finds something in this item, or take it out',
		);
	}
	return hash(['once', path, subject, value]);
}

/** Loops would take only the first of two messages with the same key. */
function claim(item: Item, key: string, field: string): void {
	const earlier = item.run.keys.get(key);
	if (earlier !== undefined) {
		throw item.refusal(
			`'${field}' has the same value as that of item ${earlier}`,
			'Only the first of them is sent. Use something that is different for each message.',
		);
	}
	item.run.keys.set(key, item.index);
}

function hash(parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
