import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { propertiesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { create, createProperty, find, getEmails, sendEmail, sendEvent, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

/** The value as an expression: n8n refuses a fixed value that is missing or has the wrong type. */
const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;
const inJson = (json: string) => withAdded(upsert, { contactPropertiesJson: json });
const LIST = 'cm9list0investors00000003';
const lists = (json: string) => withAdded(upsert, { mailingListsJson: json });
const ofEvent = (json: string) => withAdded(sendEvent, { eventPropertiesJson: json });
const variables = (json: string) => ({
	...sendEmail,
	dataVariables: {},
	options: { dataVariablesJson: json },
});
const attached = (...base64: IDataObject[]) => withAdded(sendEmail, { attachments: { base64 } });
const file = { filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' };
const header = (name: string, value = 'x') => ({ headers: { header: [{ name, value }] } });

/** What is wrong, and the parameters, which test/messages does not have. */
type Row = [said: string, ...of: IDataObject[]];
const groups: Record<string, Row[]> = {
	'the resource and the operation': ['__CUSTOM_API_CALL__', 'send', '__proto__', ''].flatMap(
		(name): Row[] => [
			[`no operation "${name}" for resource "contact"`, { resource: 'contact', operation: name }],
			// Without a known resource, n8n passes no operation.
			['no operation "" for resource', { resource: name, operation: '' }],
		],
	),
	'what identifies a contact': [
		...[create, upsert, find, deleteContact, sendEvent, sendEmail].flatMap((call): Row[] => {
			const label = call === sendEmail ? 'Recipient Email' : 'Email';
			const empty = ['', ' \t\n'].map((email) => ({ ...call, email: given(email) }));
			return [
				[`'${label}' is empty`, ...empty, { ...call, email: '={{ $json.none }}' }],
				[`'${label}' is not an email address: "kim@"`, { ...call, email: 'kim@' }],
			];
		}),
		["'User ID' is not text: [1]", { ...upsert, findBy: 'userId', userId: '={{ [1] }}' }],
		["'User ID' is empty", { ...deleteContact, findBy: 'userId', userId: '  ' }],
		[
			`'Identify Contact By' can't be "emailAndUserId"`,
			{ ...deleteContact, findBy: 'emailAndUserId', userId: 'u-77' },
		],
	],
	'contact properties': [
		...['email', 'userId', 'mailingLists', 'eventName', 'eventProperties', '__proto__'].map(
			(name): Row => [
				`'Contact Data (JSON)' contains '${name}', which is not a contact property`,
				...[upsert, sendEvent].map((call) =>
					withAdded(call, { contactPropertiesJson: `{ "${name}": "x" }` }),
				),
			],
		),
		...['email', 'subscribed', 'eventName'].map(
			(name): Row => [
				`'Contact Properties' contains '${name}', which is not a contact property`,
				{ ...upsert, ...propertiesMapper({ [name]: 'string' }, { [name]: 'x' }) },
			],
		),
		...[{ value: 'seats' }, 'seats'].map(
			(form): Row => [
				"'Contact Properties' can't be",
				{ ...upsert, contactProperties: form as IDataObject },
			],
		),
		// JSON would turn it into null, and so clear the property.
		["'seats' can't be NaN", inJson('={{ { seats: NaN } }}')],
	],
	'mailing lists': [
		...['"yes"', '1', '{}'].map(
			(value): Row => [`'cm1' can't be ${value}`, lists(`{ "cm1": ${value} }`)],
		),
		[`'Mailing Lists (JSON)' is not a JSON object: ["cm1"]`, lists('["cm1"]')],
		["'Mailing Lists (JSON)' is not valid JSON", lists('cm1')],
		["'Mailing Lists (JSON)': ' ' can't be true", lists('{ " ": true }')],
		[
			"Mailing list 'cm9list0investors00000003' is both added and removed",
			withAdded(upsert, { addToList: [LIST], removeFromList: [LIST] }),
			withAdded(lists(`{ "${LIST}": false }`), { addToList: [LIST] }),
		],
	],
	'a new contact property': [
		["'Name' is empty", { ...createProperty, propertyName: given('') }],
		...['PlanName', 'plan_name', '1plan', 'plan-name', '__proto__'].map(
			(name): Row => [
				`'Name' is not in camelCase: "${name}"`,
				{ ...createProperty, propertyName: given(name) },
			],
		),
		...['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'].map(
			(name): Row => [`'Name' can't be "${name}"`, { ...createProperty, propertyName: name }],
		),
		...['String', 'array', ''].map(
			(type): Row => [`'Type' can't be "${type}"`, { ...createProperty, propertyType: type }],
		),
		[
			`'Properties' can't be "mine"`,
			{ resource: 'contactProperty', operation: 'getAll', properties: 'mine' },
		],
	],
	'an event': [
		...['12345678901234567890', '-9007199254740993.0', '9007199254740993e0', '1e-400'].map(
			(number): Row => [
				`loses digits: ${number}`,
				ofEvent(`{ "note": "1e-400", "account": ${number} }`),
			],
		),
		["'Event Properties (JSON)' is not valid JSON", ofEvent('plan')],
	],
	'an email': [
		[
			`'items' can't be "[{`,
			withAdded(sendEmail, {
				extraDataVariables: {
					assignments: [
						{ name: 'items', type: 'array', value: '[{ "account": 9007199254740993.0 }]' },
					],
				},
			}),
		],
		[`can't use the name '__proto__'`, variables('{ "__proto__": "x" }')],
		[
			"'Attachments': attachment 2 of 2 is not base64 text",
			...['not base64!', 'YQ', 'YQ=', 'data:text/plain;base64,YQ=='].map((data) =>
				attached(file, { ...file, data }),
			),
		],
		[
			"'Attachments': attachment 1 of 1 is not base64 text",
			...['12345678', '["YWJj"]', '{ a: 1 }'].map((data) =>
				attached({ ...file, data: `={{ ${data} }}` }),
			),
		],
		[
			"'Attachments': attachment 1 of 1 is empty",
			...['', "={{ '' }}", '={{ null }}', '={{ $json.none }}'].map((data) =>
				attached({ ...file, data }),
			),
		],
		[
			"File Name'",
			attached({ ...file, filename: ' ' }),
			attached({ data: 1234 }),
			attached({ filename: { a: 1 } }),
		],
		...[9, 51, 0, -1, 20.5, 'many'].map(
			(pageSize): Row => [
				`'Page Size' can't be ${JSON.stringify(pageSize)}`,
				{ ...getEmails, options: { pageSize } },
			],
		),
		...['abc', { a: 1 }, -3].map(
			(limit): Row => [
				`'Limit' can't be ${JSON.stringify(limit)}`,
				{ ...getEmails, limit: given(limit) },
			],
		),
	],
	'an option': [sendEvent, sendEmail].flatMap((send): Row[] => {
		const having = (options: IDataObject) => withAdded(send, options);
		const long = 'k'.repeat(101);
		return [
			[
				"'Custom Idempotency Key' has 101 characters",
				having({ customIdempotencyKey: long }),
				having(header('idempotency-key', long)),
			],
			["'Custom Idempotency Key' is empty", having({ customIdempotencyKey: '={{ $json.none }}' })],
			...[
				'Authorization',
				'authorization ',
				'Content-Type',
				'CONTENT-LENGTH',
				'Host',
				'Connection',
				'Content-Encoding',
				'Expect',
				'Keep-Alive',
				'TE',
				'Trailer',
				'Upgrade',
				'Transfer-Encoding',
			].map((name): Row => [`Header '${name.trim()}' can't be replaced`, having(header(name))]),
			["Header '' is not a valid header name", having(header(''))],
			[
				"'Header X-Trace' has characters that a header can't contain",
				having(header('X-Trace', 'a\r\nAuthorization: x')),
			],
			[
				`'Prevent Duplicates on Retry' is neither true nor false: "perhaps"`,
				having({ customIdempotencyKey: 'a', preventDuplicatesOnRetry: given('perhaps') }),
			],
		];
	}),
};

it.each(Object.entries(groups))('%s: refused before it is sent', async (_group, rows) => {
	const errors = await loops.expectErrors(
		rows.flatMap(([said, ...all]) =>
			all.map((parameters, n): [string, IDataObject, string] => [
				`${said} (${n})`,
				parameters,
				said,
			]),
		),
	);
	for (const { message, description } of errors) {
		expect(message).toMatch(/ \[item 0\]$/);
		expect(description, message).toBeTruthy();
	}
	expect(loops.calls()).toEqual([]);
});
