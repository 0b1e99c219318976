import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator, methods } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { resourceMapping } = methods;

const fieldsOf = async (eventName: unknown, credentials = loops.credentials()) => {
	const parameters = { ...parametersOf.sendEvent, eventName } as IDataObject;
	const context = loops.editor(parameters, credentials);
	return await resourceMapping.getEventPropertyFields.call(context);
};
const chosen = (value: string) => ({ __rl: true, mode: 'list', value });
const named = (value: string) => ({ __rl: true, mode: 'name', value });

const patterns = (count: number, eventProperties: Array<{ name: string; type: 'string' }> = []) =>
	Array.from({ length: count }, (_, n) => ({ eventName: `Event ${n}`, eventProperties }));

describe('the properties of an event', () => {
	it.each<[string, unknown]>([
		['selected from the list', chosen('planChanged')],
		['given by name', named(' planChanged ')],
		['given as plain text, as an AI agent may write it', 'planChanged'],
	])('become typed fields, none of them required, if the event is %s', async (_way, eventName) => {
		const { fields, emptyFieldsNotice } = await fieldsOf(eventName);
		expect(fields.map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
			['plan', 'plan', 'string'],
			['seats', 'seats', 'number'],
			['paid', 'paid', 'options'],
			['renewsAt', 'renewsAt', 'dateTime'],
		]);
		expect(fields.every(({ required, display, removed }) => !required && display && !removed)).toBe(
			true,
		);
		expect(fields[2].options).toEqual([
			{ name: 'True', value: true },
			{ name: 'False', value: false },
		]);
		expect(emptyFieldsNotice).toBeUndefined();
	});

	it('are looked up by the exact name from the list, blanks included', async () => {
		const eventProperties = [{ name: 'plan', type: 'string' as const }];
		loops.emulator.reset({ eventPatterns: [{ eventName: 'signup ', eventProperties }] });
		expect((await fieldsOf(chosen('signup '))).fields).toHaveLength(1);
		expect((await fieldsOf(named('signup '))).fields).toEqual([]);
	});

	it.each([1, 120])('are read in one call for one of %i events', async (count) => {
		loops.emulator.reset({ eventPatterns: patterns(count, [{ name: 'plan', type: 'string' }]) });
		const { fields } = await fieldsOf(named(`Event ${count - 1}`));
		expect(fields).toHaveLength(1);
		expect(loops.emulator.requests).toHaveLength(1);
	});

	it.each(['Order placed', 'a/b', 'ü?x=1&y#z', '100%', '名前', 'stripe:invoice.paid', '...'])(
		'are looked up by a name with any characters: %s',
		async (eventName) => {
			const eventProperties = [{ name: 'total', type: 'number' as const }];
			loops.emulator.reset({ eventPatterns: [{ eventName, eventProperties }] });
			expect((await fieldsOf(named(eventName))).fields.map(({ id }) => id)).toEqual(['total']);
		},
	);

	it('do not become fields if n8n cannot store their name in a form', async () => {
		const properties = ['constructor', 'plan'].map((name) => ({ name, type: 'string' as const }));
		loops.emulator.reset({ eventPatterns: patterns(1, properties) });
		expect((await fieldsOf(named('Event 0'))).fields.map(({ id }) => id)).toEqual(['plan']);
	});

	it.each<[string, unknown, string]>([
		['the name is empty', named(''), 'Choose the event to see its properties'],
		[
			'an expression gives the name',
			named('={{ $json.name }}'),
			'Choose the event to see its properties',
		],
		[
			'an expression gives the whole field',
			'={{ $json.event }}',
			'Choose the event to see its properties',
		],
		['Loops lists no such event', named('brandNew'), 'This event is new to Loops: it starts no'],
		[
			'Loops lists the name in another case',
			named('PlanChanged'),
			"it starts no workflow yet. Did you mean 'planChanged'? You can",
		],
		['Loops lists a similar name', named('sigup'), "Did you mean 'signup'?"],
		['the event has no properties', chosen('loggedOut'), 'Loops lists no properties of this event'],
		['the name is a relative path', named('..'), 'could not be read'],
		['the name is invalid Unicode', named('\ud800'), 'could not be read'],
	])('are replaced by a notice if %s', async (_case, eventName, notice) => {
		const { fields, emptyFieldsNotice } = await fieldsOf(eventName);
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain(notice);
	});

	const noWait = { 'retry-after': '0' };
	it.each<[string, Fault]>([
		['HTTP 403', { kind: 'status', status: 403 }],
		['HTTP 404', { kind: 'html', status: 404 }],
		["Loops' rate limit", { kind: 'status', status: 429, headers: noWait }],
		['Loops is not available at the moment', { kind: 'status', status: 500, headers: noWait }],
		['does not respond like the Loops API', { kind: 'html', status: 200, headers: noWait }],
		[
			'does not respond like the Loops API',
			{ kind: 'body', body: { eventName: 'other' }, headers: noWait },
		],
	])('are replaced by a notice with the error if they cannot be read: %s', async (why, fault) => {
		loops.emulator.inject({ ...fault, times: 'always' });
		const { fields, emptyFieldsNotice } = await fieldsOf(chosen('signup'));
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain("in 'Options > Extra Event Properties'");
		expect(emptyFieldsNotice).toContain(why);
	});
});
