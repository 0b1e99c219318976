import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow, type ToolCalling } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { eventMapper, propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { onceBy, perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

/** Calls the node once as an AI agent and returns the answer. */
async function callTool(
	parameters: IDataObject,
	filled: IDataObject,
	calling: ToolCalling = 'engine',
): Promise<string> {
	const run = await runWorkflow(
		source,
		loops.credentials(),
		agentWorkflow(parameters, { toolCalling: calling }),
		[{ json: { calls: [filled] } }],
	);
	return JSON.stringify(outputOf(run, 'Agent')[0]);
}

const body = () => loops.calls().at(-1)?.body;

/** Values that models send for a field without a value. */
const BLANKS = ['', ' ', '\u00a0\n', 'null', 'NULL', ' Null\u200b', 'undefined', 'UNDEFINED', null];
/** Enough for a field: which texts are blank is the same for all. */
const SOME_BLANKS = ['', ' Null\u200b', null];

const gap = "={{ $fromAI('gap', 'What may be missing', 'string') }}";
const each = (names: string[]) => Object.fromEntries(names.map((name) => [name, gap]));
const TYPES = {
	planName: 'string',
	seats: 'number',
	isBeta: 'boolean',
	trialEndsAt: 'dateTime',
} as const;
const names = Object.keys(TYPES);
const rows = (types: string[]) => ({
	assignments: types.map((type) => ({ id: type, name: type, type, value: gap })),
});
const asJson = (keys: string[]) =>
	`={{ ({ ${keys.map((key) => `${key}: $fromAI('gap')`).join(', ')} }) }}`;

const { create, upsert, update, sendEvent, sendEmail } = parametersOf;

/** Operations with fields that the model fills in. */
const CALLS: Array<[name: string, parameters: IDataObject]> = [
	['contact properties', { ...upsert, ...propertiesMapper(TYPES, each(names)) }],
	['contact properties without schema', { ...update, ...propertiesMapper({}, each(names)) }],
	[
		'contact properties in JSON',
		{ ...upsert, additionalFields: { contactPropertiesJson: asJson([...names, 'subscribed']) } },
	],
	[
		'the JSON of contact properties',
		{ ...upsert, additionalFields: { contactPropertiesJson: gap } },
	],
	[
		'event properties',
		{
			...sendEvent,
			options: { extraEventProperties: rows(['string', 'number', 'boolean', 'array', 'any']) },
		},
	],
	[
		'event properties in JSON',
		{ ...sendEvent, options: { eventPropertiesJson: asJson(['plan']) } },
	],
	['the JSON of event properties', { ...sendEvent, options: { eventPropertiesJson: gap } }],
	['data variables', { ...sendEmail, ...variablesMapper(['firstName'], each(['firstName'])) }],
	[
		'extra data variables',
		{
			...sendEmail,
			dataVariables: {},
			options: { extraDataVariables: rows(['string', 'number', 'array']) },
		},
	],
	[
		'data variables in JSON',
		{ ...sendEmail, dataVariables: {}, options: { dataVariablesJson: asJson(['firstName']) } },
	],
	[
		'the JSON of data variables',
		{ ...sendEmail, dataVariables: {}, options: { dataVariablesJson: gap } },
	],
	['a new email', withAdded(update, { changeEmailTo: gap })],
	['a user ID', withAdded(create, { userId: gap })],
	['the subscription', withAdded(upsert, { subscription: gap })],
	['the lists', withAdded(upsert, { addToList: gap, removeFromList: `${gap},${gap.slice(1)}` })],
	['one list', withAdded(upsert, { addToList: `={{ [$fromAI('gap')] }}` })],
	['the JSON of lists', withAdded(sendEvent, { mailingListsJson: gap })],
	[
		'lists in JSON',
		withAdded(sendEvent, { mailingListsJson: asJson(['cm9list0investors00000003']) }),
	],
	['what to clear', withAdded(upsert, { clearProperty: gap })],
	['the audience', withAdded(sendEmail, { addToAudience: gap })],
	['attachments', withAdded(sendEmail, { attachments: gap })],
];

/** The request without the optional field. */
const bare: Record<string, IDataObject> = {
	'contact create': { email: 'new@example.com' },
	'contact upsert': { email: 'kim@example.com' },
	'contact update': { userId: 'u-77' },
	'event send': { email: 'kim@example.com', eventName: 'signup' },
	'transactionalEmail send': {
		email: 'kim@example.com',
		transactionalId: 'cm8tx0welcome00000000001a',
	},
};

describe('a field that an AI agent leaves blank', () => {
	it.each(CALLS)('is not sent: %s', async (_name, parameters) => {
		const { resource, operation, dataVariables } = parameters;
		const sent = { ...bare[`${resource} ${operation}`] };
		// These calls have data variables besides the blank field.
		if (dataVariables === sendEmail.dataVariables) sent.dataVariables = { firstName: 'Kim' };
		const before = loops.emulator.contact('kim@example.com');
		for (const nothing of SOME_BLANKS) {
			loops.emulator.reset();
			const answer = await callTool(parameters, { gap: nothing });
			expect(body(), `${JSON.stringify(nothing)}: ${answer}`).toEqual(sent);
			expect(loops.emulator.contact('kim@example.com')).toEqual(before);
		}
	});
});

// AI Agent 3 merges all that its model gives into the input of the tool.
it.each([
	['contact properties', { ...upsert, ...propertiesMapper(TYPES) }],
	['event properties', { ...sendEvent, ...eventMapper({ plan: 'string' }) }],
	['data variables', { ...sendEmail, ...variablesMapper(['firstName']) }],
])('adds no field of its own to %s that are mapped automatically', async (_name, parameters) => {
	const answer = await callTool(parameters, { firstName: 'Eve', planName: 'team', plan: 'team' });
	expect(answer).toContain("can't be mapped automatically in a tool");
	expect(loops.calls()).toEqual([]);
});

const REAL_VALUES = { planName: 'None', referrer: 'n/a', lastName: 'Nullmeier' };

it.each(BLANKS)(
	'ignores a property or variable whose name an AI agent fills with %j',
	async (nothing) => {
		const row = { assignments: [{ id: 'a', name: gap, type: 'string', value: 'x' }] };
		const { sendEmail, sendEvent } = parametersOf;
		await callTool({ ...sendEvent, options: { extraEventProperties: row } }, { gap: nothing });
		expect(body()).not.toHaveProperty('eventProperties');
		await callTool({ ...sendEmail, options: { extraDataVariables: row } }, { gap: nothing });
		expect(body()).not.toHaveProperty('dataVariables.null');
		expect(loops.calls()).toHaveLength(2);
	},
);

it('sends None, n/a and names that start with Null', async () => {
	const contactPropertiesJson = "={{ $fromAI('properties', '', 'json') }}";
	await callTool(
		{ ...upsert, additionalFields: { contactPropertiesJson } },
		{ properties: REAL_VALUES },
	);
	expect(body()).toEqual({ ...bare['contact upsert'], ...REAL_VALUES });
});

it('clears a property that an AI agent names', async () => {
	const parameters = {
		...upsert,
		...propertiesMapper({ planName: 'string', seats: 'number' }, { planName: gap, seats: 7 }),
		additionalFields: { clearProperty: "={{ $fromAI('clear') }}" },
	};
	await callTool(parameters, { gap: '', clear: 'planName' });
	expect(body()).toEqual({ ...bare['contact upsert'], planName: null, seats: 7 });
});

describe('a required value that an AI agent leaves blank', () => {
	const options = (given: IDataObject) => ({ ...sendEvent, options: given });
	const file = { filename: gap, contentType: 'text/plain', data: 'aGk=' };
	it.each<[string, IDataObject]>([
		['Email', { ...upsert, email: gap }],
		['User ID', { ...upsert, findBy: 'userId', userId: gap }],
		['Event Name', { ...sendEvent, eventName: gap }],
		['Transactional Email', { ...sendEmail, transactionalId: { mode: 'id', value: gap } }],
		['Send Only Once: Key', options(perKey(gap))],
		['Send Only Once: Key', options(perRawKey(gap))],
		[
			'Header Idempotency-Key',
			options({ headers: { header: [{ name: 'Idempotency-Key', value: gap }] } }),
		],
		['Send Only Once: Mode', options(onceBy(gap))],
		['Validate Only', options({ validateOnly: gap })],
		['Unknown Properties', withAdded(sendEvent, { unknownProperties: gap })],
		['File Name', withAdded(sendEmail, { attachments: { base64: [file] } })],
	])('is refused: %s', async (field, parameters) => {
		for (const nothing of SOME_BLANKS) {
			expect(await callTool(parameters, { gap: nothing })).toContain(`'${field}'`);
		}
		expect(loops.calls()).toEqual([]);
	});
});

it('does not send blank fields for an agent that calls the tool itself', async () => {
	const parameters = { ...upsert, ...propertiesMapper(TYPES, each(names)) };
	expect(await callTool(parameters, { gap: 'null' }, 'itself')).toContain('success');
	expect(body()).toEqual(bare['contact upsert']);
});
