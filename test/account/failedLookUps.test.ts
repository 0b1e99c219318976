import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, upsert } = parametersOf;
const planChanged = { ...sendEvent, eventName: { __rl: true, mode: 'list', value: 'planChanged' } };
const lookUps = () => loops.emulator.requests.filter(({ method }) => method === 'GET');
const onError = 'continueErrorOutput';

/** Injects a fault into every look-up from now on. */
const always = (fault: Fault) =>
	loops.emulator.inject({ ...fault, method: 'GET', times: 'always' });

/** Forms without a schema go out even if their look-up fails; what follows is refused. */
const sentAnyway: Array<[string, IDataObject]> = [
	['contact properties', { ...upsert, ...propertiesMapper({}, { planName: 'x' }) }],
	['an event', { ...planChanged, ...eventMapper({}, { seats: '4' }) }],
];
const refusedThen: Array<[string, IDataObject, IDataObject]> = [
	['mapped contact properties', { ...upsert, ...propertiesMapper({}) }, {}],
	[
		"contact properties with Don't Send",
		{ ...upsert, additionalFields: { contactPropertiesJson: '{"seats":4}' } },
		{ unknownProperties: 'dontSend' },
	],
	['a mapped event', { ...planChanged, ...eventMapper({}) }, {}],
	['mapped variables', { ...sendEmail, ...variablesMapper([]) }, {}],
	["variables with Don't Send", sendEmail, { missingVariables: 'dontSend' }],
];
const faults: Array<[string, Fault, number]> = [
	['is refused', { kind: 'status', status: 403 }, 8_000],
	['fails', { kind: 'status', status: 500 }, 14_000],
	['hangs', { kind: 'hang' }, 40_000],
	['is rate-limited', { kind: 'status', status: 429, headers: { 'retry-after': '20' } }, 40_000],
];

describe.each(faults)('a look-up that %s', (_fault, fault, maxMs) => {
	it.each(sentAnyway)('delays 20 items once, and all are sent: %s', async (_name, parameters) => {
		always(fault);
		const startedAt = Date.now();
		const { hints, json } = await loops.run(each(parameters), sampleItems(20));
		expect(Date.now() - startedAt).toBeLessThan(maxMs);
		expect(json).toHaveLength(20);
		expect(hints.filter((hint) => hint.includes('could not be read'))).toEqual([
			expect.stringContaining('[all 20 items]'),
		]);
		expect(lookUps().length).toBeLessThanOrEqual(5);
	});

	it.each(refusedThen)(
		'delays 20 items once, and all are refused: %s',
		async (_name, parameters, options) => {
			always(fault);
			const startedAt = Date.now();
			const rows = sampleItems(20).map((person) => ({ ...person, seats: '4' }));
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

it('a later run makes a failed look-up again', async () => {
	loops.emulator.inject({ kind: 'hang', method: 'GET', times: 3 });
	const { hints } = await loops.run(sentAnyway[0][1]);
	expect(hints).toEqual([expect.stringContaining('could not be read')]);
	expect((await loops.run(sentAnyway[0][1])).hints).toEqual([]);
});

it.each<IDataObject>([{}, { 'retry-after': '1' }, { 'retry-after': '20' }])(
	'look-ups for warnings give up at a rate limit that stays: %j',
	async (headers) => {
		always({ kind: 'status', status: 429, headers: { ...headers, 'x-ratelimit-limit': '10' } });
		const event = { __rl: true, mode: 'name', value: '=event{{ $json.n % 20 }}' };
		const startedAt = Date.now();
		const { json } = await loops.run(each({ ...sendEvent, eventName: event }), sampleItems(60));
		expect(json).toHaveLength(60);
		expect(Date.now() - startedAt).toBeLessThan(12_000);
	},
);

it('an endless list is read once per run', async () => {
	const body = { pagination: { nextCursor: 'again' }, data: [] };
	always({ kind: 'body', body });
	const mapped = { ...sendEmail, ...variablesMapper([]) };
	const { failed } = await loops.run(each(mapped), sampleItems(60), { onError });
	expect(failed).toHaveLength(60);
	expect(lookUps()).toHaveLength(2);
});
