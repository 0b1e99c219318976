import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper } from '../../harness/forms.mts';
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
	options: {
		extraEventProperties: {
			assignments: rows.map(([name, type, value], id) => ({ id: `${id}`, name, type, value })),
		} as IDataObject,
	},
});
const sent = () => loops.emulator.eventLog.map(({ eventProperties }) => eventProperties);
const given = { plan: 'team', seats: '4', paid: 'TRUE', renewsAt: '2026-12-24' };
const typed = { plan: 'team', seats: 4, paid: true, renewsAt: '2026-12-24' };
const asExpressions = Object.fromEntries(
	Object.keys(given).map((name) => [name, `={{ $json.${name} }}`]),
);

describe('event properties', () => {
	it('are sent typed from the editor fields, without a look-up', async () => {
		const { hints } = await loops.expectSuccess(
			{ ...planChanged, ...eventMapper(TYPES, asExpressions) },
			[given],
		);
		expect(hints).toEqual([]);
		expect(sent()).toEqual([typed]);
		expect(loops.emulator.requests).toHaveLength(1);
	});

	it('are sent only when filled in', async () => {
		await loops.run({ ...planChanged, ...eventMapper(TYPES, { plan: 'team', seats: null }) });
		await loops.run({ ...planChanged, ...eventMapper(TYPES, {}) });
		expect(loops.calls().map(({ body }) => (body as IDataObject).eventProperties)).toEqual([
			{ plan: 'team' },
			undefined,
		]);
	});

	it('are sent with their types in Loops when the workflow has no schema', async () => {
		const { hints } = await loops.run(
			{ ...planChanged, eventName: 'planChanged', eventProperties: { value: asExpressions } },
			[given, given],
		);
		expect(sent()).toEqual([typed, typed]);
		expect(hints).toEqual([]);
		expect(loops.emulator.requests.length - loops.calls().length).toBe(1);
	});

	it('are sent with extra properties, but none of them twice', async () => {
		const fields = eventMapper(TYPES, { plan: 'team' });
		await loops.run({ ...planChanged, ...fields, ...extra(['coupon', 'string', 'SPRING']) });
		expect(sent()).toEqual([{ plan: 'team', coupon: 'SPRING' }]);
		const { error } = await loops.run({
			...planChanged,
			...fields,
			...extra(['plan', 'string', 'x']),
		});
		expect(error?.message).toBe(`'Extra Event Properties': 'plan' already has a value [item 0]`);
		expect(error?.description).toContain('Set each name only once');
	});
});

describe('automatic mapping of event properties', () => {
	it('uses the properties of the event that an expression gives', async () => {
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

	it('leaves out empty cells except for text', async () => {
		await loops.run({ ...planChanged, ...eventMapper(TYPES) }, [
			{ plan: '', seats: '', paid: ' ', renewsAt: '' },
		]);
		expect(sent()).toEqual([{ plan: '' }]);
	});
});
