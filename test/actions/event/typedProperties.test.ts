import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper } from '../../harness/forms.mts';
import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

const TYPES: Record<string, FieldType> = {
	plan: 'string',
	seats: 'number',
	paid: 'boolean',
	renewsAt: 'dateTime',
};
const planChanged = {
	...parametersOf.sendEvent,
	eventName: { __rl: true, mode: 'list', value: 'planChanged' },
};
const byExpression = {
	...planChanged,
	eventName: { __rl: true, mode: 'name', value: '={{ $json.event }}' },
};
const extra = (...rows: Array<[name: string, type: string, value: unknown]>) => ({
	extraEventProperties: {
		assignments: rows.map(([name, type, value], id) => ({ id: `${id}`, name, type, value })),
	} as IDataObject,
});
const sent = () => loops.emulator.eventLog.map(({ eventProperties }) => eventProperties);
const given = { plan: 'team', seats: '4', paid: 'TRUE', renewsAt: '2026-12-24' };
const typed = { plan: 'team', seats: 4, paid: true, renewsAt: '2026-12-24' };
const asExpressions = Object.fromEntries(
	Object.keys(given).map((name) => [name, `={{ $json.${name} }}`]),
);

describe('the properties of an event are sent', () => {
	it('typed, from the fields of the editor, without a look at the account', async () => {
		const { error, hints } = await loops.run(
			{ ...planChanged, ...eventMapper(TYPES, asExpressions) },
			[given],
		);
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(sent()).toEqual([typed]);
		expect(loops.emulator.requests).toHaveLength(1);
	});

	it('only where they were filled in', async () => {
		await loops.run({ ...planChanged, ...eventMapper(TYPES, { plan: 'team', seats: null }) });
		await loops.run({ ...planChanged, ...eventMapper(TYPES, {}) });
		expect(loops.calls().map(({ body }) => (body as IDataObject).eventProperties)).toEqual([
			{ plan: 'team' },
			undefined,
		]);
	});

	it('typed as Loops has them, where an AI wrote the workflow', async () => {
		const { hints } = await loops.run(
			{ ...planChanged, eventName: 'planChanged', eventProperties: { value: asExpressions } },
			[given, given],
		);
		expect(sent()).toEqual([typed, typed]);
		expect(hints).toEqual([]);
		expect(loops.emulator.requests.length - loops.calls().length).toBe(1);
	});

	it('with those given by name, and none of them twice', async () => {
		const fields = eventMapper(TYPES, { plan: 'team' });
		await loops.run({ ...planChanged, ...fields, ...extra(['coupon', 'string', 'SPRING']) });
		expect(sent()).toEqual([{ plan: 'team', coupon: 'SPRING' }]);
		const { error } = await loops.run({
			...planChanged,
			...fields,
			...extra(['plan', 'string', 'x']),
		});
		expect(error?.message).toBe(`'Extra Event Properties': 'plan' can't be "x" [item 0]`);
		expect(error?.description).toContain('It has a value already');
	});

	it('as they were given, with a warning, where their types can not be read', async () => {
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET', times: 'always' });
		const { hints } = await loops.run({
			...planChanged,
			...eventMapper({}, { plan: 'team', seats: '4' }),
		});
		expect(sent()).toEqual([{ plan: 'team', seats: '4' }]);
		expect(hints).toEqual([
			"The types of the event's properties could not be read: values went as they were given.",
			"The event 'planChanged' could not be looked up: Loops converts what it has in another type.",
		]);
	});
});

