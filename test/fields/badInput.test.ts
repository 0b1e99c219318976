import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const upsert = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
const event = {
	resource: 'event',
	operation: 'send',
	eventName: 'signup',
	email: 'kim@example.com',
};
const email = {
	resource: 'transactionalEmail',
	operation: 'send',
	email: 'kim@example.com',
	transactionalId: { mode: 'id', value: 'cm8tx0welcome00000000001a' },
};

/** As an expression: n8n itself refuses a fixed value that is missing or of the wrong type. */
const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

type Case = [name: string, parameters: IDataObject, message: string, wayOut: string];

const identifiers: Case[] = [
	...[
		{ resource: 'contact', operation: 'create' },
		{ resource: 'contact', operation: 'upsert' },
		{ resource: 'contact', operation: 'find' },
		{ resource: 'contact', operation: 'delete' },
		event,
		email,
	].flatMap((parameters): Case[] => [
		[
			`no email: ${parameters.resource} ${parameters.operation}`,
			{ ...parameters, email: given('') },
			"'Email' is empty",
			'Enter an email address',
		],
		[
			`white space for an email: ${parameters.resource} ${parameters.operation}`,
			{ ...parameters, email: ' \t\n' },
			"'Email' is empty",
			'Enter an email address',
		],
		[
			`an expression without an email: ${parameters.resource} ${parameters.operation}`,
			{ ...parameters, email: '={{ $json.none }}' },
			"'Email' is empty",
			'Check that its expression gives one',
		],
		[
			`half an email: ${parameters.resource} ${parameters.operation}`,
			{ ...parameters, email: 'kim@' },
			`'Email' is not an email address: "kim@"`,
			'It takes one address',
		],
	]),
	...['kim.example.com', 'a@b', 'a b@example.com', 'a@example.com, b@example.com', '<a@b.com>'].map(
		(address): Case => [
			`a malformed email: ${address}`,
			{ ...upsert, email: address },
			`'Email' is not an email address: "${address}"`,
			'It takes one address and nothing else',
		],
	),
	[
		'an email that is no text',
		{ ...upsert, email: '={{ { a: 1 } }}' },
		`'Email' is not an email address: {"a":1}`,
		'It takes one address',
	],
	...['find', 'delete', 'upsert'].flatMap((operation): Case[] => [
		[
			`no user ID: ${operation}`,
			{ resource: 'contact', operation, findBy: 'userId', userId: '  ' },
			"'User ID' is empty",
			'Enter a user ID',
		],
		[
			`a user ID that is no text: ${operation}`,
			{ resource: 'contact', operation, findBy: 'userId', userId: '={{ [1] }}' },
			"'User ID' is not text: [1]",
			'one text or number',
		],
	]),
	...['find', 'delete'].map(
		(operation): Case => [
			`both identifiers where one is allowed: ${operation}`,
			{
				resource: 'contact',
				operation,
				findBy: 'emailAndUserId',
				email: 'kim@example.com',
				userId: 'u-77',
			},
			`'Find By' can't be "emailAndUserId" here`,
			"exactly one identifier for this: choose 'email' or 'userId'",
		],
	),
	[
		'an unknown Find By',
		{ ...upsert, findBy: 'phone' },
		`'Find By' can't be "phone" here`,
		"'emailAndUserId'",
	],
	[
		'no user ID next to an email',
		{ ...event, findBy: 'emailAndUserId', userId: given('') },
		"'User ID' is empty",
		'Enter a user ID',
	],
	[
		'an empty user ID for a new contact',
		{ ...upsert, operation: 'create', additionalFields: { userId: '={{ $json.none }}' } },
		"'User ID' is empty",
		'Enter a user ID',
	],
];

const selects: Case[] = [
	['contact', '__CUSTOM_API_CALL__'],
	['contact', 'send'],
	['contact', '__proto__'],
	// Without a known resource n8n has no operation to give.
	['__CUSTOM_API_CALL__', ''],
	['__proto__', ''],
	['', ''],
].map(([resource, operation]) => [
	`resource '${resource}' with operation '${operation}'`,
	{ resource, operation },
	`This node has no operation "${operation}" for resource "${resource}"`,
	"n8n's HTTP Request node with the credential 'Loops API'",
]);

const properties = (value: unknown): IDataObject => ({
	...upsert,
	contactPropertiesFrom: 'json',
	contactPropertiesJson: typeof value === 'string' ? value : JSON.stringify(value),
});
const propertiesFromForm = (id: string, type: string, value: unknown): IDataObject => ({
	...upsert,
	contactProperties: {
		mappingMode: 'defineBelow',
		value: { [id]: given(value) },
		schema: [{ id, type }],
	},
});

