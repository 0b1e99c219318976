import type { INodeProperties } from 'n8n-workflow';

import { formatName } from '../http/sentences';
import type { Item } from './item';
import { checkName } from './name';
import { readCollection, readRows, readText } from './values';

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

/** Set by the credential, by the JSON body and by the connection. */
const PROTECTED = [
	'authorization',
	'connection',
	'content-encoding',
	'content-length',
	'content-type',
	'expect',
	'host',
	'keep-alive',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
];

/** The extra headers of a send, by name in lower case; an idempotency key may be among them. */
export function readHeaders(item: Item): Map<string, string> {
	const headers = new Map<string, string>();
	const { header } = readCollection(item, 'Headers', item.options.headers);
	for (const [row, { name, value }] of readRows(item, 'Headers', header).entries()) {
		const given = readText(item, 'Header: Name', name);
		const lower = given.toLowerCase();
		const refuse = (problem: string, hint: string) =>
			item.invalidParameter(`Header '${formatName(given)}' ${problem}`, hint);

		if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(lower)) {
			throw refuse('has no valid name', 'Use letters, digits and hyphens');
		}
		if (PROTECTED.includes(lower)) {
			throw refuse("can't be replaced", 'The node sets it. Take it out of the headers.');
		}
		if (headers.has(lower)) throw refuse('is set twice', 'Give each header once');
		const isKey = lower === 'idempotency-key';
		if (isKey) checkName(item, keyField, ['options', 'headers', 'header', row, 'value']);
		headers.set(lower, headerValue(item, isKey ? keyField : `Header ${formatName(given)}`, value));
	}
	return headers;
}

export const keyField = 'Custom Idempotency Key';

/** A value that a header can hold. */
export function headerValue(item: Item, field: string, value: unknown): string {
	const text = readText(item, field, value);
	if (text === '') {
		throw item.invalidParameter(`'${field}' is empty`, 'Give it a value, or take it out');
	}
	if (!/^[\x20-\x7e]+$/.test(text)) {
		throw item.invalidParameter(
			`'${field}' has characters that a header can't hold`,
			'Give plain text without line breaks and accents',
		);
	}
	return text;
}
