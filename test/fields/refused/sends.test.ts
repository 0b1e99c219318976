import type { IDataObject } from 'n8n-workflow';

import { type Case, email, event, given, refuses } from './refuses.mts';

const eventProperties: Case[] = [
	['an empty event name', { ...event, eventName: '  ' }, "'Event Name' is empty", 'enter the name'],
	[
		'an expression without an event name',
		{ ...event, eventName: { __rl: true, mode: 'list', value: '={{ $json.none }}' } },
		"'Event Name' is empty",
		'Choose an event from the list',
	],
	...[
		['null', 'null'],
		['an object', '{"a":1}'],
		['an array', '[1]'],
	].map(
		([name, value]): Case => [
			`${name} as an event property`,
			{ ...event, options: { eventPropertiesJson: `{ "plan": ${value} }` } },
			`'Event Properties (JSON)': 'plan' can't be ${value}`,
			'Leave out what has no value',
		],
	),
	[
		'null as an event property of the form',
		{
			...event,
			options: {
				extraEventProperties: {
					assignments: [{ id: '1', name: 'plan', type: 'string', value: '={{ null }}' }],
				},
			},
		},
		"'Extra Event Properties': 'plan' can't be null",
		'Leave out what has no value',
	],
	[
		'text for an event property of type number',
		{
			...event,
			options: {
				extraEventProperties: { assignments: [{ id: '1', name: 'n', type: 'number', value: 'x' }] },
			},
		},
		`'Extra Event Properties': 'n' can't be "x"`,
		'Its type is set to number',
	],
	[
		'event properties that are not JSON',
		{ ...event, options: { eventPropertiesJson: 'plan' } },
		"'Event Properties (JSON)' is not valid JSON",
		'Check quotes',
	],
];

const variables = (json: string): IDataObject => ({
	...email,
	dataVariables: {},
	options: { dataVariablesJson: json },
});
const attach = (attachment: IDataObject): IDataObject => ({
	...email,
	options: {
		attachments: {
			base64: [
				{ filename: 'ok.txt', contentType: 'text/plain', data: 'YQ==' },
				{ filename: 'a.txt', contentType: 'text/plain', data: 'YQ==', ...attachment },
			],
		},
	},
});

const transactional: Case[] = [
	[
		'an empty transactional email',
		{ ...email, transactionalId: { mode: 'list', value: given('') } },
		"'Transactional Email' is empty",
		'Choose one from the list',
	],
	[
		'a transactional email that is not an ID',
		{ ...email, transactionalId: { mode: 'id', value: 'Welcome email' } },
		`'Transactional Email' is not an ID: "Welcome email"`,
		'Choose one from the list',
	],
	...['{"a":1}', 'null', 'true'].map(
		(value): Case => [
			`${value} as a data variable`,
			variables(`{ "name": ${value} }`),
			`'Data Variables (JSON)': 'name' can't be ${value}`,
			'text, a number, or an array of objects',
		],
	),
	...['["a"]', '[{"a":{"b":1}}]', '[[1]]', '[null]'].map(
		(value): Case => [
			`an array of other values as a data variable: ${value}`,
			variables(`{ "items": ${value} }`),
			`'Data Variables (JSON)': 'items' can't be ${value}`,
			'Each entry of an array has to be an object',
		],
	),
	[
		'__proto__ as a data variable',
		variables('{ "__proto__": "x" }'),
		"'Data Variables (JSON)': '__proto__' can't be \"x\"",
		'Choose another name',
	],
	...['not base64!', 'YQ', 'YQ=', '', 'data:text/plain;base64,YQ=='].map(
		(data): Case => [
			`an attachment that is not base64: '${data}'`,
			attach({ data }),
			"'Attachments': entry 2 of 2 is not base64 text",
			'the bare content of the file in base64',
		],
	),
	[
		'an attachment without a name',
		attach({ filename: ' ' }),
		"'Attachments': entry 2 of 2 has no 'File Name'",
		'Loops requires one',
	],
	[
		'an attachment without a MIME type',
		attach({ contentType: '' }),
		"'Attachments': entry 2 of 2 has no 'MIME Type'",
		'Loops requires one',
	],
	...[9, 51, 0, -1, 20.5, 'many'].map(
		(pageSize): Case => [
			`a page size of ${pageSize}`,
			{ resource: 'transactionalEmail', operation: 'getAll', options: { pageSize } },
			`'Page Size' can't be ${JSON.stringify(pageSize)}`,
			'a whole number from 10 to 50',
		],
	),
	[
		'a limit of 0',
		{ resource: 'transactionalEmail', operation: 'getAll', limit: 0 },
		"'Limit' can't be 0",
		'Give a whole number, 1 or more',
	],
];

const headers = (name: string, value: string): IDataObject => ({
	headers: { header: [{ name, value }] },
});

const sendOptions: Case[] = [event, email].flatMap((send): Case[] => {
	const kind = send.resource;
	return [
		[
			`an idempotency key of 101 characters: ${kind}`,
			{ ...send, options: { customIdempotencyKey: 'k'.repeat(101) } },
			"'Custom Idempotency Key' has 101 characters",
			'Loops takes at most 100',
		],
		[
			`a header with an idempotency key of 101 characters: ${kind}`,
			{ ...send, options: headers('idempotency-key', 'k'.repeat(101)) },
			"'Custom Idempotency Key' has 101 characters",
			'Loops takes at most 100',
		],
		[
			`an empty idempotency key: ${kind}`,
			{ ...send, options: { customIdempotencyKey: '={{ $json.none }}' } },
			"'Custom Idempotency Key' is empty",
			'take it out',
		],
		[
			`an idempotency key that a header can't hold: ${kind}`,
			{ ...send, options: { customIdempotencyKey: 'Bestellung-ü' } },
			"'Custom Idempotency Key' has characters that a header can't hold",
			'without line breaks, accents or emoji',
		],
		[
			`two idempotency keys: ${kind}`,
			{ ...send, options: { customIdempotencyKey: 'a', ...headers('Idempotency-Key', 'b') } },
			"'Custom Idempotency Key' and the header 'Idempotency-Key' are both set",
			'each gives the message its key',
		],
		...['Authorization', 'authorization ', 'Content-Type', 'CONTENT-LENGTH', 'Host'].map(
			(name): Case => [
				`a header that replaces ${name}: ${kind}`,
				{ ...send, options: headers(name, 'x') },
				`Header '${name.trim()}' can't be replaced`,
				'Take it out',
			],
		),
		[
			`a header without a name: ${kind}`,
			{ ...send, options: headers('', 'x') },
			"Header '' has no valid name",
			'letters, digits and hyphens',
		],
		[
			`a header with a line break: ${kind}`,
			{ ...send, options: headers('X-Trace', 'a\r\nAuthorization: x') },
			"'Header X-Trace' has characters that a header can't hold",
			'without line breaks',
		],
	];
});

refuses('events', eventProperties);
refuses('transactional emails', transactional);
refuses('options of a send', sendOptions);