describe('mapped automatically', () => {
	const row = {
		Plan: 'team',
		SEATS: '4',
		paid: 'TRUE',
		'Renews at': '2026-12-24',
		iban: 'DE00',
	};

	it.each<[string, IDataObject]>([
		['as the editor knows the event', { ...planChanged, ...eventMapper(TYPES) }],
		['without a schema', { ...planChanged, ...eventMapper({}) }],
	])('input fields go to the properties that they are a writing of, %s', async (_case, event) => {
		await loops.run(event, [row]);
		expect(sent()).toEqual([typed]);
	});

	it('each item goes to the event that an expression gives', async () => {
		const event = { ...byExpression, ...eventMapper({ ofAnotherEvent: 'string' }) };
		await loops.run(event, [
			{ event: 'planChanged', plan: 'team', total: 1 },
			{ event: 'Order placed', plan: 'stays here', total: '9.5' },
			{ event: 'brandNew', plan: 'stays here' },
		]);
		const sentTo = loops.emulator.eventLog.map((each) => [each.eventName, each.eventProperties]);
		expect(Object.fromEntries(sentTo)).toEqual({
			planChanged: { plan: 'team' },
			'Order placed': { total: 9.5 },
			brandNew: {},
		});
	});

	it('empty cells are left out, except for text', async () => {
		await loops.run({ ...planChanged, ...eventMapper(TYPES) }, [
			{ plan: '', seats: '', paid: ' ', renewsAt: '' },
		]);
		expect(sent()).toEqual([{ plan: '' }]);
	});

	it('nothing is sent where the properties of the event can not be read', async () => {
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET', times: 'always' });
		const { error } = await loops.run({ ...planChanged, ...eventMapper({}) }, [row]);
		expect(error?.message).toContain('HTTP 403');
		expect(sent()).toEqual([]);
	});

	it('two fields with a value for one property are refused', async () => {
		const { error } = await loops.run({ ...planChanged, ...eventMapper(TYPES) }, [
			{ Plan: 'a', PLAN: 'b' },
		]);
		expect(error?.message).toContain("'plan' would get the values of 'Plan' and 'PLAN'");
	});

	it('together with the contact properties, a field is left over if neither takes it', async () => {
		const both = {
			...eventMapper(TYPES),
			...propertiesMapper({ seats: 'number', source: 'string' }),
		};
		const item = { plan: 'team', seats: '4', Source: 'ad', iban: 'DE00' };
		const { hints } = await loops.run({ ...planChanged, ...both }, [item]);
		expect(loops.calls()[0].body).toMatchObject({
			seats: 4,
			source: 'ad',
			eventProperties: { plan: 'team', seats: 4 },
		});
		expect(hints).toEqual(['1 input field is not mapped: iban.']);

		const options = { validateOnly: true };
		const { json } = await loops.run({ ...planChanged, ...both, options }, [item]);
		expect(json[0]).toMatchObject({
			mapping: { plan: 'plan', seats: 'seats', Source: 'source' },
			notMapped: ['iban'],
		});
	});

	it('alone, Validate Only shows what is left over', async () => {
		const options = { validateOnly: true };
		const item = { plan: 'team', Source: 'ad' };
		const { json, hints } = await loops.run({ ...planChanged, ...eventMapper(TYPES), options }, [
			item,
		]);
		expect(json[0]).toMatchObject({
			mapping: { plan: 'plan' },
			notMapped: ['Source'],
			warnings: [],
		});
		expect(hints).toContain('1 input field is not mapped: Source.');
	});
});

describe('the table of values holds for a form without schema of an event', () => {
	it.each<[string, IDataObject, string]>([
		['a number', { seats: '={{ "many" }}' }, `'seats' can't be "many"`],
		['a boolean', { paid: '={{ 2 }}' }, "'paid' can't be 2"],
		['a date', { renewsAt: '={{ "soon" }}' }, `'renewsAt' can't be "soon"`],
		['null', { seats: '={{ null }}' }, "'seats' can't be null"],
	])('%s', async (_case, value, about) => {
		for (const schema of [TYPES, {}]) {
			const { error } = await loops.run({ ...planChanged, ...eventMapper(schema, value) });
			expect(error?.message).toContain(about);
		}
		expect(sent()).toEqual([]);
	});
});
