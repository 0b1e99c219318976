import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { sentBody } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert, sendEmail, sendEvent } = parametersOf;

const types: Record<string, FieldType> = {
	firstName: 'string',
	seats: 'number',
	isBeta: 'boolean',
	trialEndsAt: 'dateTime',
};
const byHand = Object.fromEntries(Object.keys(types).map((name) => [name, `={{ $json.${name} }}`]));
const inJson =
	'={{ (({ firstName, seats, isBeta, trialEndsAt }) => ({ firstName, seats, isBeta, trialEndsAt }))($json) }}';
const rowsOf = (type: (name: string) => string) => ({
	options: {
		extraEventProperties: {
			assignments: Object.entries(byHand).map(([name, value], id) => ({
				...{ id: `${id}`, name, type: type(name), value },
			})),
		} as IDataObject,
	},
});
const rowTypes: Record<string, string> = { ...types, trialEndsAt: 'string' };

const inContact: Array<[string, IDataObject]> = [
	['mapped automatically', { ...upsert, ...propertiesMapper(types) }],
	['mapped by hand', { ...upsert, ...propertiesMapper(types, byHand) }],
	['in JSON', { ...upsert, additionalFields: { contactPropertiesJson: inJson } }],
];
const inEvent: Array<[string, IDataObject]> = [
	['mapped automatically', { ...sendEvent, ...eventMapper(types) }],
	['mapped by hand', { ...sendEvent, ...eventMapper(types, byHand) }],
	['in JSON', { ...sendEvent, options: { eventPropertiesJson: inJson } }],
	['in rows with the type array', { ...sendEvent, ...rowsOf(() => 'array') }],
	['in rows with their types', { ...sendEvent, ...rowsOf((name) => rowTypes[name]) }],
];

const sent = (isEvent: boolean) => {
	const properties = sentBody(loops);
	for (const name of ['email', 'eventName']) delete properties[name];
	return isEvent ? properties.eventProperties : properties;
};
const notesIn = (hints: string[]) => hints.filter((hint) => hint.includes('with one value'));

const cases = [
	...inContact.map(([how, parameters]) => ({ what: 'contact', how, parameters })),
	...inEvent.map(([how, parameters]) => ({ what: 'event', how, parameters })),
];

describe.each(cases)('in $what properties $how', ({ what, parameters }) => {
	const values = { firstName: 'Kim', seats: 4, isBeta: true, trialEndsAt: '2026-12-24' };

	it('an array of one value is that value, with one note a run', async () => {
		const row = Object.fromEntries(Object.entries(values).map(([name, each]) => [name, [each]]));
		const { hints } = await loops.expectSuccess(parameters, [row, row, row]);
		expect(sent(what === 'event')).toEqual(values);
		expect(notesIn(hints)).toEqual([
			'Arrays with one value are sent as this value: firstName, seats, isBeta, trialEndsAt. An item with several values fails: to prevent this, join them before this node. [all 3 items]',
		]);
	});

	it('an empty array is nothing', async () => {
		const row = { firstName: [], seats: [], isBeta: [], trialEndsAt: [] };
		const { hints } = await loops.expectSuccess(parameters, [row]);
		expect(sent(what === 'event') ?? {}).toEqual({});
		expect(notesIn(hints)).toEqual([]);
	});

	it.each([[['Kim', 'Ada']], [[{ name: 'Kim' }]], [[['Kim']]], [[null]]])(
		'the item with %j fails',
		async (firstName) => {
			await loops.expectError(parameters, "'firstName' can't be ", [{ firstName } as never]);
			expect(loops.calls()).toEqual([]);
		},
	);
});

it('an empty array clears a property where empty input does', async () => {
	const parameters = { ...upsert, options: { emptyInputFields: 'clear' } };
	await loops.expectSuccess({ ...parameters, ...propertiesMapper(types) }, [{ firstName: [] }]);
	expect(sent(false)).toEqual({ firstName: null });
});

it('an array of one value decides no subscription and fills no data variable', async () => {
	const contactPropertiesJson = '={{ { subscribed: [true] } }}';
	await loops.expectError(
		{ ...upsert, additionalFields: { contactPropertiesJson } },
		"'subscribed' can't be ",
	);
	const dataVariablesJson = '={{ { name: ["Kim"] } }}';
	const variables = { ...sendEmail, dataVariables: {}, options: { dataVariablesJson } };
	await loops.expectError(variables, "'name' can't be ");
	expect(loops.calls()).toEqual([]);
});

it('an empty array is a list without rows in a data variable', async () => {
	const options = { dataVariablesJson: '={{ { name: "Kim", lines: [] } }}' };
	await loops.run({ ...sendEmail, dataVariables: {}, options });
	expect(sentBody(loops).dataVariables).toEqual({ name: 'Kim', lines: [] });
});

it('an empty array beside an email is no user ID', async () => {
	const ids = { findBy: 'emailAndUserId', userId: '={{ [] }}' };
	const { hints } = await loops.expectSuccess({ ...upsert, ...ids });
	expect(hints).toEqual([]);
});
