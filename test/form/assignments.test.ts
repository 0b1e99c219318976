import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEmail, sendEvent } = parametersOf;

/** A form row with an expression as its value. */
const row = (type: unknown, value: string) => ({
	assignments: [{ id: '1', name: 'x', type, value: `={{ ${value} }}` }],
});
const ofEvent = (type: unknown, value: string): IDataObject =>
	withAdded(sendEvent, { extraEventProperties: row(type, value) as never });
const ofEmail = (type: unknown, value: string): IDataObject =>
	withAdded(
		{ ...sendEmail, transactionalId: { mode: 'id', value: 'cm8tx0heartbeat000000008a' } },
		{ extraDataVariables: row(type, value) as never },
	);
it.each(['[{ a: "b" }]', `'[{ "a": "b" }]'`])(
	'a form row sends a data variable as array: %s',
	async (value) => {
		await loops.expectSuccess(ofEmail('array', value));
		expect(loops.sent()[0].body).toMatchObject({ dataVariables: { x: [{ a: 'b' }] } });
	},
);

describe('a form row without a name', () => {
	const rows = (...all: Array<[name: unknown, value: unknown]>) =>
		({
			assignments: all.map(([name, value], n) => ({ id: `${n}`, name, type: 'string', value })),
		}) as unknown as IDataObject;
	const event = (given: IDataObject) => withAdded(sendEvent, { extraEventProperties: given });
	const email = (given: IDataObject) =>
		withAdded({ ...sendEmail, dataVariables: {} }, { extraDataVariables: given });

	it.each(['', '={{ "" }}'])('is ignored when its value is empty: "%s"', async (empty) => {
		await loops.expectSuccess(event(rows([empty, empty], ['x', 'y'])));
		expect(loops.sent()[0].body).toMatchObject({ eventProperties: { x: 'y' } });
	});

	it.each(['', ' ', '={{ null }}', '={{ $json.none }}', '={{ {} }}'])(
		'is refused when it has a value: "%s"',
		async (name) => {
			for (const value of ['x', 0, false, '={{ "x" }}']) {
				for (const parameters of [event(rows([name, value])), email(rows([name, value]))]) {
					const { error } = await loops.run(parameters);
					expect(error?.message).toMatch(
						/^'Extra (Event Properties|Data Variables): Name' is (empty|not text)/,
					);
				}
			}
			expect(loops.sent()).toEqual([]);
		},
	);
});

it.each(['contactProperties', 'eventProperties', 'extraEventProperties'])(
	'an empty form sends nothing: %s',
	async (parameter) => {
		await loops.expectSuccess({ ...sendEvent, [parameter]: null });
		expect(loops.sent()[0].body).toEqual({ email: 'kim@example.com', eventName: 'signup' });
	},
);

describe('a form row with a value of another type', () => {
	it.each<[type: string, value: string]>([
		['number', '"12,5"'],
		['boolean', '2'],
		['array', '7'],
		['array', `'{ "a": "b" }'`],
		['array', `'[{'`],
		['object', '7'],
		['object', `'[1]'`],
		['object', `'{ "a"'`],
	])('is refused for %s: %s', async (type, value) => {
		for (const parameters of [ofEvent(type, value), ofEmail(type, value)]) {
			const { error } = await loops.run(parameters);
			expect(error?.message).toMatch(/^'Extra (Event Properties|Data Variables)': 'x' can't be /);
			expect(error?.description).toContain(`The type of this row is ${type}. Convert the value`);
		}
		expect(loops.sent()).toEqual([]);
	});

	it.each([`{ a: 1 }`, `'{ "a": 1 }'`])(
		'is refused for an object in an event: %s',
		async (value) => {
			const { error } = await loops.run(ofEvent('object', value));
			expect(error?.description).toContain('An event property can be text, a number');
		},
	);
});
