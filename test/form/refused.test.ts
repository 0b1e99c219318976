import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { onceBy, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { create, createProperty, find, getEmails, sendEmail, sendEvent, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

const LIST = 'cm9list0investors00000003';
const LONG_KEY = 'k'.repeat(101);
const FILE = { filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' };

/** The value as an expression: n8n refuses a fixed value that is missing or has the wrong type. */
const asExpression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

const withField = (parameters: IDataObject, additionalField: IDataObject): IDataObject => ({
	...parameters,
	additionalFields: additionalField,
});
const withOption = (parameters: IDataObject, option: IDataObject): IDataObject => ({
	...parameters,
	options: option,
});
const withHeader = (parameters: IDataObject, name: string, value: string): IDataObject =>
	withOption(parameters, { headers: { header: [{ name, value }] } });
const withFiles = (...base64: IDataObject[]): IDataObject =>
	withOption(sendEmail, { attachments: { base64 } });

/** Parameters of one call that is refused, and a part of the error. */
interface Refused {
	error: string;
	parameters: IDataObject;
}

const resourceAndOperation: Refused[] = ['__CUSTOM_API_CALL__', 'send', '__proto__', ''].flatMap(
	(unknown) => [
		{
			error: `no operation "${unknown}" for resource "contact"`,
			parameters: { resource: 'contact', operation: unknown },
		},
		{
			// Without a known resource, n8n passes no operation.
			error: 'no operation "" for resource',
			parameters: { resource: unknown, operation: '' },
		},
	],
);

const emails: Refused[] = [create, upsert, find, deleteContact, sendEvent, sendEmail].flatMap(
	(call) => {
		const label = call === sendEmail ? 'Recipient Email' : 'Email';
		return [
			{ error: `'${label}' is empty`, parameters: { ...call, email: asExpression('') } },
			{ error: `'${label}' is empty`, parameters: { ...call, email: asExpression(' \t\n') } },
			{ error: `'${label}' is empty`, parameters: { ...call, email: '={{ $json.none }}' } },
			{
				error: `'${label}' is not an email address: "kim@"`,
				parameters: { ...call, email: 'kim@' },
			},
		];
	},
);

const userIds: Refused[] = [
	{
		error: "'User ID' is not text: [1]",
		parameters: { ...upsert, findBy: 'userId', userId: '={{ [1] }}' },
	},
	{
		error: "'User ID' is empty",
		parameters: { ...deleteContact, findBy: 'userId', userId: '  ' },
	},
	{
		error: `'Identify Contact By' can't be "emailAndUserId"`,
		parameters: { ...deleteContact, findBy: 'emailAndUserId', userId: 'u-77' },
	},
];

const contactProperties: Refused[] = [
	...['email', 'userId', 'mailingLists', 'eventName', 'eventProperties', '__proto__'].flatMap(
		(name) =>
			[upsert, sendEvent].map((call) => ({
				error: `'Contact Data (JSON)' contains '${name}', which is not a contact property`,
				parameters: withField(call, { contactPropertiesJson: `{ "${name}": "x" }` }),
			})),
	),
	...['email', 'subscribed', 'eventName'].map((name) => ({
		error: `'Contact Properties' contains '${name}', which is not a contact property`,
		parameters: { ...upsert, ...propertiesMapper({ [name]: 'string' }, { [name]: 'x' }) },
	})),
	{
		error: "'Contact Properties' can't be",
		parameters: { ...upsert, contactProperties: { value: 'seats' } },
	},
	{
		error: "'Contact Properties' can't be",
		parameters: { ...upsert, contactProperties: 'seats' },
	},
	{
		// JSON would turn it into null, and so clear the property.
		error: "'seats' can't be NaN",
		parameters: withField(upsert, { contactPropertiesJson: '={{ { seats: NaN } }}' }),
	},
];

const mailingLists: Refused[] = [
	...['"yes"', '1', '{}'].map((value) => ({
		error: `'cm1' can't be ${value}`,
		parameters: withField(upsert, { mailingListsJson: `{ "cm1": ${value} }` }),
	})),
	{
		error: `'Mailing Lists (JSON)' is not a JSON object: ["cm1"]`,
		parameters: withField(upsert, { mailingListsJson: '["cm1"]' }),
	},
	{
		error: "'Mailing Lists (JSON)' is not valid JSON",
		parameters: withField(upsert, { mailingListsJson: 'cm1' }),
	},
	{
		error: "'Mailing Lists (JSON)': ' ' can't be true",
		parameters: withField(upsert, { mailingListsJson: '{ " ": true }' }),
	},
	{
		error: `Mailing list '${LIST}' is both added and removed`,
		parameters: {
			...upsert,
			additionalFields: { addToList: [LIST], removeFromList: [LIST] },
		},
	},
	{
		error: `Mailing list '${LIST}' is both added and removed`,
		parameters: {
			...upsert,
			additionalFields: { addToList: [LIST], mailingListsJson: `{ "${LIST}": false }` },
		},
	},
];

const newContactProperty: Refused[] = [
	{
		error: "'Name' is empty",
		parameters: { ...createProperty, propertyName: asExpression('') },
	},
	...['PlanName', 'plan_name', '1plan', 'plan-name', '__proto__'].map((name) => ({
		error: `'Name' is not in camelCase: "${name}"`,
		parameters: { ...createProperty, propertyName: asExpression(name) },
	})),
	...['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'].map((name) => ({
		error: `'Name' can't be "${name}"`,
		parameters: { ...createProperty, propertyName: name },
	})),
	...['String', 'array', ''].map((type) => ({
		error: `'Type' can't be "${type}"`,
		parameters: { ...createProperty, propertyType: type },
	})),
	{
		error: `'Properties' can't be "mine"`,
		parameters: { resource: 'contactProperty', operation: 'getAll', properties: 'mine' },
	},
];

const events: Refused[] = [
	...['12345678901234567890', '-9007199254740993.0', '9007199254740993e0', '1e-400'].map(
		(number) => ({
			error: `loses digits: ${number}`,
			parameters: withOption(sendEvent, {
				eventPropertiesJson: `{ "note": "1e-400", "account": ${number} }`,
			}),
		}),
	),
	{
		error: "'Event Properties (JSON)' is not valid JSON",
		parameters: withOption(sendEvent, { eventPropertiesJson: 'plan' }),
	},
];

const dataVariables: Refused[] = [
	{
		error: `'items' can't be "[{`,
		parameters: withOption(sendEmail, {
			extraDataVariables: {
				assignments: [
					{ name: 'items', type: 'array', value: '[{ "account": 9007199254740993.0 }]' },
				],
			},
		}),
	},
	{
		error: `can't use the name '__proto__'`,
		parameters: {
			...sendEmail,
			dataVariables: {},
			options: { dataVariablesJson: '{ "__proto__": "x" }' },
		},
	},
];

const attachments: Refused[] = [
	...['not base64!', 'YQ', 'YQ=', 'data:text/plain;base64,YQ=='].map((data) => ({
		error: "'Attachments': attachment 2 of 2 is not base64 text",
		parameters: withFiles(FILE, { ...FILE, data }),
	})),
	...['={{ 12345678 }}', '={{ ["YWJj"] }}', '={{ { a: 1 } }}'].map((data) => ({
		error: "'Attachments': attachment 1 of 1 is not base64 text",
		parameters: withFiles({ ...FILE, data }),
	})),
	...['', "={{ '' }}", '={{ null }}', '={{ $json.none }}'].map((data) => ({
		error: "'Attachments': attachment 1 of 1 is empty",
		parameters: withFiles({ ...FILE, data }),
	})),
	{ error: "File Name'", parameters: withFiles({ ...FILE, filename: ' ' }) },
	{ error: "File Name'", parameters: withFiles({ data: 1234 }) },
	{ error: "File Name'", parameters: withFiles({ filename: { a: 1 } }) },
];

const pages: Refused[] = [
	...[9, 51, 0, -1, 20.5, 'many'].map((pageSize) => ({
		error: `'Page Size' can't be ${JSON.stringify(pageSize)}`,
		parameters: withOption(getEmails, { pageSize }),
	})),
	...['abc', { a: 1 }, -3].map((limit) => ({
		error: `'Limit' can't be ${JSON.stringify(limit)}`,
		parameters: { ...getEmails, limit: asExpression(limit) },
	})),
];

/** Headers that the node or Node.js sets. */
const OWN_HEADERS = [
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
];

const optionsOfSends: Refused[] = [sendEvent, sendEmail].flatMap((send) => [
	{
		error: "'Send Only Once: Key' has 101 characters",
		parameters: withOption(send, perRawKey(LONG_KEY)),
	},
	{
		error: "'Header idempotency-key' has 101 characters",
		parameters: withHeader(send, 'idempotency-key', LONG_KEY),
	},
	{
		error: "'Send Only Once: Key' is empty",
		parameters: withOption(send, perRawKey('={{ $json.none }}')),
	},
	...OWN_HEADERS.map((name) => ({
		error: `Header '${name.trim()}' can't be replaced`,
		parameters: withHeader(send, name, 'x'),
	})),
	{ error: "Header '' is not a valid header name", parameters: withHeader(send, '', 'x') },
	{
		error: "'Header X-Trace' has characters that a header can't contain",
		parameters: withHeader(send, 'X-Trace', 'a\r\nAuthorization: x'),
	},
	{
		error: `'Send Only Once: Mode' can't be "perhaps"`,
		parameters: withOption(send, onceBy(asExpression('perhaps'), 'a')),
	},
	{
		error: "'Send Only Once' is empty",
		parameters: withOption(send, { sendOnlyOnce: {} }),
	},
]);

// The values are others than those of test/messages.
it.each<[string, Refused[]]>([
	['the resource and the operation', resourceAndOperation],
	['what identifies a contact', [...emails, ...userIds]],
	['contact properties', contactProperties],
	['mailing lists', mailingLists],
	['a new contact property', newContactProperty],
	['an event', events],
	['an email', [...dataVariables, ...attachments, ...pages]],
	['an option', optionsOfSends],
])('%s: refused before it is sent', async (_group, refused) => {
	const errors = await loops.expectErrors(
		refused.map(({ error, parameters }, n) => [`${error} (${n})`, parameters, error]),
	);
	for (const { message, description } of errors) {
		expect(message).toMatch(/ \[item 0\]$/);
		expect(description, message).toBeTruthy();
	}
	expect(loops.calls()).toEqual([]);
});
