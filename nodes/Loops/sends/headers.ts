import { formatName } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import type { Form, Path } from '../form/form';
import { readName } from '../form/name';
import type { WithDefault } from '../form/part';
import { readCollection, readRows, readText } from '../form/read';
import { checkInserted } from '../form/templateParts';

export const CUSTOM_KEY = 'Custom Idempotency Key';
export const KEY_HEADER = 'idempotency-key';

/** Documented limit of the Idempotency-Key header. */
const MAX_KEY_LENGTH = 100;

/** The credential, the JSON body or the connection sets these. */
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

/** Names in lower case; one may be the idempotency key. */
export const headers: WithDefault<Record<string, string>> = {
	absent: {},
	property: {
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
	},
	read: (form, rows, at) => {
		const found = new Map<string, string>();
		const { header } = readCollection('Headers', rows);
		for (const [row, { name, value }] of readRows('Headers', header).entries()) {
			const path: Path = [...at, 'header', row];
			checkInserted(form, 'Header: Name', [...path, 'name']);
			const given = readText(form, 'Header: Name', name);
			const lower = given.toLowerCase();
			checkHeaderName(given, found.has(lower));
			const isKey = lower === KEY_HEADER;
			const field = isKey ? CUSTOM_KEY : `Header ${formatName(given)}`;
			if (!isKey) checkInserted(form, field, [...path, 'value']);
			const text = isKey
				? keyName(form, field, value, [...path, 'value'])
				: readText(form, field, value);
			if (isKey) checkCustomKey(text);
			else checkHeaderValue(field, text);
			found.set(lower, text);
		}
		return Object.fromEntries(found);
	},
};

function checkHeaderName(name: string, isTwice: boolean): void {
	const refuse = (problem: string, hint: string) =>
		new ItemRefused(`Header '${formatName(name)}' ${problem}`, hint);
	if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name)) {
		throw refuse('has no valid name', 'Use letters, digits and hyphens');
	}
	if (PROTECTED.includes(name.toLowerCase())) {
		throw refuse("can't be replaced", 'The node sets it. Take it out of the headers.');
	}
	if (isTwice) throw refuse('is set twice', 'Give each header once');
}

function checkHeaderValue(field: string, text: string): void {
	if (text === '') {
		throw new ItemRefused(`'${field}' is empty`, 'Give it a value, or take it out');
	}
	if (/^[\x20-\x7e]+$/.test(text)) return;
	throw new ItemRefused(
		`'${field}' has characters that a header can't hold`,
		'Give plain text without line breaks, accents or emoji',
	);
}

/** Reads text that identifies a message. */
export const keyName = (form: Form, field: string, value: unknown, path: Path) =>
	readName(
		form,
		field,
		value,
		path,
		'messages',
		`${expressionHint('one text or number')}, or take it out`,
	);

export function checkCustomKey(key: string): void {
	checkHeaderValue(CUSTOM_KEY, key);
	if (key.length <= MAX_KEY_LENGTH) return;
	throw new ItemRefused(
		`'${CUSTOM_KEY}' has ${key.length} characters`,
		`Loops takes at most ${MAX_KEY_LENGTH}: use something shorter that is unique, such as an order ID`,
	);
}
