import {
	checkbox,
	options,
	type ParameterSet,
	validateOnly,
	type WithDefault,
} from '../form/parameter';
import type { ParameterValue } from '../form/parameterValue';
import type { Identifier } from '../values/checked';
import { formatName } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { ONCE_FOR } from './rerun';

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
const headers: WithDefault<Record<string, string>> = {
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
	read: (value) => {
		const found = new Map<string, string>();
		for (const row of value.entries().get('header')?.rows() ?? []) {
			const name = row.at('name', 'Header: Name').text();
			const lower = name.toLowerCase();
			checkHeaderName(name, found.has(lower));
			const isKey = lower === KEY_HEADER;
			const value = row.at('value', isKey ? CUSTOM_KEY : `Header ${formatName(name)}`);
			const text = isKey ? customKeyIn(value) : value.text();
			if (!isKey) checkHeaderValue(value.label, text);
			found.set(lower, text);
		}
		return Object.fromEntries(found);
	},
};

function checkHeaderName(name: string, isTwice: boolean): void {
	const refuse = (problem: string, hint: string) =>
		new ItemRefused(`Header '${formatName(name)}' ${problem}`, hint);
	if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name)) {
		throw refuse('is not a valid header name', 'Use letters, digits and hyphens');
	}
	if (PROTECTED.includes(name.toLowerCase())) {
		throw refuse(
			"can't be replaced",
			"The node sets this header itself. Remove it from 'Headers'.",
		);
	}
	if (isTwice) throw refuse('is set twice', 'Set each header only once');
}

function checkHeaderValue(field: string, text: string, orElse = ''): void {
	if (text === '') {
		throw new ItemRefused(`'${field}' is empty`, 'Enter a value, or remove the header');
	}
	if (/^[\x20-\x7e]+$/.test(text)) return;
	throw new ItemRefused(
		`'${field}' has characters that a header can't contain`,
		`Use plain text without line breaks, accents or emoji${orElse}`,
	);
}

/** Text that identifies a message. Blank is refused, since nothing may be sent without the key. */
const keyIn = (value: ParameterValue): Identifier =>
	value.identifier('messages', {
		isUnique: true,
		hint: `${expressionHint('a single text or number')}, or remove the option`,
	});

/** A key that goes to Loops as it is (contract: key-length). */
function customKeyIn(value: ParameterValue): Identifier {
	const key = keyIn(value);
	checkHeaderValue(value.label, key, `. '${ONCE_FOR}' accepts any text`);
	if (key.length <= MAX_KEY_LENGTH) return key;
	return value.refuse(
		`'${value.label}' has ${key.length} characters`,
		`Loops accepts at most ${MAX_KEY_LENGTH} characters. Use something shorter that is unique, such as an order ID`,
	);
}

/** The options of both send operations. `entries` are the operation's own. */
export const sendOptions = <E extends ParameterSet>(entries: E) =>
	options({
		onceFor: {
			property: {
				displayName: ONCE_FOR,
				name: 'sendOnlyOnceFor',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderId }}',
				description:
					'Choose this if a new execution must not send the message again. Enter a value that is unique to the message, such as an order ID. For 24 hours, Loops accepts this email or event only once with this value, from any execution or workflow. If several people get a message about one order, combine the order ID and the email address.',
			},
			read: keyIn,
		},
		preventsDuplicates: checkbox({
			displayName: 'Prevent Duplicates on Retry',
			name: 'preventDuplicatesOnRetry',
			default: true,
			description:
				"Whether to give each message its own idempotency key, so that a retry of a failed execution does not send it twice. A new execution sends it again. A retry also sends it again if the execution crashed, was stopped by hand, or ran this node in a sub-workflow. For these cases, use 'Send Only Once For'.",
		}),
		validateOnly,
		...entries,
		customKey: {
			property: {
				displayName: CUSTOM_KEY,
				name: 'customIdempotencyKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderId }}-receipt',
				description: `Exact idempotency key to send to Loops, up to 100 characters. Choose this only if another tool sends the same message with this key. In other cases, '${ONCE_FOR}' is easier to use.`,
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
