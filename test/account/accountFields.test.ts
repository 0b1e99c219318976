import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const { loadOptions, listSearch, resourceMapping } = source.node.methods as Required<
	NonNullable<typeof source.node.methods>
>;

const WELCOME = 'cm8tx0welcome00000000001a';
const RECEIPT = 'cm8tx0receipt00000000003a';

const editor = (parameters: IDataObject) =>
	loops.editor(parameters) as unknown as ILoadOptionsFunctions;
const sendEmail = (value: string): IDataObject => ({
	resource: 'transactionalEmail',
	operation: 'send',
	transactionalId: { __rl: true, mode: 'list', value },
});
const variablesOf = async (value: string): Promise<ResourceMapperFields> =>
	await resourceMapping.getDataVariableFields.call(editor(sendEmail(value)));

describe('an account with', () => {
	it.each([0, 1, 120])('%i of everything fills the dropdowns and the mappers', async (count) => {
		const numbers = Array.from({ length: count }, (_, index) => index);
		loops.emulator.reset({
			teamName: 'Sized',
			properties: numbers.map((n) => ({ key: `own${n}`, type: 'string' })),
			mailingLists: numbers.map((n) => ({ id: `list${n}`, name: `List ${n}` })),
			contacts: [],
			templates: numbers.map((n) => ({
				id: `template${n}`,
				name: `Template ${n}`,
				dataVariables: numbers.map((v) => `variable${v}`),
			})),
		});
		const context = editor({ resource: 'contact', operation: 'upsert' });
		const builtIn = 5;

		expect(await loadOptions.getMailingLists.call(context)).toHaveLength(count);
		expect(await loadOptions.getContactProperties.call(context)).toHaveLength(count + builtIn);
		const { fields } = await resourceMapping.getContactPropertyFields.call(context);
		expect(fields).toHaveLength(count + builtIn);

		const found = await listSearch.searchTransactionalEmails.call(context, 'template');
		expect(found.results).toHaveLength(count);
		const { results } = await listSearch.searchTransactionalEmails.call(context);
		expect(results).toHaveLength(Math.min(count, 50));
		if (count > 0) {
			expect((await variablesOf(`template${count - 1}`)).fields).toHaveLength(count);
		}
	});
});

describe('the variables of a transactional email', () => {
	it('are fields', async () => {
		expect((await variablesOf(RECEIPT)).fields).toEqual(
			['orderNumber', 'total', 'items'].map((name) => ({
				id: name,
				displayName: name,
				type: undefined,
				removed: false,
				required: false,
				defaultMatch: false,
				display: true,
			})),
		);
	});

	it.each([
		['an expression finds none yet', '', 'An expression chooses the email'],
		['an expression chooses it', '={{ $json.template }}', "Set 'Data Variables From' to JSON"],
		['Loops does not list it', 'unknown', 'Loops lists no published transactional email'],
		['it has none', 'cm8tx0heartbeat', 'This email needs no variables'],
	])('are none when %s, and the notice says so', async (_case, value, notice) => {
		const known = loops.emulator.templates().find(({ id }) => value && id.startsWith(value));
		const { fields, emptyFieldsNotice } = await variablesOf(known?.id ?? value);
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain(notice);
	});

	it('say when they can not be loaded', async () => {
		loops.emulator.inject({ kind: 'status', status: 403 });
		await expect(variablesOf(WELCOME)).rejects.toThrow('refuses it access (HTTP 403');
	});
});

describe('sending with variables as fields', () => {
	const send = (parameters: IDataObject): IDataObject => ({
		...sendEmail(RECEIPT),
		email: 'kim@example.com',
		...parameters,
	});
	const items = [{ title: 'Pen', price: 2 }];

	it('keeps what was mapped as it is: text, numbers, arrays', async () => {
		await loops.run(
			send(
				variablesMapper(['orderNumber', 'total', 'items'], {
					orderNumber: 'A-1',
					total: '={{ $json.total }}',
					items: '={{ $json.lines }}',
				}),
			),
			[{ total: 0, lines: items }],
		);
		expect(loops.emulator.outbox[0].dataVariables).toEqual({ orderNumber: 'A-1', total: 0, items });
	});

	it('adds extra variables by name', async () => {
		await loops.run(
			send({
				...variablesMapper(['orderNumber', 'total', 'items'], {
					orderNumber: 'A-1',
					total: 1,
					items: '={{ [] }}',
				}),
				extraDataVariables: {
					assignments: [{ id: '1', name: 'couponCode', type: 'string', value: 'SPRING' }],
				},
			}),
		);
		expect(loops.emulator.outbox[0].dataVariables).toMatchObject({ couponCode: 'SPRING' });
	});

	it('refuses a variable that is given twice', async () => {
		const { error } = await loops.run(
			send({
				...variablesMapper(['orderNumber'], { orderNumber: 'A-1' }),
				extraDataVariables: {
					assignments: [{ id: '1', name: 'orderNumber', type: 'string', value: 'A-2' }],
				},
			}),
		);
		expect(error?.message).toBe(`'Extra Data Variables': 'orderNumber' can't be "A-2" [item 0]`);
		expect(error?.description).toContain('It has a value already');
	});

	it('maps the input automatically, and sends nothing else of it', async () => {
		await loops.run(send(variablesMapper(['orderNumber', 'total', 'items'])), [
			{ orderNumber: 'A-1', total: 9, items, secret: 'stays here' },
		]);
		expect(loops.emulator.outbox[0].dataVariables).toEqual({ orderNumber: 'A-1', total: 9, items });
	});

	it('maps the input automatically for an email that an expression chooses', async () => {
		await loops.run(
			{
				...send(variablesMapper(['ofAnotherEmail'])),
				transactionalId: { __rl: true, mode: 'id', value: '={{ $json.template }}' },
			},
			[
				{ template: WELCOME, firstName: 'Kim', secret: 'stays here' },
				{ template: RECEIPT, orderNumber: 'A-1', total: 9, items, firstName: 'stays here' },
			],
		);
		expect(loops.emulator.outbox.map(({ dataVariables }) => dataVariables)).toEqual([
			{ firstName: 'Kim' },
			{ orderNumber: 'A-1', total: 9, items },
		]);
	});

	it('works with fields that could not be loaded', async () => {
		await loops.run({
			...send({}),
			transactionalId: { __rl: true, mode: 'id', value: WELCOME },
			dataVariables: { mappingMode: 'defineBelow', value: { firstName: 'Kim' }, schema: [] },
		});
		expect(loops.emulator.outbox[0].dataVariables).toEqual({ firstName: 'Kim' });
	});
});

