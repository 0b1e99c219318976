import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, people } from '../harness/people.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, upsert } = parametersOf;
const planChanged = { ...sendEvent, eventName: { __rl: true, mode: 'list', value: 'planChanged' } };
const lookUps = () => loops.emulator.requests.filter(({ method }) => method === 'GET');
const onError = 'continueErrorOutput';

/** Answers every look-up like this, from now on. */
const always = (fault: Fault) =>
	loops.emulator.inject({ ...fault, method: 'GET', times: 'always' });

/** A form that the editor never saw, and what needs an answer before it sends anything. */
const goesOn: Array<[string, IDataObject]> = [
	['contact properties', { ...upsert, ...propertiesMapper({}, { planName: 'x' }) }],
	['an event', { ...planChanged, ...eventMapper({}, { seats: '4' }) }],
];
const needs: Array<[string, IDataObject, IDataObject]> = [
	['mapped contact properties', { ...upsert, ...propertiesMapper({}) }, {}],
	[
		"contact properties with Don't Send",
		{ ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson: '{"seats":4}' },
		{ unknownProperties: 'dontSend' },
	],
	['a mapped event', { ...planChanged, ...eventMapper({}) }, {}],
	['mapped variables', { ...sendEmail, ...variablesMapper([]) }, {}],
	["variables with Don't Send", sendEmail, { missingVariables: 'dontSend' }],
	[
		'names with Validate Only',
		{ ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson: '{"seats":4}' },
		{ validateOnly: true },
	],
	['an event with Validate Only', { ...sendEvent, eventName: 'signup' }, { validateOnly: true }],
	['variables with Validate Only', sendEmail, { validateOnly: true }],
];
const faults: Array<[string, Fault, number]> = [
	['is refused', { kind: 'status', status: 403 }, 8_000],
	['fails', { kind: 'status', status: 500 }, 14_000],
	['hangs', { kind: 'hang' }, 40_000],
	['is rate-limited', { kind: 'status', status: 429, headers: { 'retry-after': '20' } }, 40_000],
];

describe.each(faults)('a look-up that %s', (_fault, fault, maxMs) => {
	it.each(goesOn)('holds 60 items up once, and all are sent: %s', async (_name, parameters) => {
		always(fault);
		const startedAt = Date.now();
		const { hints, json } = await loops.run(each(parameters), people(60));
		expect(Date.now() - startedAt).toBeLessThan(maxMs);
		expect(json).toHaveLength(60);
		expect(hints.filter((hint) => hint.includes('could not be read'))).toEqual([
			expect.stringContaining('[all 60 items]'),
		]);
		expect(lookUps().length).toBeLessThanOrEqual(5);
	});

	it.each(needs)(
		'holds 60 items up once, and all are refused: %s',
		async (_name, parameters, options) => {
			always(fault);
			const startedAt = Date.now();
			const rows = people(60).map((person) => ({ ...person, seats: '4' }));
			const { failed } = await loops.run(each(parameters, options), rows, { onError });
			expect(Date.now() - startedAt).toBeLessThan(maxMs);
			expect(failed.map(({ json: { n, error } }) => [n, (error as IDataObject).message])).toEqual(
				rows.map(({ n }) => [n, expect.stringMatching(`\\[item ${n}\\]$`)]),
			);
			expect(lookUps().length).toBeLessThanOrEqual(5);
			expect(loops.emulator.requests.length).toBe(lookUps().length);
		},
	);
});
