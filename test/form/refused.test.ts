import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { variablesMapper, withAdded } from '../harness/forms.mts';
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
				`'Contact Properties (JSON)' holds '${name}', which is not a contact property`,
				...[upsert, sendEvent].map((call) =>
					withAdded(call, { contactPropertiesJson: `{ "${name}": "x" }` }),
				),
			],
		),
		...['"text"', '7', 'null'].map((json): Row => [` is not a JSON object: ${json}`, inJson(json)]),
		[`'planName' can't be ["a"]`, inJson('{ "planName": ["a"] }')],
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
		...['{"a":1}', '[1]'].map(
			(value): Row => [`'plan' can't be ${value}`, ofEvent(`{ "plan": ${value} }`)],
		),
		["'Event Properties (JSON)' is not valid JSON", ofEvent('plan')],
	],
	'an email': [
		...['{"a":1}', 'true', '["a"]', '[{"a":{"b":1}}]', '[[1]]', '[null]'].map(
			(value): Row => [`'items' can't be ${value}`, variables(`{ "items": ${value} }`)],
		),
		[`'__proto__' can't be "x"`, variables('{ "__proto__": "x" }')],
		[
			"'Attachments': entry 2 of 2 is not base64 text",
			...['not base64!', 'YQ', 'YQ=', '', 'data:text/plain;base64,YQ=='].map((data) =>
				attached(file, { ...file, data }),
			),
		],
		[
			"'Attachments': entry 1 of 1 is not base64 text",
			...['12345678', '["YWJj"]', '{ a: 1 }', 'null', '$json.none'].map((data) =>
				attached({ ...file, data: `={{ ${data} }}` }),
			),
		],
		[`has no 'File Name'`, attached({ ...file, filename: ' ' })],
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
				...['Authorization', 'authorization ', 'Content-Type', 'CONTENT-LENGTH', 'Host'],
				...['Connection', 'Content-Encoding', 'Expect', 'Keep-Alive', 'TE', 'Trailer', 'Upgrade'],
				'Transfer-Encoding',
			].map((name): Row => [`Header '${name.trim()}' can't be replaced`, having(header(name))]),
			["Header '' has no valid name", having(header(''))],
			[
				"'Header X-Trace' has characters that a header can't hold",
				having(header('X-Trace', 'a\r\nAuthorization: x')),
			],
			[
				`'Prevent Duplicates on Retry' is neither true nor false: "perhaps"`,
				having({ customIdempotencyKey: 'a', preventDuplicatesOnRetry: given('perhaps') }),
			],
		];
	}),
};

describe.each(Object.entries(groups))('%s', (_group, rows) => {
	it.each(rows)('is refused before it is sent: %s', async (said, ...all) => {
		for (const parameters of all) {
			const { error, run } = await loops.run(parameters);
			expect(run.status).toBe('error');
			expect(error?.message).toContain(said);
			expect(error?.message).toMatch(/ \[item 0\]$/);
			expect(error?.description).toBeTruthy();
			expect(error?.context.itemIndex).toBe(0);
		}
		expect(loops.calls()).toEqual([]);
	});
});

class Instance {
	title = 'Pen';
}

describe('an array of data variables', () => {
	const run = async (entry: unknown) =>
		await loops.run({ ...sendEmail, ...variablesMapper(['items']) }, [
			{ json: { items: [entry] } as never },
		]);

	it.each([{ title: 'Pen' }, Object.assign(Object.create(null), { title: 'Pen' })])(
		'accepts plain objects',
		async (entry) => {
			await run(entry);
			expect(loops.sent()[0].body).toMatchObject({ dataVariables: { items: [{ title: 'Pen' }] } });
		},
	);

	it.each([new Instance(), new Date(0), new Map([['title', 'Pen']]), ['Pen'], 'Pen', null])(
		'refuses other entries: %s',
		async (entry) => {
			const { error } = await run(entry);
			expect(error?.description).toContain('Each entry of an array has to be an object');
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});
