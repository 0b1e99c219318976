import { options, type ParameterSet, validateOnly, type WithDefault } from '../form/parameter';
import type { ParameterValue } from '../form/parameterValue';
import type { Identifier } from '../values/checked';
import { formatName } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { ONCE } from './rerun';

export const ONCE_KEY = `${ONCE}: Key`;
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
			const value = row.at('value', `Header ${formatName(name)}`);
			const isKey = lower === KEY_HEADER;
			const text = isKey ? rawKeyIn(value, 'remove the header') : value.text();
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
const keyIn = (value: ParameterValue, wayOut: string): Identifier =>
	value.identifier('messages', {
		isUnique: true,
		hint: `Enter a value, such as an order ID, or ${wayOut}. ${expressionHint('a value')}`,
	});

/** A key that goes to Loops as it is (contract: key-length). */
function rawKeyIn(value: ParameterValue, wayOut: string): Identifier {
	const key = keyIn(value, wayOut);
	checkHeaderValue(value.label, key, `. 'Per Key' of '${ONCE}' accepts any text`);
	if (key.length <= MAX_KEY_LENGTH) return key;
	return value.refuse(
		`'${value.label}' has ${key.length} characters`,
		`Loops accepts at most ${MAX_KEY_LENGTH} characters. Use something shorter that is unique, such as an order ID`,
	);
}

/** How far a message is sent only once. The last two need a key of the user's own. */
const MODES = ['off', 'perExecution', 'perKey', 'perRawKey'] as const;

export interface SendOnce {
	mode: (typeof MODES)[number];
	key?: Identifier;
}

const sendOnlyOnce: WithDefault<SendOnce> = {
	absent: { mode: 'perExecution' },
	property: {
		displayName: ONCE,
		name: 'sendOnlyOnce',
		type: 'fixedCollection',
		// Otherwise n8n 1 forgets one whose key is still empty.
		typeOptions: { multipleValues: false },
		placeholder: 'Add Mode',
		default: { rule: { mode: 'perKey', key: '' } },
		description:
			"What keeps a message from being sent twice. Without this option, 'Per Execution' applies. If an execution crashes, is stopped by hand or runs this node in a sub-workflow, only a key prevents duplicates.",
		options: [
			{
				displayName: 'Rule',
				name: 'rule',
				values: [
					{
						displayName: 'Mode',
						name: 'mode',
						type: 'options',
						options: [
							{ name: 'Off', value: 'off', description: 'A retry sends it again' },
							{
								name: 'Per Execution',
								value: 'perExecution',
								description: 'A retry does not send it again. A new execution does.',
							},
							{
								name: 'Per Key',
								value: 'perKey',
								description: 'For 24 hours, no execution or workflow sends it again',
							},
							{
								name: 'Per Raw Idempotency Key',
								value: 'perRawKey',
								description:
									'Loops gets the key as it is. Choose this if another tool uses it too.',
							},
						],
						default: 'perKey',
					},
					{
						displayName: 'Key',
						name: 'key',
						type: 'string',
						default: '',
						placeholder: 'e.g. {{ $json.orderId }}',
						displayOptions: { show: { mode: ['perKey', 'perRawKey'] } },
						description:
							'Value that is unique to the message, such as an order ID. If several people get a message about one order, combine the order ID and the email address.',
					},
				],
			},
		],
	},
	read: (value) => {
		const rule = value.entries().get('rule');
		if (!rule) return value.refuse(`'${ONCE}' is empty`, 'Choose a mode, or remove the option');
		const mode = rule.at('mode', `${ONCE}: Mode`).choice(MODES);
		if (mode === 'off' || mode === 'perExecution') return { mode };
		const read = mode === 'perKey' ? keyIn : rawKeyIn;
		return { mode, key: read(rule.at('key', ONCE_KEY), "choose 'Per Execution'") };
	},
};

/** The options of both send operations. `entries` are the operation's own. */
export const sendOptions = <E extends ParameterSet>(entries: E) =>
	options({ once: sendOnlyOnce, validateOnly, ...entries, headers });

export interface KeyOptions {
	once: SendOnce;
	headers: Record<string, string>;
}