const contactProperties: Case[] = [
	...['email', 'userId', 'mailingLists', 'eventName', 'eventProperties', '__proto__'].flatMap(
		(name) =>
			[upsert, event].map(
				(parameters): Case => [
					`a property that shadows ${name}: ${parameters.resource}`,
					{ ...parameters, ...properties(`{ "${name}": "x" }`), ...parameters },
					`'Contact Properties (JSON)' holds '${name}', which is not a contact property`,
					`Take '${name}' out`,
				],
			),
	),
	[
		'invalid JSON',
		properties('{ "a": 1, }'),
		"'Contact Properties (JSON)' is not valid JSON: ",
		'Check quotes, commas and brackets',
	],
	...['[1]', '"text"', '7', 'null'].map(
		(json): Case => [
			`JSON that is no object: ${json}`,
			properties(json),
			`'Contact Properties (JSON)' is not a JSON object: ${json}`,
			'Give names with values in braces',
		],
	),
	...[{ a: 1 }, ['a']].map(
		(value): Case => [
			`a nested property value: ${JSON.stringify(value)}`,
			properties({ planName: value }),
			`'Contact Properties (JSON)': 'planName' can't be ${JSON.stringify(value)}`,
			'text, a number, true or false, a date, or null',
		],
	),
	[
		'a number that JSON can not hold, and would clear the property',
		{ ...properties(''), contactPropertiesJson: '={{ { seats: NaN } }}' },
		"'Contact Properties (JSON)': 'seats' can't be NaN",
		'text, a number',
	],
	[
		'text for a number field',
		propertiesFromForm('seats', 'number', 'many'),
		`'Contact Properties': 'seats' can't be "many"`,
		'The property is a number in Loops',
	],
	[
		'text for a boolean field',
		propertiesFromForm('isBeta', 'boolean', 'maybe'),
		`'Contact Properties': 'isBeta' can't be "maybe"`,
		'The property is a boolean in Loops',
	],
	[
		'Unix time in seconds',
		propertiesFromForm('trialEndsAt', 'dateTime', 1767225600),
		"'Contact Properties': 'trialEndsAt' can't be 1767225600",
		'multiply seconds by 1000',
	],
	[
		'a date that is none',
		propertiesFromForm('trialEndsAt', 'dateTime', 'tomorrow'),
		`'Contact Properties': 'trialEndsAt' can't be "tomorrow"`,
		'Give a date in ISO 8601',
	],
	[
		'a property that is cleared and set',
		{ ...properties({ seats: 1 }), additionalFields: { clearProperty: ['seats'] } },
		"'seats' is to be cleared and to get a value",
		"Take it out of 'Clear Property'",
	],
	[
		'properties to clear that are no names',
		{ ...upsert, additionalFields: { clearProperty: '={{ [1] }}' } },
		"'Clear Property' can't be [1]",
		'Choose from the list',
	],
	[
		'subscribed set twice',
		{ ...properties({ subscribed: true }), additionalFields: { subscription: 'unsubscribe' } },
		"'Subscription (All Emails)' is set twice",
		"Take 'subscribed' out of the JSON object",
	],
	[
		'an unknown value for subscribed',
		{ ...upsert, additionalFields: { subscription: 'yes' } },
		`'Subscription (All Emails)' can't be "yes"`,
		"Choose 'leaveAsIs', 'subscribe' or 'unsubscribe'",
	],
];

const lists = (additionalFields: IDataObject): IDataObject => ({ ...upsert, additionalFields });

const mailingLists: Case[] = [
	...['"yes"', '1', 'null', '{}'].map(
		(value): Case => [
			`a mailing list that is neither true nor false: ${value}`,
			lists({ mailingListsJson: `{ "cm1": ${value} }` }),
			`'Mailing Lists (JSON)': 'cm1' can't be ${value}`,
			'true (subscribe) or false (unsubscribe)',
		],
	),
	[
		'mailing lists as an array',
		lists({ mailingListsJson: '["cm1"]' }),
		`'Mailing Lists (JSON)' is not a JSON object: ["cm1"]`,
		'Give names with values in braces',
	],
	[
		'mailing lists that are not JSON',
		lists({ mailingListsJson: 'cm1' }),
		"'Mailing Lists (JSON)' is not valid JSON",
		'Check quotes',
	],
	[
		'a mailing list without an ID',
		lists({ mailingListsJson: '{ " ": true }' }),
		"'Mailing Lists (JSON)': ' ' can't be true",
		'Each mailing list ID takes',
	],
	[
		'mailing list IDs that are no text',
		lists({ subscribeToList: '={{ [7] }}' }),
		"'Subscribe to List' can't be [7]",
		'Choose from the list',
	],
	[
		'a list in both fields',
		lists({ subscribeToList: ['cm1'], unsubscribeFromList: ['cm1'] }),
		"Mailing list 'cm1' is to be subscribed to and unsubscribed from",
		'one of the two fields only',
	],
	[
		'a list in a field and against it in JSON',
		lists({ subscribeToList: ['cm1'], mailingListsJson: '{ "cm1": false }' }),
		"Mailing list 'cm1' is to be subscribed to and unsubscribed from",
		'one of the two fields only',
	],
];

const property = (propertyName: string, propertyType = 'string'): IDataObject => ({
	resource: 'contactProperty',
	operation: 'create',
	propertyName,
	propertyType,
});

