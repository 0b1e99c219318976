import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesInJson, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters, parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator();

const { create, sendEmail, sendEvent, subscribe, upsert } = parametersOf;
const UNKNOWN = 'cm9nothing00000000000001';
const planChanged = { ...sendEvent, eventName: { __rl: true, mode: 'list', value: 'planChanged' } };

const validate = async (parameters: IDataObject, items: IDataObject[] = [{}]) => {
	const options = { ...(parameters.options as IDataObject), validateOnly: true };
	const { json, error } = await loops.run({ ...parameters, options }, items);
	expect(error).toBeUndefined();
	expect(loops.changes()).toEqual([]);
	return json;
};
const lookUps = () => loops.emulator.requests.map(({ path }) => path.replace('/v1', ''));

describe('a contact property that was deleted since the form was filled in', () => {
	const warning = expect.stringContaining("has no contact property 'tier'");
	const forms: Array<[string, IDataObject, IDataObject?]> = [
		['typed', propertiesMapper({ tier: 'string' }, { tier: 'gold' })],
		['mapped', propertiesMapper({ tier: 'string' }), { tier: 'gold' }],
		['in JSON', propertiesInJson({ tier: 'gold' })],
	];

	it.each(forms)('is a warning of Validate Only: %s', async (_how, form, item) => {
		for (const operation of [upsert, create]) {
			const [{ ready, warnings }] = await validate(
				{ ...operation, email: 'new@example.com', ...form },
				[item ?? {}],
			);
			expect([ready, warnings]).toEqual([true, [warning]]);
		}
	});

	it.each(forms)("is not ready with Don't Send: %s", async (_how, form, item) => {
		const options = { unknownProperties: 'dontSend' };
		const [{ ready, reasons }] = await validate({ ...upsert, ...form, options }, [item ?? {}]);
		expect([ready, reasons]).toEqual([false, [warning]]);
	});

	it('is not taken from a copy of an earlier run', async () => {
		const form = propertiesMapper({ tier: 'string' }, { tier: 'gold' });
		loops.emulator.reset({ properties: [{ key: 'tier', type: 'string' }] });
		expect((await validate({ ...upsert, ...form }))[0].warnings).toEqual([]);
		loops.emulator.reset({ properties: [] });
		expect((await validate({ ...upsert, ...form }))[0].warnings).toEqual([warning]);
	});
});

describe('an event that has changed since the form was filled in', () => {
	const gone = { ...sendEvent, eventName: { __rl: true, mode: 'list', value: 'trialOver' } };

	it.each<[string, IDataObject, RegExp]>([
		['the event', gone, /^Loops lists no event 'trialOver'\./],
		[
			'the event with typed properties',
			{ ...gone, ...eventMapper({ plan: 'string' }, { plan: 'team' }) },
			/^Loops lists no event 'trialOver'\./,
		],
		[
			'a typed property',
			{ ...planChanged, ...eventMapper({ coupon: 'string' }, { coupon: 'SPRING' }) },
			/^The event 'planChanged' has no property 'coupon'\./,
		],
		[
			'a renamed property',
			{ ...planChanged, ...eventMapper({ planNow: 'string' }, { planNow: 'team' }) },
			/^The event 'planChanged' has no property 'planNow'\./,
		],
		[
			'a mapped property',
			{ ...planChanged, ...eventMapper({ coupon: 'string' }) },
			/^The event 'planChanged' has no property 'coupon'\./,
		],
	])('is a warning of Validate Only: %s', async (_what, parameters, warning) => {
		const [{ ready, warnings }] = await validate(parameters, [{ coupon: 'SPRING' }]);
		expect([ready, warnings]).toEqual([true, [expect.stringMatching(warning)]]);
	});

	it('has its values sent by the types of the form, in Validate Only as in a run', async () => {
		const form = eventMapper({ seats: 'string' }, { seats: '4' });
		const [{ request, warnings }] = await validate({ ...planChanged, ...form });
		await loops.run({ ...planChanged, ...form });
		expect((request as IDataObject).body).toEqual(loops.changes()[0].body);
		expect(warnings).toEqual([expect.stringContaining('⋮ > Refresh')]);
	});
});

