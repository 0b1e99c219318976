import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { takeContradictions } from '../harness/contradictions.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const create = contentParameters('campaign create');
const update = contentParameters('campaign update');
const segment = contentParameters('audienceSegment create');
const ofCampaign = (additionalFields: object): IDataObject =>
	({ ...create, additionalFields }) as IDataObject;
const rows = (...condition: object[]) => ({ conditions: { condition } });
const sent = () => loops.changes().at(-1)?.body as IDataObject;

const FROM = '2026-01-31T00:00:00.000Z';
/** A row of the form, and what is sent. */
const pair = (row: IDataObject, sent: IDataObject = row): [IDataObject, IDataObject] => [row, sent];
const OPERATORS = [
	...['any', 'empty', 'notEmpty', 'isTrue', 'isFalse', 'dateEmpty', 'dateNotEmpty'].map(
		(operator) => pair({ operator, value: 'left over' }, { operator }),
	),
	...['contains', 'notContains', 'equals', 'notEquals'].map((operator) =>
		pair({ operator, value: '7' }),
	),
	pair({ operator: 'numberEquals', value: '7' }, { operator: 'equals', value: 7 }),
	pair({ operator: 'numberNotEquals', value: '={{ 0 }}' }, { operator: 'notEquals', value: 0 }),
	pair({ operator: 'greaterThan', value: '-1.5' }, { operator: 'greaterThan', value: -1.5 }),
	pair({ operator: 'lessThan', value: '3' }, { operator: 'lessThan', value: 3 }),
	pair({ operator: 'after', value: '2026-01-31' }, { operator: 'after', value: FROM }),
	pair(
		{ operator: 'before', value: '={{ $json.at }}' },
		{ operator: 'before', value: '2026-02-01T12:30:00.000Z' },
	),
	pair(
		{ operator: 'between', value: '2026-01-31', to: '2026-02-28T23:59:59+01:00' },
		{ operator: 'between', value: { from: FROM, to: '2026-02-28T22:59:59.000Z' } },
	),
];

describe('conditions of an audience', () => {
	it.each(OPERATORS)('send the operator of %j', async (row, condition) => {
		const items = [{ at: '2026-02-01T13:30:00+01:00' }];
		await loops.expectSuccess(ofCampaign(rows({ property: 'planName', ...row })), items);
		const conditions = [{ type: 'property', key: 'planName', ...condition }];
		expect(sent().audienceFilter).toEqual({ match: 'all', conditions });
	});

	it('are tested for all 18 operators', () => {
		expect(OPERATORS).toHaveLength(18);
	});

	it('have to be met all or any', async () => {
		const { conditions } = rows(
			{ property: 'isBeta', operator: 'isTrue' },
			{ property: 'planName', operator: 'equals', value: 'team' },
		);
		await loops.run(ofCampaign({ conditions, match: 'any' }));
		expect(sent().audienceFilter).toMatchObject({ match: 'any' });
		await loops.run({ ...segment, conditions, match: 'any' } as IDataObject);
		expect(sent().filter).toMatchObject({ match: 'any' });
	});

	it.each<[IDataObject, string]>([
		[{ operator: 'equals', value: 'team' }, "'Conditions: Property Name or ID' is empty"],
		[{ property: '={{ $json.nothing }}' }, "'Conditions: Property Name or ID' is empty"],
		[
			{ property: '=plan{{ $json.nothing }}' },
			"'Conditions: Property Name or ID': {{ $json.nothing }} returns nothing",
		],
		[{ property: 'planName', operator: 'like' }, "'Conditions: Operator' can't be \"like\""],
		[{ property: 'planName', operator: 'contains' }, "'Conditions: Value' is empty"],
		[{ property: 'planName', value: '={{ $json.nothing }}' }, "'Conditions: Value' is empty"],
		[
			{ property: 'planName', value: '=a{{ $json.nothing }}' },
			'{{ $json.nothing }} returns nothing',
		],
		[{ property: 'seats', operator: 'lessThan', value: 'few' }, "'Conditions: Value' can't be"],
		[{ property: 'trialEndsAt', operator: 'after', value: 'soon' }, "'Conditions: Value' can't be"],
		[{ property: 'trialEndsAt', operator: 'between', value: FROM }, "'Conditions: To' is empty"],
		[
			{ property: 'trialEndsAt', operator: 'between', value: FROM, to: 'later' },
			"'Conditions: To' can't be",
		],
	])('are refused if incomplete or wrong: %j', async (row, said) => {
		await loops.expectRefusal(ofCampaign(rows(row)), said);
		await loops.expectRefusal({ ...segment, ...rows(row) } as IDataObject, said);
	});
});