const propertyCreation: Case[] = [
	...['', 'PlanName', 'plan_name', 'plan name', '1plan', 'plan-name', '__proto__'].map(
		(name): Case => [
			`a property name not in camelCase: '${name}'`,
			property(given(name)),
			`'Name' is not in camelCase: "${name}"`,
			'Begin with a small letter',
		],
	),
	...['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'].map(
		(name): Case => [
			`a property name that Loops keeps: ${name}`,
			property(name),
			`'Name' can't be "${name}"`,
			'Loops keeps these names for itself',
		],
	),
	...['text', 'String', 'array', ''].map(
		(type): Case => [
			`a property type outside the four: '${type}'`,
			property('planName2', type),
			`'Type' can't be "${type}"`,
			'Choose one of string, number, boolean, date',
		],
	),
	[
		'a choice of properties that is none',
		{ resource: 'contactProperty', operation: 'getAll', properties: 'mine' },
		`'Properties' can't be "mine"`,
		'Choose one of all, custom',
	],
];

const eventProperties: Case[] = [
	['no event name', { ...event, eventName: '  ' }, "'Event Name' is empty", 'enter the name'],
	[
		'no event chosen',
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
			{ ...event, eventPropertiesFrom: 'json', eventPropertiesJson: `{ "plan": ${value} }` },
			`'Event Properties (JSON)': 'plan' can't be ${value}`,
			'Leave out what has no value',
		],
	),
	[
		'null as an event property of the form',
		{
			...event,
			extraEventProperties: {
				assignments: [{ id: '1', name: 'plan', type: 'string', value: '={{ null }}' }],
			},
		},
		"'Extra Event Properties': 'plan' can't be null",
		'Leave out what has no value',
	],
	[
		'text for an event property of type number',
		{
			...event,
			extraEventProperties: { assignments: [{ id: '1', name: 'n', type: 'number', value: 'x' }] },
		},
		`'Extra Event Properties': 'n' can't be "x"`,
		'Its type is set to number',
	],
	[
		'event properties that are not JSON',
		{ ...event, eventPropertiesFrom: 'json', eventPropertiesJson: 'plan' },
		"'Event Properties (JSON)' is not valid JSON",
		'Check quotes',
	],
];

const variables = (json: string): IDataObject => ({
	...email,
	dataVariablesFrom: 'json',
	dataVariablesJson: json,
});
const attach = (attachment: IDataObject): IDataObject => ({
	...email,
	additionalFields: {
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
		'no transactional email',
		{ ...email, transactionalId: { mode: 'list', value: given('') } },
		"'Transactional Email' is empty",
		'Choose an email from the list',
	],
	[
		'a transactional email that is no ID',
		{ ...email, transactionalId: { mode: 'id', value: 'Welcome email' } },
		`'Transactional Email' is not an ID: "Welcome email"`,
		'Choose an email from the list',
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
			`an array of something else as a data variable: ${value}`,
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
			"'Attachments': number 2 is not base64 text",
			'the bare content of the file in base64',
		],
	),
	[
		'an attachment without a name',
		attach({ filename: ' ' }),
		"'Attachments': number 2 has no 'File Name'",
		'Loops requires one',
	],
	[
		'an attachment without a MIME type',
		attach({ contentType: '' }),
		"'Attachments': number 2 has no 'MIME Type'",
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
			`the same as a header: ${kind}`,
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
			'without line breaks and accents',
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

describe.each([
	['identifiers', identifiers],
	['selects', selects],
	['contact properties', contactProperties],
	['mailing lists', mailingLists],
	['contact property creation', propertyCreation],
	['events', eventProperties],
	['transactional emails', transactional],
	['options of a send', sendOptions],
])('bad %s', (_group, cases) => {
	it.each(cases)('%s', async (_case, parameters, message, wayOut) => {
		const { error, run } = await loops.run(parameters);
		expect(run.status).toBe('error');
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/ \[item 0\]$/);
		expect(error?.description).toContain(wayOut);
		expect(error?.context.itemIndex).toBe(0);
		expect(loops.emulator.requests).toHaveLength(0);
	});
});

it('a required field left empty is refused by n8n before the run', async () => {
	const run = loops.run({ resource: 'contact', operation: 'find', email: '' });
	await expect(run).rejects.toThrow('Parameter "Email" is required.');
	expect(loops.emulator.requests).toHaveLength(0);
});

describe('a bad Base URL', () => {
	it.each(['app.loops.so', 'ftp://app.loops.so', 'https://', 'not a url'])(
		"'%s'",
		async (baseUrl) => {
			const { error } = await loops.run(
				{ resource: 'apiKey', operation: 'test' },
				[{}],
				{},
				{
					...loops.credentials(),
					baseUrl,
				},
			);
			expect(error?.message).toContain(
				`The Base URL of the Loops credential has to start with https:// or http://, it is '${baseUrl}'`,
			);
		},
	);
});
