import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert, sendEvent: event, sendEmail: send } = parametersOf;
const body = () => loops.calls().at(-1)?.body as IDataObject;
const LISTS =
	'["cm9list0investors00000003", " cm9list0productnews000002", "cm9list0investors00000003"]';
const hideProperties = () =>
	loops.emulator.inject({
		kind: 'status',
		status: 403,
		path: '/v1/contacts/properties',
		times: 'always',
	});
const mapper = (contactProperties: unknown) => ({
	...upsert,
	contactProperties: contactProperties as IDataObject,
});

describe('a form without a schema when the account cannot be read', () => {
	it('sends nothing from the input and explains why', async () => {
		hideProperties();
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}) }, [
			{ planName: 'team', passwordHash: 'x' },
		]);
		expect(error?.message).toMatch(
			/^The contact properties could not be looked up\. Loops knows this API key .* \(HTTP 403.*\) \[item 0\]$/,
		);
		expect(loops.calls()).toEqual([]);
	});

	it('needs no property list for input that only identifies the contact', async () => {
		hideProperties();
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}) }, [
			{ json: { email: 'kim@example.com', id: 7 } },
		]);
		expect(error).toBeUndefined();
		expect(body()).toEqual({ email: 'kim@example.com' });
	});

	it('sends values as given with a warning', async () => {
		hideProperties();
		const warning =
			"The types of the account's contact properties could not be read, so values are sent unchanged.";
		const { hints } = await loops.run({ ...upsert, ...propertiesMapper({}, { planName: 'x' }) });
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'x' });
		expect(hints).toEqual([warning]);
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}, { seats: '4' }) });
		expect(body()).toEqual({ email: 'kim@example.com', seats: '4' });
		expect(error?.description).toContain(warning);
	});

	it('refuses a value that no property can have', async () => {
		hideProperties();
		const { error } = await loops.run({
			...upsert,
			...propertiesMapper({}, { seats: '={{ 1/0 }}' }),
		});
		expect(error?.message).toContain("'seats' can't be Infinity");
	});
});

describe('a schema that the editor did not write', () => {
	it.each<[string, unknown]>([
		['without IDs', [{ displayName: 'Seats' }]],
		['without types', [{ id: 'seats' }]],
		['with types of its own', [{ id: 'seats', type: 'integer' }]],
	])('gets its types from the account %s', async (_case, schema) => {
		const value = { seats: '4' };
		await loops.run(mapper({ mappingMode: 'defineBelow', value, schema }));
		expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
		await loops.run(mapper({ mappingMode: 'autoMapInputData', schema }), [
			{ seats: '4', iban: 'DE00' },
		]);
		expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
	});

	it('maps no unknown name, and converts a value of a name it lacks', async () => {
		const schema = [{ id: 'planName', type: 'string' }, { id: 'iban' }];
		await loops.run(mapper({ mappingMode: 'autoMapInputData', schema }), [
			{ planName: 'team', iban: 'DE00' },
		]);
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team' });
		await loops.run(mapper({ value: { planName: 'team', seats: '4' }, schema }));
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team', seats: 4 });
	});

	it('maps a property that was just created', async () => {
		const mapped = { ...upsert, ...propertiesMapper({}) };
		await loops.run(mapped, [{ brandNew: '4' }]);
		expect(body()).toEqual({ email: 'kim@example.com' });
		await loops.run({
			resource: 'contactProperty',
			operation: 'create',
			propertyName: 'brandNew',
			propertyType: 'number',
		});
		await loops.run(mapped, [{ brandNew: '4' }]);
		expect(body()).toEqual({ email: 'kim@example.com', brandNew: 4 });
	});

	it('causes no look-up for each item', async () => {
		await loops.run(
			{ ...upsert, email: '={{ $json.email }}', ...propertiesMapper({}) },
			Array.from({ length: 50 }, (_, n) => ({ email: `i${n}@example.com`, seats: n, other: n })),
		);
		expect(loops.calls().map((call) => (call.body as IDataObject).seats)).toHaveLength(50);
		expect(loops.emulator.requests.length - loops.calls().length).toBeLessThanOrEqual(2);
	});
});

type Case = [name: string, parameters: IDataObject, about: string];
const types: Record<string, FieldType> = { seats: 'number', trialEndsAt: 'dateTime' };
const attach = (attachments: IDataObject) => ({ ...send, options: { attachments } });

it.each<Case>([
	['a form that is text', mapper('seats'), "'Contact Properties' can't be \"seats\""],
	['values that are text', mapper({ value: 'seats' }), "'Contact Properties' can't be"],
	[
		'a Date for a number',
		{ ...upsert, ...propertiesMapper(types, { seats: '={{ new Date() }}' }) },
		"'seats' can't be",
	],
	[
		'an array for a date',
		{ ...upsert, ...propertiesMapper(types, { trialEndsAt: '={{ ["2026-01-02"] }}' }) },
		"'trialEndsAt' can't be",
	],
	...['12345678901234567890', '-9007199254740993.0', '9007199254740993e0', '1e-400'].map(
		(number): [string, IDataObject, string] => [
			`JSON text whose number loses digits: ${number}`,
			{
				...event,
				options: { eventPropertiesJson: `{ "note": "1e-400", "account": ${number} }` },
			},
			`loses digits: ${number}`,
		],
	),
	[
		'JSON text of a list whose number loses digits',
		{
			...parametersOf.sendEmail,
			options: {
				extraDataVariables: {
					assignments: [
						{ id: '1', name: 'items', type: 'array', value: '[{ "account": 9007199254740993.0 }]' },
					],
				},
			},
		},
		`'items' can't be "[{`,
	],
	['an attachment that is a number', attach({ base64: [{ data: 1234 }] }), 'File Name'],
	['a file name that is an object', attach({ base64: [{ filename: { a: 1 } }] }), 'File Name'],
	['a bigint', { ...upsert, findBy: 'userId', userId: '={{ 10n }}' }, "'User ID' is not text"],
])('refuses %s and names the field', async (_name, parameters, about) => {
	const { error } = await loops.run(parameters);
	expect(error?.message).toContain(about);
	expect(error?.message).toContain('[item 0]');
	expect(error?.description).toBeTruthy();
	expect(loops.calls()).toEqual([]);
});

it.each<[string, IDataObject, IDataObject]>([
	[
		'IDs in JSON text with a duplicate',
		{ ...upsert, additionalFields: { addToList: LISTS } },
		{ mailingLists: { cm9list0investors00000003: true, cm9list0productnews000002: true } },
	],
	[
		'duplicate properties to clear',
		{ ...upsert, additionalFields: { clearProperty: ['seats', 'seats'] } },
		{ seats: null },
	],
	[
		'a subscription as text',
		{ ...upsert, additionalFields: { subscription: '={{ "FALSE" }}' } },
		{ subscribed: false },
	],
	['a blank subscription', { ...upsert, additionalFields: { subscription: '={{ " " }}' } }, {}],
	[
		'an array with an apostrophe',
		{ ...upsert, additionalFields: { contactPropertiesJson: '{"planName":"it\'s"}' } },
		{ planName: "it's" },
	],
])('accepts %s', async (_name, parameters, sent) => {
	const { error } = await loops.run(parameters);
	expect(error).toBeUndefined();
	expect(body()).toEqual({ email: 'kim@example.com', ...sent });
});