describe('missing variables', () => {
	const send = (options: IDataObject, variables: IDataObject): IDataObject => ({
		...sendEmail(WELCOME),
		email: 'kim@example.com',
		...variables,
		options,
	});

	it('are a warning on the run, next to what Loops says', async () => {
		const { hints, failed } = await loops.run(
			send({}, variablesMapper(['firstName'], { firstName: '' })),
			[{}, {}],
			{ onError: 'continueErrorOutput' },
		);
		expect(hints).toEqual([
			'The email needs data variables that have no value: firstName. [all 2 items]',
		]);
		expect(failed[0].json.error).toMatchObject({
			message:
				'The email needs data variables that have no value: firstName (HTTP 400: Missing required data variable(s): firstName) [item 0]',
			description: expect.stringMatching(/^Check the data variables[^.]*\.$/),
		});
	});

	it.each([
		['fields', variablesMapper(['firstName'], {})],
		['JSON', { dataVariablesFrom: 'json', dataVariablesJson: '{ "firstName": "" }' }],
	])('are refused before sending when asked to: %s', async (_form, variables) => {
		const { error } = await loops.run(send({ missingVariables: 'dontSend' }, variables));
		expect(error?.message).toBe(
			'The email needs data variables that have no value: firstName [item 0]',
		);
		expect(loops.calls().filter(({ method }) => method === 'POST')).toEqual([]);
	});

	it('are looked up once for a run, in which none is missing', async () => {
		const { run } = await loops.run(
			send({ missingVariables: 'dontSend' }, variablesMapper(['firstName'], { firstName: 'Kim' })),
			[{}, {}, {}],
		);
		expect(run.status).toBe('success');
		expect(loops.calls().filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(2);
	});

	it('are not refused for an email whose variables have just changed', async () => {
		const strict = send(
			{ missingVariables: 'dontSend' },
			{ dataVariablesFrom: 'json', dataVariablesJson: '{ "name": "Kim" }' },
		);
		expect((await loops.run(strict)).error?.message).toContain('no value: firstName');
		loops.emulator.reset({
			teamName: 'Changed',
			properties: [],
			mailingLists: [],
			contacts: [],
			templates: [{ id: WELCOME, name: 'Welcome', dataVariables: ['name'] }],
		});
		expect((await loops.run(strict)).json).toMatchObject([{ success: true }]);
	});
});

describe.each([
	['contact create', { resource: 'contact', operation: 'create', email: 'new@example.com' }],
	['contact upsert', { resource: 'contact', operation: 'upsert', email: 'kim@example.com' }],
	['contact update', { resource: 'contact', operation: 'update', email: 'kim@example.com' }],
	[
		'event send',
		{ resource: 'event', operation: 'send', eventName: 'signup', email: 'kim@example.com' },
	],
])('contact properties of %s', (_name, operation) => {
	const types: Record<string, FieldType> = {
		firstName: 'string',
		seats: 'number',
		isBeta: 'boolean',
		trialEndsAt: 'dateTime',
	};
	const stored = {
		firstName: 'Kim',
		seats: 7,
		isBeta: false,
		trialEndsAt: '2026-12-24T00:00:00.000Z',
	};
	const contact = () => loops.emulator.contact(operation.email);

	it('arrive typed when mapped one by one', async () => {
		const { error } = await loops.run({
			...operation,
			...propertiesMapper(types, {
				firstName: 'Kim',
				seats: '7',
				isBeta: '={{ "FALSE" }}',
				trialEndsAt: '2026-12-24',
			}),
		});
		expect(error).toBeUndefined();
		expect(contact()).toMatchObject(stored);
	});

	it('arrive typed when mapped automatically', async () => {
		await loops.run({ ...operation, ...propertiesMapper(types) }, [
			{ firstName: 'Kim', seats: '7', isBeta: 'FALSE', trialEndsAt: '2026-12-24', other: 'x' },
		]);
		expect(contact()).toMatchObject(stored);
	});

	it('arrive from fields that the editor could not load', async () => {
		await loops.run({
			...operation,
			...propertiesMapper({}, { firstName: 'Kim', seats: '={{ 7 }}', isBeta: '={{ false }}' }),
		});
		expect(contact()).toMatchObject({ firstName: 'Kim', seats: 7, isBeta: false });
	});

	it('are left alone by empty cells, except for text', async () => {
		await loops.run({ ...operation, ...propertiesMapper(types) }, [
			{ firstName: '', seats: '', isBeta: '', trialEndsAt: '' },
		]);
		expect(loops.calls().at(-1)?.body).toMatchObject({ firstName: '' });
		expect(Object.keys(loops.calls().at(-1)?.body as object)).not.toContain('seats');
	});
});

describe('unknown contact properties', () => {
	const upsert = (properties: IDataObject, options: IDataObject = {}): IDataObject => ({
		resource: 'contact',
		operation: 'upsert',
		email: 'kim@example.com',
		contactPropertiesFrom: 'json',
		contactPropertiesJson: JSON.stringify(properties),
		options,
	});
	const lookUps = () => loops.emulator.requests.length - loops.calls().length;

	it('are a warning with the nearest name, once for all items', async () => {
		const { hints, json } = await loops.run(upsert({ plan_name: 'x', firstName: 'Kim' }), [
			{},
			{},
			{},
		]);
		expect(json).toHaveLength(3);
		expect(hints).toEqual([
			"The account has no contact property 'plan_name', so Loops drops its value. Did you mean 'planName'? [all 3 items]",
		]);
		expect(lookUps()).toBeLessThanOrEqual(2);
	});

	it('are a warning without a name where none is near', async () => {
		const { hints } = await loops.run(upsert({ zodiac: 'x' }));
		expect(hints).toEqual([
			"The account has no contact property 'zodiac', so Loops drops its value.",
		]);
	});

	it('are refused in strict mode, before anything is sent', async () => {
		const { error } = await loops.run(upsert({ seat: 4 }, { unknownProperties: 'dontSend' }));
		expect(error?.message).toBe("The account has no contact property 'seat' [item 0]");
		expect(error?.description).toContain("Did you mean 'seats'?");
		expect(loops.calls()).toEqual([]);
	});

	it('may have been created a moment ago', async () => {
		const strict = upsert({ brandNew: 'x' }, { unknownProperties: 'dontSend' });
		expect((await loops.run(strict)).error?.message).toContain("'brandNew'");
		await loops.run({
			resource: 'contactProperty',
			operation: 'create',
			propertyName: 'brandNew',
			propertyType: 'string',
		});
		expect((await loops.run(strict)).error).toBeUndefined();
	});

	it('are known without a look-up when they are built in, or come from the fields and may be sent', async () => {
		const { hints } = await loops.run({
			resource: 'contact',
			operation: 'upsert',
			email: 'kim@example.com',
			...propertiesMapper({ seats: 'number' }, { seats: 1 }),
		});
		await loops.run(
			upsert({ firstName: 'Kim', userGroup: 'x' }, { unknownProperties: 'dontSend' }),
		);
		expect(hints).toEqual([]);
		expect(lookUps()).toBe(0);
	});

	it('do not stop a run whose look-up fails', async () => {
		loops.emulator.inject({
			kind: 'status',
			status: 403,
			path: '/v1/contacts/properties',
			times: 'always',
		});
		const { hints, json } = await loops.run(upsert({ zodiac: 'x' }));
		expect(json).toHaveLength(1);
		expect(hints).toEqual([
			"The account's contact properties could not be read: where it does not have 'zodiac', Loops drops the value.",
		]);
	});

	it('are checked on events, and among the properties to clear', async () => {
		const { hints } = await loops.run({
			resource: 'event',
			operation: 'send',
			eventName: 'signup',
			email: 'kim@example.com',
			additionalFields: { clearProperty: '={{ "zodiac" }}' },
		});
		expect(hints).toEqual([expect.stringContaining("'zodiac'")]);
	});

	it('of the input are named when it is mapped automatically', async () => {
		const { hints } = await loops.run(
			{
				resource: 'contact',
				operation: 'upsert',
				email: '={{ $json.email }}',
				...propertiesMapper({ planName: 'string' }),
			},
			[
				{
					email: 'kim@example.com',
					plan_nam: 'x',
					subscribed: true,
					age: 7,
					pet: 'cat',
					isBeta: 1,
				},
			],
		);
		expect(hints).toEqual([
			"5 input fields are not sent: plan_nam (did you mean 'planName'?), subscribed (it has a field of its own under 'Additional Fields'), isBeta (the fields of this node are older than the property: refresh them in the editor), age, pet.",
		]);
	});
});
