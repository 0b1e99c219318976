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
const noList = () =>
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

describe('without a schema, and without the list of the account', () => {
	it('nothing of the input is sent, and the error says why', async () => {
		noList();
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}) }, [
			{ planName: 'team', passwordHash: 'x' },
		]);
		expect(error?.message).toMatch(
			/^'Contact Properties' can't be mapped automatically: the properties of the account could not be read\. Loops knows this API key .* \(HTTP 403.*\) \[item 0\]$/,
		);
		expect(error?.description).toContain('refresh its fields');
		expect(loops.calls()).toEqual([]);
	});

	it('an input without a column of its own needs no list', async () => {
		noList();
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}) }, [
			{ json: { email: 'kim@example.com', id: 7 } },
		]);
		expect(error).toBeUndefined();
		expect(body()).toEqual({ email: 'kim@example.com' });
	});

	it('a form is sent as it was given, with a warning', async () => {
		noList();
		const warning =
			"The types of the account's contact properties could not be read: values went as they were given.";
		const { hints } = await loops.run({ ...upsert, ...propertiesMapper({}, { planName: 'x' }) });
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'x' });
		expect(hints).toEqual([warning]);
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}, { seats: '4' }) });
		expect(body()).toEqual({ email: 'kim@example.com', seats: '4' });
		expect(error?.description).toContain(warning);
	});

	it('what can be no property is refused all the same', async () => {
		noList();
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
	])('%s: the account knows the types', async (_case, schema) => {
		const value = { seats: '4' };
		await loops.run(mapper({ mappingMode: 'defineBelow', value, schema }));
		expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
		await loops.run(mapper({ mappingMode: 'autoMapInputData', schema }), [
			{ seats: '4', iban: 'DE00' },
		]);
		expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
	});

	it('a name that the account lacks is not mapped, and one that is missing is typed', async () => {
		const schema = [{ id: 'planName', type: 'string' }, { id: 'iban' }];
		await loops.run(mapper({ mappingMode: 'autoMapInputData', schema }), [
			{ planName: 'team', iban: 'DE00' },
		]);
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team' });
		await loops.run(mapper({ value: { planName: 'team', seats: '4' }, schema }));
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team', seats: 4 });
	});

	it('a property that was made a moment ago is mapped', async () => {
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

	it('is asked for once in a run of many items', async () => {
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
const attach = (attachments: IDataObject) => ({ ...send, additionalFields: { attachments } });

it.each<Case>([
	['a form that is no form', mapper({ seats: 4 }), "'Contact Properties' can't be"],
	['a form that is text', mapper('seats'), "'Contact Properties' can't be \"seats\""],
	['values that are text', mapper({ value: 'seats' }), "'Contact Properties' can't be"],
	['an unknown mapping', mapper({ mappingMode: 'auto' }), 'Mapping Mode'],
	['a mode that is none', { ...upsert, contactPropertiesFrom: 'JSON' }, 'Properties From'],
	['an event mode that is none', { ...event, eventPropertiesFrom: 'x' }, 'Properties From'],
	['event properties that are no form', { ...event, eventProperties: { plan: 'x' } }, 'plan'],
	['rows without assignments', { ...event, extraEventProperties: { plan: 'x' } }, 'plan'],
	['rows that are none', { ...event, extraEventProperties: { assignments: ['x'] } }, 'Properties'],
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
				eventPropertiesFrom: 'json',
				eventPropertiesJson: `{ "note": "1e-400", "account": ${number} }`,
			},
			`loses digits: ${number}`,
		],
	),
	[
		'JSON text of a list whose number loses digits',
		{
			...parametersOf.sendEmail,
			dataVariablesFrom: 'fields',
			extraDataVariables: {
				assignments: [
					{ id: '1', name: 'items', type: 'array', value: '[{ "account": 9007199254740993.0 }]' },
				],
			},
		},
		`'items' can't be "[{`,
	],
	[
		'a subscription that is text',
		{ ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson: '{ "subscribed": "no" }' },
		"'subscribed' can't be",
	],
	['an attachment that is a number', attach({ base64: [{ data: 1234 }] }), 'File Name'],
	['a file name that is an object', attach({ base64: [{ filename: { a: 1 } }] }), 'File Name'],
	['an email with a hidden sign', { ...upsert, email: 'kim\u200b@example.com' }, 'Email'],
	['a bigint', { ...upsert, findBy: 'userId', userId: '={{ 10n }}' }, "'User ID' is not text"],
])('%s is refused, with the field', async (_name, parameters, about) => {
	const { error } = await loops.run(parameters);
	expect(error?.message).toContain(about);
	expect(error?.message).toContain('[item 0]');
	expect(error?.description).toBeTruthy();
	expect(loops.calls()).toEqual([]);
});

it.each<[string, IDataObject, IDataObject]>([
	[
		'IDs in JSON text, twice',
		{ ...upsert, additionalFields: { subscribeToList: LISTS } },
		{ mailingLists: { cm9list0investors00000003: true, cm9list0productnews000002: true } },
	],
	[
		'properties to clear that are named twice',
		{ ...upsert, additionalFields: { clearProperty: ['seats', 'seats'] } },
		{ seats: null },
	],
	[
		'a subscription from a variable',
		{ ...upsert, additionalFields: { subscription: '={{ "FALSE" }}' } },
		{ subscribed: false },
	],
	['a blank subscription', { ...upsert, additionalFields: { subscription: '={{ " " }}' } }, {}],
	[
		'an array with an apostrophe',
		{ ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson: '{"planName":"it\'s"}' },
		{ planName: "it's" },
	],
])('%s is taken', async (_name, parameters, sent) => {
	const { error } = await loops.run(parameters);
	expect(error).toBeUndefined();
	expect(body()).toEqual({ email: 'kim@example.com', ...sent });
});
