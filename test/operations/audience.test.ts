import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { takeContradictions } from '../harness/contradictions.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const create = contentParameters('campaign create');
const update = contentParameters('campaign update');
const segment = contentParameters('audienceSegment create');
const ofCampaign = (fields: object, audienceKind = 'conditions'): IDataObject => ({
	...create,
	audienceKind,
	...fields,
});
const inJson = (filterJson: string) => ofCampaign({ filterJson }, 'json');
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
			await loops.run(inJson(filterJson), [{ filter }]);
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
		await loops.expectRefusal(
			{ ...segment, conditions, additionalFields: { filterJson } } as IDataObject,
			"'Conditions' and 'Filter (JSON)' are both set",
		);
	});

	it("is refused beside another 'Match'", async () => {
		const filterJson = JSON.stringify({ ...filter, match: 'all' });
		const said = "'Match' and 'Filter (JSON)' are both set";
		const added = { conditions: {}, match: 'any', additionalFields: { filterJson } };
		await loops.expectRefusal({ ...segment, ...added } as IDataObject, said);
	});

	// Without a filter, the audience could be everybody.
	it.each(['{}', '', '={{ $json.nothing }}', '={{ {} }}', '{ "match": "all", "conditions": [] }'])(
		'is refused if it is empty: %j',
		async (filterJson) => {
			for (const each of [
				inJson(filterJson),
				{ ...update, audienceChange: 'json', filterJson },
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
			inJson(filterJson),
			"'Filter (JSON)': {{ $json.nothing }} returns nothing",
		);
	});
});

it.each<[string, IDataObject]>([
	['a new campaign', ofCampaign({ conditions: {} })],
	['a campaign', { ...update, audienceChange: 'conditions', conditions: {} }],
	['a segment', { ...segment, conditions: {} }],
])('Conditions without a row are refused: %s', async (_case, parameters) => {
	await loops.expectRefusal(parameters, "'Conditions' is empty");
});

const LIST = 'cm9list0productnews000002';
const SEGMENT = 'cm9segment0teams00000001';
const isBeta = rows({ property: 'isBeta', operator: 'isTrue' });
const ofBeta = {
	match: 'all',
	conditions: [{ type: 'property', key: 'isBeta', operator: 'isTrue' }],
};
const leftOver = { audienceSegment: SEGMENT, ...isBeta, filterJson: '{ "match": "all" }' };

describe('Only Who', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['everyone', {}, {}],
		['segment', { audienceSegment: SEGMENT }, { audienceSegmentId: SEGMENT }],
		['conditions', isBeta, { audienceFilter: ofBeta }],
		['json', { filterJson: JSON.stringify(ofBeta) }, { audienceFilter: ofBeta }],
	])('of Campaign > Create combines with a list: %s', async (audienceKind, fields, body) => {
		const audience = { audienceList: LIST, audienceKind, ...leftOver, ...fields };
		await loops.expectSuccess({ ...create, ...audience });
		expect(sent()).toEqual({ name: create.name, mailingListId: LIST, ...body });
	});

	const changed = { ...contentParameters('campaign update'), updateFields: {} };

	it.each<[string, IDataObject, IDataObject]>([
		['asItIs', { audienceList: LIST }, { mailingListId: LIST }],
		['everyone', {}, { audienceSegmentId: null, audienceFilter: null }],
		['segment', { audienceSegment: SEGMENT }, { audienceSegmentId: SEGMENT }],
		['conditions', isBeta, { audienceFilter: ofBeta }],
		['json', { filterJson: JSON.stringify(ofBeta) }, { audienceFilter: ofBeta }],
	])('of Campaign > Update sends only what it says: %s', async (audienceChange, fields, body) => {
		await loops.expectSuccess({ ...changed, audienceChange, ...leftOver, ...fields });
		expect(sent()).toEqual(body);
	});

	it('leaves the audience as it is unless it says otherwise', async () => {
		await loops.expectSuccess(update);
		expect(sent()).toEqual({ name: 'October' });
		await loops.expectError({ ...changed, ...leftOver }, 'There is nothing to update');
	});

	it.each([
		['create', 'audienceKind'],
		['update', 'audienceChange'],
	])('of Campaign > %s has to be one of the choices', async (operation, name) => {
		const parameters = { ...contentParameters(`campaign ${operation}`), [name]: 'everybody' };
		await loops.expectRefusal(parameters, "'Only Who' can't be \"everybody\"");
	});

	it.each([
		['create', 'audienceKind'],
		['update', 'audienceChange'],
	])('of Campaign > %s needs the segment that it asks for', async (operation, name) => {
		const parameters = { ...contentParameters(`campaign ${operation}`), [name]: 'segment' };
		const audienceSegment = '={{ null }}';
		await loops.expectRefusal({ ...parameters, audienceSegment }, "'Audience Segment' is empty");
	});
});

describe('Clear Mailing List', () => {
	const clear = (clearMailingList: unknown, others = {}) =>
		({ ...update, updateFields: { clearMailingList }, ...others }) as IDataObject;

	it('removes the list, and can leave everyone', async () => {
		await loops.run(clear(true));
		expect(sent()).toEqual({ mailingListId: null });
		await loops.run(clear(true, { audienceChange: 'everyone' }));
		expect(sent()).toEqual({ mailingListId: null, audienceSegmentId: null, audienceFilter: null });
	});

	it('is refused beside another list', async () => {
		const said = "'Mailing List' and 'Clear Mailing List' are both set";
		await loops.expectRefusal(clear(true, { audienceList: LIST }), said);
	});

	it('changes nothing if it is off', async () => {
		await loops.expectError(clear(false), 'There is nothing to update');
	});
});

it('Campaign > Update never schedules the campaign', async () => {
	const filterJson =
		'{ "match": "all", "conditions": [{ "type": "optIn" }], "scheduling": { "method": "now" } }';
	await loops.run({ ...update, updateFields: {}, audienceChange: 'json', filterJson });
	expect(Object.keys(sent())).toEqual(['audienceFilter']);
	expect(loops.emulator.content.scheduled).toEqual([]);
	expect(takeContradictions()).toHaveLength(1);
});
