import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';

/** Entry of 'Options' of the two calls that send. */
export const headersField: INodeProperties = {
	displayName: 'Headers',
	name: 'headers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Header',
	default: {},
	description: 'Extra HTTP headers of the request',
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				{ displayName: 'Name', name: 'name', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

/** Set by the credential and by the JSON body. */
const PROTECTED = ['authorization', 'content-type', 'content-length', 'host'];

/** Documented limit of the Idempotency-Key header. */
const MAX_KEY_LENGTH = 100;

/** The extra headers of a send, an idempotency key that the user gives among them. */
export function readHeaders(item: Item): Record<string, string> {
	const options = item.parameter<IDataObject>('options', {});
	const headers = new Map<string, string>();
	const put = (given: string, value: unknown) => {
		const name = given.trim().toLowerCase();
		const text = String(value ?? '').trim();
		const isKey = name === 'idempotency-key';
		const refuse = (what: string, wayOut: string) =>
			item.refusal(`${isKey ? "'Idempotency Key'" : `Header '${given.trim()}'`} ${what}`, wayOut);

		if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
			throw refuse('has no valid name', 'Use letters, digits and hyphens');
		}
		if (PROTECTED.includes(name)) {
			throw refuse("can't be replaced", 'The node sets it. Take it out of the headers.');
		}
		if (headers.has(name)) throw refuse('is set twice', 'Give each header once');
		if (text === '') throw refuse('is empty', 'Give it a value, or take it out');
		if (!/^[\x20-\x7e]+$/.test(text)) {
			throw refuse(
				"has characters that a header can't hold",
				'Give plain text without line breaks and accents',
			);
		}
		if (isKey && text.length > MAX_KEY_LENGTH) {
			throw refuse(
				`has ${text.length} characters`,
				`Loops takes at most ${MAX_KEY_LENGTH}: use something shorter that is unique, such as an order ID`,
			);
		}
		headers.set(name, text);
	};

	const { header = [] } = (options.headers ?? {}) as { header?: IDataObject[] };
	for (const { name, value } of header) put(String(name ?? ''), value);
	// An expression that finds nothing must not send without the key.
	if ('idempotencyKey' in options) {
		put('Idempotency-Key', options.idempotencyKey);
	}
	return Object.fromEntries(headers);
}
