import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator, methods } from '../harness/loops.mts';

const loops = useEmulator();

/** Names that users may give to a property, a variable, a column or a list. */
const NAMES = [
	'found',
	'constructor',
	'length',
	'then',
	'toJSON',
	'null',
	'0',
	'value',
	'schema',
	'名前',
	'it"s',
	'a.b',
	'n'.repeat(200),
];

/** The name as messages show it. */
const shown = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** n8n drops fields with these names from a form. */
const isLost = (name: string) => ['constructor', 'caller'].includes(name);

const upsert = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
const event = { ...upsert, resource: 'event', operation: 'send', eventName: 'signup' };
const send = {
	resource: 'transactionalEmail',
	operation: 'send',
	email: 'kim@example.com',
	transactionalId: { __rl: true, mode: 'id', value: 'cm8tx0heartbeat0000000000' },
};
const body = () => loops.calls().at(-1)?.body as Record<string, IDataObject>;
const own = <T>(name: string, value: T) => Object.fromEntries([[name, value]]) as Record<string, T>;

/** Makes the account answer with properties that the emulator itself would not create. */
const account = (...names: string[]) =>
	loops.emulator.inject({
		kind: 'body',
		path: '/v1/contacts/properties',
		times: 'always',
		body: names.map((key) => ({ key, label: key, type: 'string' })),
	});

/** Runs a node for each way to give a value. What each sent, by way, and all warnings. */
async function sendIn(ways: Record<string, IDataObject>, item: IDataObject) {
	const emailOf = (way: string) => `${way}@example.com`;
	const named = Object.entries(ways).map(([way, parameters]): [string, IDataObject] => [
		way,
		{ ...parameters, email: emailOf(way) },
	]);
	const runs = await loops.runEach(named, item);
	const bodies = loops.calls().map((call) => call.body as IDataObject | undefined);
	const sent = named.map(([way]) => {
		const body = { ...bodies.find((each) => each?.email === emailOf(way)) };
		delete body.email;
		return [way, body] as const;
	});
	return { sent: Object.fromEntries(sent), hints: runs.flatMap(({ hints }) => hints) };
}
/** The same for every way. */
const inAll = (ways: object, sent: IDataObject) =>
	Object.fromEntries(Object.keys(ways).map((way) => [way, sent]));

describe.each(NAMES)('a contact property called %s', (name) => {
	it('is sent from every form', async () => {
		account(name);
		const value = own(name, 'x');
		const schema = own<FieldType>(name, 'string');
		const others = { planName: 'string', ...(!isLost(name) && schema) } as const;
		const ways = {
			...(!isLost(name) && {
				form: { ...upsert, ...propertiesMapper(schema, value) },
				formWithoutSchema: { ...upsert, ...propertiesMapper({}, value) },
			}),
			mapped: { ...upsert, ...propertiesMapper(schema) },
			mappedWithOtherSchema: { ...upsert, ...propertiesMapper(others) },
			mappedWithoutSchema: { ...upsert, ...propertiesMapper({}) },
			json: { ...upsert, additionalFields: { contactPropertiesJson: JSON.stringify(value) } },
		};
		expect(await sendIn(ways, value)).toEqual({ sent: inAll(ways, value), hints: [] });
	});

	it('is cleared, returned by Find and named in a warning if missing', async () => {
		account('planName');
		const { hints } = await loops.run(withAdded(event, { clearProperty: [name] }));
		expect(body()).toMatchObject(own(name, null));
		expect(hints).toEqual([expect.stringContaining(`no contact property '${shown(name)}'`)]);

		loops.emulator.clearFaults();
		loops.emulator.inject({ kind: 'body', body: [{ email: 'a@b.co', ...own(name, 'x') }] });
		const { json } = await loops.run({ ...upsert, operation: 'find', email: 'a@b.co' });
		expect(json).toEqual([
			name === 'found'
				? { email: 'a@b.co', found: true, foundProperty: 'x' }
				: { email: 'a@b.co', found: true, ...own(name, 'x') },
		]);
	});
});

it("missing contact properties are refused with Don't Send", async () => {
	account('planName');
	await loops.expectErrors(
		NAMES.filter((name) => !isLost(name)).map((name) => [
			`called ${name}`,
			{
				...upsert,
				...propertiesMapper({}, own(name, 'x')),
				options: { unknownProperties: 'dontSend' },
			},
			`'${shown(name)}'`,
		]),
	);
	expect(loops.calls()).toEqual([]);
});

const rows = (...names: string[]) => ({
	assignments: names.map((name, n) => ({ id: String(n), name, type: 'string', value: 'x' })),
});