describe('a list, segment, group or property that was deleted in Loops', () => {
	const additional = (entry: IDataObject) => ({ additionalFields: entry });
	const campaign = contentParameters('campaign create');
	const condition = { property: 'tier', operator: 'notEmpty' };
	const filterJson = JSON.stringify({
		match: 'all',
		conditions: [{ type: 'property', key: 'tier', operator: 'notEmpty' }],
	});

	it.each<[string, IDataObject, RegExp]>([
		['Subscribe', { ...subscribe, mailingList: [UNKNOWN] }, /no mailing list/],
		['a list to add', { ...upsert, ...additional({ addToList: [UNKNOWN] }) }, /no mailing list/],
		[
			'a list to drop from',
			{ ...upsert, ...additional({ removeFromList: [UNKNOWN] }) },
			/no mailing list/,
		],
		[
			'a list in JSON',
			{ ...upsert, ...additional({ mailingListsJson: JSON.stringify({ [UNKNOWN]: true }) }) },
			/no mailing list/,
		],
		[
			'the list of an event',
			{ ...sendEvent, ...additional({ addToList: [UNKNOWN] }) },
			/no mailing list/,
		],
		['the list of a campaign', { ...campaign, audienceList: byId(UNKNOWN) }, /no mailing list/],
		[
			'the segment of a campaign',
			{ ...campaign, audienceKind: 'segment', audienceSegment: byId(UNKNOWN) },
			/no audience segment/,
		],
		[
			'the new segment of a campaign',
			{
				...contentParameters('campaign update'),
				audienceChange: 'segment',
				audienceSegment: byId(UNKNOWN),
			},
			/no audience segment/,
		],
		[
			'the group of a campaign',
			{ ...campaign, ...additional({ campaignGroup: UNKNOWN }) },
			/no campaign group/,
		],
		[
			'the list of a workflow',
			{ ...contentParameters('workflow changeMailingList'), newMailingList: byId(UNKNOWN) },
			/no mailing list/,
		],
		[
			'the property of a condition',
			{
				...contentParameters('audienceSegment create'),
				conditions: { condition: [condition] },
			},
			/no contact property/,
		],
		[
			'the property in a filter in JSON',
			{
				...contentParameters('audienceSegment create'),
				conditions: {},
				...additional({ filterJson }),
			},
			/no contact property/,
		],
	])('is not ready: %s', async (_what, parameters, reason) => {
		const [{ ready, reasons }] = await validate(parameters);
		expect([ready, reasons]).toEqual([false, [expect.stringMatching(reason)]]);
		// A run leaves the refusal to Loops.
		expect((await loops.run(parameters)).error?.message).toBeDefined();
	});

	it('is named together with what else is wrong', async () => {
		const { reasons } = (
			await validate({ ...upsert, email: 'none', ...additional({ addToList: [UNKNOWN] }) })
		)[0];
		expect(reasons).toEqual([
			expect.stringContaining('not an email address'),
			expect.stringContaining('no mailing list'),
		]);
	});
});

describe('Validate Only', () => {
	it('looks up properties and lists once a run, and each distinct event once', async () => {
		const form = propertiesMapper({ planName: 'string' }, { planName: 'team' });
		const lists = { addToList: ['cm9list0productnews000002'] };
		await validate({ ...each({ ...upsert, ...form }), additionalFields: lists }, sampleItems(20));
		expect(lookUps().sort()).toEqual(['/contacts/properties', '/lists']);
		loops.emulator.reset();
		const eventName = {
			__rl: true,
			mode: 'list',
			value: '={{ $json.n % 2 ? "signup" : "planChanged" }}',
		};
		await validate(each({ ...sendEvent, eventName }), sampleItems(20));
		expect(lookUps().sort()).toEqual([
			'/event-patterns/by-name/planChanged',
			'/event-patterns/by-name/signup',
		]);
	});

	it('looks up a segment by its ID', async () => {
		const ofSegment = {
			audienceKind: 'segment',
			audienceSegment: byId('cm9segment0teams00000001'),
		};
		await validate({ ...contentParameters('campaign create'), ...ofSegment }, [{}, {}]);
		expect(lookUps()).toEqual(['/audience-segments/cm9segment0teams00000001']);
	});
});

describe.each([403, 500])(
	'a look-up that only Validate Only makes and that fails with %i',
	(status) => {
		const fails = () =>
			loops.emulator.inject({ kind: 'status', status, method: 'GET', times: 'always' });

		it.each<[string, IDataObject]>([
			[
				'the properties',
				{ ...upsert, ...propertiesMapper({ planName: 'string' }, { planName: 'x' }) },
			],
			['a property in JSON', { ...upsert, ...propertiesInJson({ planName: 'x' }) }],
			['a list', { ...upsert, additionalFields: { addToList: ['cm9list0productnews000002'] } }],
			['an event', planChanged],
			['variables', sendEmail],
			[
				'a segment',
				{
					...contentParameters('campaign create'),
					audienceKind: 'segment',
					audienceSegment: byId('cm9segment0teams00000001'),
				},
			],
			['whether a contact exists', { ...create, email: 'new@example.com' }],
		])('is a warning: %s', async (_what, parameters) => {
			fails();
			const [{ ready, warnings }] = await validate(parameters);
			expect([ready, warnings]).toEqual([
				true,
				[expect.stringMatching(/could not be (read|looked up|checked)/)],
			]);
		});
	},
);

it('Validate Only fails with a wrong API key, as a run does', async () => {
	loops.emulator.inject({ kind: 'status', status: 401, method: 'GET', times: 'always' });
	const form = propertiesMapper({ planName: 'string' }, { planName: 'x' });
	const { error } = await loops.run({ ...upsert, ...form, options: { validateOnly: true } });
	expect(error?.message).toContain('HTTP 401');
	const additionalFields = { addToList: ['cm9list0productnews000002'] };
	const { hints } = await loops.run(
		{ ...upsert, additionalFields, options: { validateOnly: true } },
		[{}, {}],
		{ onError: 'continueRegularOutput' },
	);
	expect(hints).toContain('Validate Only is on: nothing was sent. 2 failed.');
});

it('Validate Only warns of an event that a team without the content API cannot look up', async () => {
	const path = '/v1/event-patterns/by-name/signup';
	loops.emulator.inject({ kind: 'status', status: 401, path, times: 'always' });
	const eventName = { __rl: true, mode: 'name', value: 'signup' };
	const [{ ready, warnings }] = await validate({ ...sendEvent, eventName });
	expect([ready, warnings]).toEqual([true, [expect.stringContaining('could not be looked up')]]);
});
