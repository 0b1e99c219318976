import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator, methods } from '../harness/loops.mts';

const loops = useEmulator();

/** Names that users may give to a property, a variable, a column or a list. */
const NAMES = [
	...['found', 'constructor', 'length', 'then', 'toJSON', 'null', '0', 'value', 'schema'],
	...['名前', 'it"s', 'a.b', 'n'.repeat(200)],
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

describe.each(NAMES)('a contact property called %s', (name) => {
	const schema = own<FieldType>(name, 'string');

	const inForms: Array<[string, IDataObject, IDataObject]> = [
		['in the form', propertiesMapper(schema, own(name, 'x')), {}],
		['in a form without schema', propertiesMapper({}, own(name, 'x')), {}],
	];
	it.each<[string, IDataObject, IDataObject]>([
		...(isLost(name) ? [] : inForms),
		[
			'mapped, with another schema',
			propertiesMapper({ planName: 'string', ...(isLost(name) ? {} : schema) }),
			own(name, 'x'),
		],
		['mapped', propertiesMapper(schema), own(name, 'x')],
		['mapped without schema', propertiesMapper({}), own(name, 'x')],
		[
			'in JSON',
			{ additionalFields: { contactPropertiesJson: JSON.stringify(own(name, 'x')) } },
			{},
		],
	])('is sent %s', async (_path, parameters, json) => {
		account(name);
		const { hints } = await loops.expectSuccess({ ...upsert, ...parameters }, [{ json }]);
		expect(hints).toEqual([]);
		expect(body()).toEqual({ email: 'kim@example.com', ...own(name, 'x') });
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

describe.each(NAMES.filter((name) => !isLost(name)))('a contact property called %s', (name) => {
	it("is refused with Don't Send if missing", async () => {
		account('planName');
		const { error } = await loops.run({
			...upsert,
			...propertiesMapper({}, own(name, 'x')),
			options: { unknownProperties: 'dontSend' },
		});
		expect(error?.message).toContain(`'${shown(name)}'`);
		expect(loops.calls()).toEqual([]);
	});
});

describe.each(NAMES)('an event property and a variable called %s', (name) => {
	const row = { assignments: [{ id: '1', name, type: 'string', value: 'x' }] };

	it('are sent from every form', async () => {
		const json = JSON.stringify(own(name, 'x'));
		for (const given of [
			{ options: { extraEventProperties: row } },
			...(isLost(name) ? [] : [eventMapper({ [name]: 'string' }, own(name, 'x'))]),
			eventMapper({ [name]: 'string' }),
			{ options: { eventPropertiesJson: json } },
		]) {
			await loops.run({ ...event, ...given }, [{ json: own(name, 'x') }]);
			expect(body().eventProperties).toEqual(own(name, 'x'));
		}
		for (const given of [
			{ options: { extraDataVariables: row } },
			{ options: { dataVariablesJson: json } },
			...(isLost(name) ? [] : [variablesMapper([name], own(name, 'x'))]),
			variablesMapper([name]),
		]) {
			await loops.run({ ...send, ...given }, [{ json: own(name, 'x') }]);
			expect(body().dataVariables).toEqual(own(name, 'x'));
		}
	});

	it('are refused when they are given twice', async () => {
		const twice = { assignments: [row.assignments[0], row.assignments[0]] };
		const { error } = await loops.run({ ...event, options: { extraEventProperties: twice } });
		expect(error?.message).toContain(`'${shown(name)}' already has a value`);
	});
});

it('__proto__ is refused, or ignored by automatic mapping', async () => {
	const json = '{ "__proto__": "x" }';
	for (const parameters of [
		{ ...upsert, additionalFields: { contactPropertiesJson: json } },
		{ ...event, options: { eventPropertiesJson: json } },
		{ ...send, dataVariables: {}, options: { dataVariablesJson: json } },
		{ ...upsert, additionalFields: { mailingListsJson: '{ "__proto__": true }' } },
		{ ...upsert, additionalFields: { clearProperty: ['__proto__'] } },
	]) {
		expect((await loops.run(parameters)).error?.message).toContain('__proto__');
	}
	expect(loops.calls()).toEqual([]);
	await loops.run({ ...upsert, ...propertiesMapper({}) }, [
		{ json: JSON.parse('{ "__proto__": "x", "planName": "team" }') as IDataObject },
	]);
	expect(body()).toEqual({ email: 'kim@example.com', planName: 'team' });
});

const lists = () => {
	const put = loops.calls().findLast(({ method }) => method === 'PUT');
	return (put?.body as IDataObject).mailingLists;
};

it.each(NAMES)('a mailing list is sent with the ID %s', async (name) => {
	loops.emulator.reset({ mailingLists: [{ id: name, name: 'News' }] });
	const mailingListsJson = JSON.stringify({ [name]: true });
	await loops.run({ ...upsert, additionalFields: { mailingListsJson } });
	expect(lists()).toEqual(own(name, true));
	const addToList = [name, `${name} `];
	await loops.run({ ...upsert, additionalFields: { addToList } });
	expect(lists()).toEqual(own(name, true));
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
