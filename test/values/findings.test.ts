import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert, sendEvent: event, sendEmail: send } = parametersOf;
const seats = (value: string) => propertiesMapper({ seats: 'number' }, { seats: value });
const body = () => loops.calls().at(-1)?.body as IDataObject;
const input = (json: IDataObject): INodeExecutionData[] => [{ json }];

const refused = async (parameters: IDataObject, about: string, json: IDataObject = {}) => {
	const { error } = await loops.run(parameters, input(json));
	expect(error?.message).toContain(about);
	expect(error?.message).toContain('[item 0]');
	expect(error?.description).toBeTruthy();
	expect(loops.calls()).toEqual([]);
};

describe('a typed property', () => {
	it.each([' ', '\t', '\u00a0', '\u200b'])('is not changed by a blank: %j', async (blank) => {
		await loops.run({ ...upsert, ...seats(`={{ ${JSON.stringify(blank)} }}`) });
		expect(body()).toEqual({ email: 'kim@example.com' });
		const types = { seats: 'number', isBeta: 'boolean', trialEndsAt: 'dateTime' } as const;
		const row = { seats: blank, isBeta: blank, trialEndsAt: blank };
		await loops.run({ ...upsert, ...propertiesMapper(types) }, input(row));
		expect(body()).toEqual({ email: 'kim@example.com' });
	});
});

describe('contact properties named like other parts of the body', () => {
	it.each(['email', 'userId', 'subscribed', 'eventProperties', 'mailingLists', 'eventName'])(
		'are refused in the form: %s',
		async (name) => {
			const value = JSON.parse(`{ "${name}": "x" }`) as IDataObject;
			await refused(
				{ ...upsert, ...propertiesMapper({ [name]: 'string' }, value) },
				`'Contact Properties' holds '${name}', which is not a contact property`,
			);
		},
	);
});

describe('a form without a schema', () => {
	it('maps only input fields that are properties of the account', async () => {
		const { hints } = await loops.run(
			{ ...upsert, ...propertiesMapper({}) },
			input({ planName: 'team', passwordHash: 'x', iban: 'DE00', id: 7, notes: 'n', seats: '4' }),
		);
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team', seats: 4 });
		expect(hints).toEqual(['4 input fields are not mapped: passwordHash, iban, id, notes.']);
	});

	it('converts values to the types in the account', async () => {
		const values = { seats: '4', isBeta: 'FALSE', trialEndsAt: '2026-01-02', planName: 5 };
		await loops.run({ ...upsert, ...propertiesMapper({}, values as IDataObject) });
		expect(body()).toMatchObject({ seats: 4, isBeta: false, planName: '5' });
	});
});

describe('options as text', () => {
	it('send with Validate Only "false", but not with "TRUE"', async () => {
		const run = async (validateOnly: string) =>
			await loops.run({ ...event, options: { validateOnly } });
		expect((await run('={{ "TRUE" }}')).json[0]).toMatchObject({ ready: true });
		expect(loops.emulator.eventLog).toHaveLength(0);
		await run('={{ "false" }}');
		expect(loops.emulator.eventLog).toHaveLength(1);
	});

	it('respect the limit with Return All "false"', async () => {
		const { json } = await loops.run({
			resource: 'transactionalEmail',
			operation: 'getAll',
			returnAll: '={{ "false" }}',
			limit: 3,
		});
		expect(json).toHaveLength(3);
	});

	it('accept "false" for Add to Audience and refuse "maybe"', async () => {
		const added = (addToAudience: string) => ({ ...send, options: { addToAudience } });
		await refused(added('={{ "maybe" }}'), "'Add to Audience' is neither true nor false");
		await loops.run(added('={{ "false" }}'));
		expect(body()).toMatchObject({ addToAudience: false });
	});
});

describe('an invalid identifier', () => {
	it.each(['={{ NaN }}', '={{ "NaN" }}', '={{ "undefined" }}', '={{ 2 ** 60 }}', '={{ ({}) }}'])(
		'is refused as a user ID: %s',
		async (userId) => await refused({ ...upsert, findBy: 'userId', userId }, "'User ID'"),
	);

	it.each(['={{ ({ a: 1 }) }}', '={{ String({}) }}', '={{ true }}'])(
		'is refused as an event name: %s',
		async (value) =>
			await refused({ ...event, eventName: { mode: 'name', value } }, "'Event Name'"),
	);
});

describe('names with a meaning in JavaScript or in the node', () => {
	it('let Find rename a contact property called found', async () => {
		const found = { email: 'a@b.co', found: 'in the woods' };
		loops.emulator.inject({ kind: 'body', body: [found] });
		const { json } = await loops.run({ ...upsert, operation: 'find', email: 'a@b.co' });
		expect(json).toEqual([{ ...found, found: true, foundProperty: 'in the woods' }]);
	});

	it('are sent as event properties called constructor and toString', async () => {
		await loops.run({
			...event,
			options: { eventPropertiesJson: '{ "constructor": "x", "toString": "y" }' },
		});
		expect(loops.emulator.eventLog[0].eventProperties).toEqual({ constructor: 'x', toString: 'y' });
	});

	it('are mapped automatically to a contact property called constructor', async () => {
		const types = Object.fromEntries<FieldType>([
			['constructor', 'string'],
			['prototype', 'number'],
		]);
		await loops.run(
			{ ...upsert, ...propertiesMapper(types) },
			input({ constructor: 'x', prototype: '7' }),
		);
		expect(body()).toEqual({ email: 'kim@example.com', constructor: 'x', prototype: 7 });
	});

	it('replace missing labels of contact properties in the dropdown', async () => {
		const properties = [
			{ key: 'b', label: null, type: 'string' },
			{ key: 'a', type: 'string' },
		];
		loops.emulator.inject({ kind: 'body', body: properties });
		const { loadOptions } = source.node.methods ?? {};
		const context = loops.editor(upsert) as unknown as ILoadOptionsFunctions;
		expect(await loadOptions?.getContactProperties.call(context)).toEqual([
			{ name: 'a', value: 'a', description: 'string' },
			{ name: 'b', value: 'b', description: 'string' },
		]);
	});
});