describe('Filter (JSON)', () => {
	const filter = {
		match: 'any',
		conditions: [
			{ type: 'optIn', status: null },
			{
				type: 'activity',
				action: 'opened',
				negate: true,
				target: 'campaign',
				id: 'cm9campaign0october00001',
			},
		],
	};

	it.each([JSON.stringify(filter), '={{ $json.filter }}', '={{ JSON.stringify($json.filter) }}'])(
		'is sent unchanged: %s',
		async (filterJson) => {
			await loops.run(ofCampaign({ filterJson }), [{ filter }]);
			expect(sent().audienceFilter).toEqual(filter);
			await loops.run(
				{ ...segment, conditions: {}, additionalFields: { filterJson } } as IDataObject,
				[{ filter }],
			);
			expect(sent().filter).toEqual(filter);
		},
	);

	it('is refused beside conditions', async () => {
		const { conditions } = rows({ property: 'isBeta', operator: 'isTrue' });
		const filterJson = JSON.stringify(filter);
		const said = "'Conditions' and 'Filter (JSON)' are both set";
		await loops.expectRefusal(ofCampaign({ conditions, filterJson }), said);
		await loops.expectRefusal(
			{ ...segment, conditions, additionalFields: { filterJson } } as IDataObject,
			said,
		);
	});

	it("is refused beside another 'Match'", async () => {
		const filterJson = JSON.stringify({ ...filter, match: 'all' });
		const said = "'Match' and 'Filter (JSON)' are both set";
		await loops.expectRefusal(ofCampaign({ match: 'any', filterJson }), said);
		const added = { conditions: {}, match: 'any', additionalFields: { filterJson } };
		await loops.expectRefusal({ ...segment, ...added } as IDataObject, said);
		await loops.run(ofCampaign({ match: 'any', filterJson: JSON.stringify(filter) }));
		expect(sent().audienceFilter).toEqual(filter);
	});

	// Without a filter, the audience could be everybody.
	it.each(['{}', '', '={{ $json.nothing }}', '={{ {} }}', '{ "match": "all", "conditions": [] }'])(
		'is refused if it is empty: %j',
		async (filterJson) => {
			for (const each of [
				ofCampaign({ filterJson }),
				{ ...update, updateFields: { name: 'x', filterJson } },
				{ ...segment, conditions: {}, additionalFields: { filterJson } },
			]) {
				await loops.expectRefusal(each as IDataObject, "'Filter (JSON)' may match every contact");
			}
		},
	);

	it('is refused if an expression in it finds nothing', async () => {
		const value = '{{ $json.nothing }}';
		const condition = `{ "type": "property", "key": "planName", "operator": "contains", "value": "${value}" }`;
		const filterJson = `={ "match": "all", "conditions": [${condition}] }`;
		await loops.expectRefusal(
			ofCampaign({ filterJson }),
			"'Filter (JSON)': {{ $json.nothing }} returns nothing",
		);
	});
});

it.each<[string, IDataObject]>([
	['a new campaign', ofCampaign({ conditions: {} })],
	['a new campaign with Match alone', ofCampaign({ match: 'any' })],
	['a campaign', { ...update, updateFields: { conditions: {}, name: 'x' } }],
	['a segment', { ...segment, conditions: {} }],
])('Conditions without a row are refused: %s', async (_case, parameters) => {
	await loops.expectRefusal(parameters, "'Conditions' is empty");
});

describe('Clear Audience', () => {
	const clear = (fields: unknown, others = {}) =>
		({ ...update, updateFields: { clearAudience: fields, ...others } }) as IDataObject;

	it('sends null for the selected parts', async () => {
		await loops.run(clear(['mailingListId', 'audienceFilter']));
		expect(sent()).toEqual({ mailingListId: null, audienceFilter: null });
	});

	it.each([
		[['name'], {}, "'Clear Audience' can't be \"name\""],
		['={{ ["scheduling"] }}', {}, "'Clear Audience' can't be \"scheduling\""],
		[['mailingListId'], { audienceList: 'cm9list0investors00000003' }, 'but another field sets it'],
		[['audienceFilter'], rows({ property: 'seats', operator: 'any' }), 'but another field sets it'],
	])('refuses %j with %j', async (fields, others, said) => {
		await loops.expectRefusal(clear(fields, others), said);
	});

	it('fails if it is empty and nothing else is updated', async () => {
		await loops.expectError(clear([]), 'There is nothing to update');
	});
});

it('Campaign > Update never schedules the campaign', async () => {
	const filterJson =
		'{ "match": "all", "conditions": [{ "type": "optIn" }], "scheduling": { "method": "now" } }';
	await loops.run({ ...update, updateFields: { filterJson } });
	expect(Object.keys(sent())).toEqual(['audienceFilter']);
	expect(loops.emulator.content.scheduled).toEqual([]);
	expect(takeContradictions()).toHaveLength(1);
});
