import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { takeContradictions } from '../harness/contradictions.mts';
import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const SEGMENT = 'cm9segment0teams00000001';
const optIn = { type: 'optIn', status: 'accepted' };
const filter = { match: 'all', conditions: [optIn] };
const isBeta = { condition: [{ property: 'isBeta', operator: 'isTrue' }] };
const inJson = (filterJson: string) => ({ audienceChange: 'json', filterJson });

const update = contentParameters('campaign update');
const schedule = contentParameters('campaign schedule');
const node = contentParameters('workflowNode update');
const campaign = () => loops.emulator.content.campaigns.get('cm9campaign0october00001')!;

describe('a segment and a filter in one request', () => {
	it.each<[string, IDataObject, IDataObject?]>([
		[
			'the JSON of a workflow node',
			{
				...node,
				nodePayload: JSON.stringify({ audienceSegmentId: SEGMENT, audienceFilter: filter }),
			},
		],
		[
			'the JSON of a workflow node, from data',
			{
				...node,
				nodePayload: '={{ ({ audienceSegmentId: $json.segment, audienceFilter: $json.filter }) }}',
			},
			{ segment: SEGMENT, filter },
		],
	])('are refused in %s, with a way out', async (_where, parameters, json = {}) => {
		const { error } = await loops.run(parameters, [json]);
		expect(error?.message).toContain('An audience segment and a filter are both set');
		expect(error?.description).toContain("'Audience Segment > Create'");
		expect(loops.changes()).toEqual([]);
	});
});

describe('Campaign > Update', () => {
	it.each([
		['audienceFilter', { audienceChange: 'segment', audienceSegment: SEGMENT }],
		['audienceSegmentId', { audienceChange: 'conditions', conditions: isBeta }],
	] as const)('replaces %s, and outputs the filter', async (gone, fields) => {
		Object.assign(campaign(), { [gone]: gone === 'audienceFilter' ? filter : SEGMENT });
		const { json, hints } = await loops.run({ ...update, ...fields });
		expect(hints).toEqual([]);
		expect(json[0]).toHaveProperty('audienceFilter');
		expect(campaign()[gone]).toBeNull();
	});
});

it.each([
	[{ audienceSegmentId: SEGMENT }, ['workflow node: setting a segment removes the filter']],
	[{ audienceFilter: filter }, ['workflow node: setting a filter removes the segment']],
	[{ appliesDownstream: true }, []],
])('Workflow Node > Update says what %j removes', async (payload, said) => {
	const { hints } = await loops.expectSuccess({
		...node,
		workflowId: byId('cm9workflow0trials000001'),
		workflowNodeId: byId('cm9node0teams00000000001'),
		nodePayload: JSON.stringify(payload),
	});
	expect(
		hints.map(
			(hint) =>
				/workflow node: setting a (segment|filter) removes the (segment|filter)/.exec(hint)?.[0],
		),
	).toEqual(said);
});

describe('Send to All Contacts', () => {
	it('sends a campaign without an audience', async () => {
		campaign().mailingListId = null;
		const { json } = await loops.expectSuccess({
			...schedule,
			options: { sendToAllContacts: true },
		});
		expect(loops.emulator.content.scheduled).toHaveLength(1);
		expect(json).toMatchObject([{ toAllContacts: true }]);
	});

	it('does not change the audience of a campaign that has one', async () => {
		await loops.run({ ...schedule, options: { sendToAllContacts: true } });
		expect(campaign().mailingListId).not.toBeNull();
	});

	it.each(['={{ $json.all }}', '={{ null }}', '={{ "perhaps" }}'])(
		'is not turned on by %s',
		async (sendToAllContacts) => {
			campaign().mailingListId = null;
			const { error } = await loops.run({ ...schedule, options: { sendToAllContacts } });
			expect(error?.message).toContain("'Send to All Contacts' is neither true nor false");
			expect(loops.changes()).toEqual([]);
		},
	);
});