describe.each(NAMES)('called %s', (name) => {
	const value = own(name, 'x');

	it('an event property is sent from every form', async () => {
		const ways = {
			rows: { ...event, options: { extraEventProperties: rows(name) } },
			...(!isLost(name) && { form: { ...event, ...eventMapper({ [name]: 'string' }, value) } }),
			mapped: { ...event, ...eventMapper({ [name]: 'string' }) },
			json: { ...event, options: { eventPropertiesJson: JSON.stringify(value) } },
		};
		const { sent } = await sendIn(ways, value);
		expect(sent).toEqual(inAll(ways, { eventName: 'signup', eventProperties: value }));
	});

	it('a data variable is sent from every form', async () => {
		const ways = {
			rows: { ...send, options: { extraDataVariables: rows(name) } },
			...(!isLost(name) && { form: { ...send, ...variablesMapper([name], value) } }),
			mapped: { ...send, ...variablesMapper([name]) },
			json: { ...send, options: { dataVariablesJson: JSON.stringify(value) } },
		};
		const { sent } = await sendIn(ways, value);
		const transactionalId = send.transactionalId.value;
		expect(sent).toEqual(inAll(ways, { transactionalId, dataVariables: value }));
	});
});

it('event properties are refused when they are given twice', async () => {
	await loops.expectErrors(
		NAMES.map((name) => [
			`called ${name}`,
			{ ...event, options: { extraEventProperties: rows(name, name) } },
			`'${shown(name)}' already has a value`,
		]),
	);
});

it('__proto__ is refused, or ignored by automatic mapping', async () => {
	const json = '{ "__proto__": "x" }';
	await loops.expectErrors(
		[
			['a property', { ...upsert, additionalFields: { contactPropertiesJson: json } }],
			['an event property', { ...event, options: { eventPropertiesJson: json } }],
			['a variable', { ...send, dataVariables: {}, options: { dataVariablesJson: json } }],
			['a list', { ...upsert, additionalFields: { mailingListsJson: '{ "__proto__": true }' } }],
			['a cleared one', { ...upsert, additionalFields: { clearProperty: ['__proto__'] } }],
		],
		'__proto__',
	);
	expect(loops.calls()).toEqual([]);
	await loops.run({ ...upsert, ...propertiesMapper({}) }, [
		{ json: JSON.parse('{ "__proto__": "x", "planName": "team" }') as IDataObject },
	]);
	expect(body()).toEqual({ email: 'kim@example.com', planName: 'team' });
});

it.each(NAMES)('a mailing list is sent with the ID %s', async (name) => {
	loops.emulator.reset({ mailingLists: [{ id: name, name: 'News' }] });
	const mailingListsJson = JSON.stringify({ [name]: true });
	const ways = {
		json: { ...upsert, additionalFields: { mailingListsJson } },
		chosen: { ...upsert, additionalFields: { addToList: [name, `${name} `] } },
	};
	const { sent } = await sendIn(ways, {});
	expect(sent).toEqual(inAll(ways, { mailingLists: own(name, true) }));
});

const { loadOptions, resourceMapping } = methods;
const context = () => loops.editor(upsert);

it('a dropdown distinguishes properties with equal labels', async () => {
	const list = [
		{ key: 'plan', label: 'Plan', type: 'string' },
		{ key: 'constructor', label: 'Plan', type: 'number' },
		{ key: 'found', label: 'Plan', type: 'number' },
		{ key: 'toString', label: '', type: 'date' },
		{ key: '__proto__', label: 'Plan', type: 'string' },
		{ key: 'email', label: 'Plan', type: 'string' },
	];
	loops.emulator.inject({ kind: 'body', body: list, times: 'always' });
	const names = ['Plan (constructor)', 'Plan (found)', 'Plan (plan)', 'toString'];
	const options = await loadOptions.getContactProperties.call(context());
	expect(options?.map(({ name }) => name)).toEqual(names);
	const mapper = await resourceMapping.getContactPropertyFields.call(context());
	expect(mapper?.fields.map(({ displayName, type }) => [displayName, type])).toEqual([
		['Plan (found)', 'number'],
		['Plan (plan)', 'string'],
		['toString', 'dateTime'],
	]);
});

it('emoji and CJK names are not suggested for each other', async () => {
	account('🚀', '名前');
	const { hints } = await loops.run({ ...upsert, ...propertiesMapper({}, { '🎉': 'x', 名: 'y' }) });
	expect(hints).toHaveLength(2);
	expect(hints.join()).not.toContain('Did you mean');
});