describe('what an expression does not find never widens an audience', () => {
	it.each(['null', '""', '$json.nothing ?? null'])('of a workflow node: %s', async (value) => {
		for (const name of ['audienceFilter', 'audienceSegmentId']) {
			const object = `={{ ({ ${name}: ${value} }) }}`;
			const text = `={ "${name}": {{ JSON.stringify(${value}) }} }`;
			for (const nodePayload of [object, text]) {
				const { error } = await loops.run({ ...node, nodePayload });
				expect(error?.message).toContain(`'Payload (JSON)': '${name}' has no value`);
			}
		}
		expect(loops.changes()).toEqual([]);
	});

	it('but null that a person typed clears it', async () => {
		await loops.expectSuccess({
			...node,
			workflowId: byId('cm9workflow0trials000001'),
			workflowNodeId: byId('cm9node0teams00000000001'),
			nodePayload: '{ "audienceSegmentId": null }',
		});
	});

	const inForm = (row: IDataObject) => ({
		audienceChange: 'conditions',
		conditions: { condition: [{ property: 'planName', operator: 'notEquals', ...row }] },
	});

	it.each<IDataObject>([
		{ operator: '={{ $json.nothing }}', value: 'pro' },
		{ operator: '={{ null }}', value: 'pro' },
		{ property: '={{ null }}', value: 'pro' },
		{ value: '={{ null }}' },
		{ value: "={{ 'pro-' + $json.none }}" },
		{ value: '={{ String($json.none) }}' },
		{ value: "={{ DateTime.fromISO('x').toFormat('yyyy') }}" },
		{ value: '\u0000' },
	])('as a part of a condition: %j', async (row) => {
		await loops.expectError({ ...update, ...inForm(row) }, "'Conditions: ");
		expect(loops.changes()).toEqual([]);
	});

	it.each(['Infinity', '#SALE!', 'null', ' pro'])(
		'but %j that a person typed is sent',
		async (value) => {
			await loops.expectSuccess({ ...update, ...inForm({ value }) });
			expect(JSON.stringify(loops.changes()[0].body)).toContain(`"value":"${value}"`);
		},
	);

	it.each([null, undefined, '', ' ', '\u200b'])('as a value in JSON: %j', async (value) => {
		const condition = { type: 'property', key: 'planName', operator: 'notEquals', value };
		const found = { match: 'all', conditions: [condition] };
		for (const [field, parameters] of [
			['Filter', { ...update, ...inJson(JSON.stringify(found)) }],
			['Payload', { ...node, nodePayload: '={{ ({ audienceFilter: $json.found }) }}' }],
		] as const) {
			const said = new RegExp(`'${field} \\(JSON\\).*value' (is empty|can't be undefined)`);
			await loops.expectError(parameters, said, [{ found }]);
		}
		expect(loops.changes()).toEqual([]);
	});

	it('as text that JavaScript made of it, in JSON', async () => {
		const condition = `{ type: 'property', key: 'planName', operator: 'notEquals', value: 'pro-' + $json.none }`;
		const filterJson = `={{ ({ match: 'all', conditions: [${condition}] }) }}`;
		const said = "'Filter (JSON): value' contains 'undefined'";
		await loops.expectError({ ...update, ...inJson(filterJson) }, said);
		expect(loops.changes()).toEqual([]);
	});

	it.each([
		['a mailing list', { audienceList: '={{ null }}' }],
		['a segment', { audienceChange: 'segment', audienceSegment: '={{ null }}' }],
		['conditions', { audienceChange: 'conditions', conditions: '={{ null }}' }],
		['a filter', inJson('={{ null }}')],
		['who', { audienceChange: '={{ null }}' }],
		['what is cleared', { updateFields: { clearMailingList: '={{ null }}' } }],
	])('as %s', async (_what, fields) => {
		const { error } = await loops.run({ ...update, ...fields });
		expect(error).toBeDefined();
		expect(loops.changes()).toEqual([]);
	});

	it('but null in a filter as Loops gives it is sent', async () => {
		const condition = { type: 'property', key: 'seats', operator: 'notEmpty', value: null };
		const filterJson = JSON.stringify({ match: 'all', conditions: [condition] });
		await loops.run({ ...update, ...inJson(filterJson) });
		expect(loops.changes()).toHaveLength(1);
		takeContradictions();
	});
});
