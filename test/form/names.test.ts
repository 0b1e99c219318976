import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const INVESTORS = 'cm9list0investors00000003';
const NEWS = 'cm9list0productnews000002';
const WELCOME = 'cm8tx0welcome00000000001a';
const { create, sendEmail, sendEvent, subscribe, unsubscribe, update, upsert } = parametersOf;
const campaign = contentParameters('campaign create');
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

type Row = [what: string, parameters: IDataObject, list: string, expected: object];

const lists = (expected: object) => ({ mailingLists: expected });
const inBody: Row[] = [
	...[subscribe, unsubscribe].map((call): Row => {
		const isOn = call.operation === 'subscribe';
		const given = '={{ [$json.list, "Product news"] }}';
		return [
			call.operation,
			{ ...call, mailingList: given },
			'/v1/lists',
			lists({ [INVESTORS]: isOn, [NEWS]: isOn }),
		];
	}),
	...[create, upsert, update, sendEvent].map((call): Row => {
		const fields = {
			addToList: '={{ $json.list }}',
			removeFromList: 'Release notes',
			mailingListsJson: '{ "Product news": true }',
		};
		const expected = { [NEWS]: true, [INVESTORS]: true, cm9list0releasenotes00001: false };
		return [call.operation, withAdded(call, fields), '/v1/lists', lists(expected)];
	}),
	[
		'a campaign for a list',
		{ ...campaign, audienceList: '={{ $json.list }}' },
		'/v1/lists',
		{ mailingListId: INVESTORS },
	],
	[
		'a campaign for a segment',
		{ ...campaign, audienceSegment: 'Teams' },
		'/v1/audience-segments',
		{ audienceSegmentId: 'cm9segment0teams00000001' },
	],
	[
		'the group of a campaign',
		{ ...campaign, additionalFields: { campaignGroup: 'Newsletters' } },
		'/v1/campaign-groups',
		{ campaignGroupId: 'cm9cgroup0newsletters001' },
	],
	[
		'properties to clear',
		withAdded(upsert, { clearProperty: '={{ ["Plan Name", "seats"] }}' }),
		'/v1/contacts/properties',
		{ planName: null, seats: null },
	],
	[
		'a property of a row',
		{
			...sendEvent,
			additionalFields: {
				contactProperties: { property: [{ name: '={{ "Plan Name" }}', value: 'team' }] },
			},
		},
		'/v1/contacts/properties',
		{ planName: 'team' },
	],
	[
		'a condition',
		{
			...campaign,
			additionalFields: {
				conditions: { condition: [{ property: 'Is Beta', operator: 'isTrue' }] },
			},
		},
		'/v1/contacts/properties',
		{ audienceFilter: { conditions: [{ key: 'isBeta' }] } },
	],
	[
		'an email',
		{ ...sendEmail, transactionalId: byName(' Welcome ') },
		'/v1/transactional',
		{ transactionalId: WELCOME },
	],
];

const reads = (path: string) =>
	loops.emulator.requests.filter((each) => each.method === 'GET' && each.path === path);
const change = () => loops.emulator.requests.findLast(({ method }) => method !== 'GET');

describe('names in place of IDs', () => {
	it.each(inBody)('are looked up once a run: %s', async (_what, parameters, path, expected) => {
		const items = Array.from({ length: 3 }, () => ({ list: 'Investors' }));
		const single = parameters.operation === 'create' && parameters.resource === 'contact';
		await loops.expectSuccess(parameters, single ? items.slice(1, 2) : items);
		expect(change()?.body).toMatchObject(expected);
		// Each page once.
		expect(reads(path).length).toBeGreaterThan(0);
		expect(new Set(reads(path).map(({ query }) => query.cursor)).size).toBe(reads(path).length);
	});

	it.each<[string, IDataObject, string]>([
		['theme get', { themeId: byName('Brand') }, '/v1/themes/cm9theme0brand0000000001'],
		[
			'transactionalEmail get',
			{ transactionalId: byName('Welcome') },
			`/v1/transactional-emails/${WELCOME}`,
		],
		[
			'audienceSegment get',
			{ audienceSegmentId: byName('Teams') },
			'/v1/audience-segments/cm9segment0teams00000001',
		],
	])('choose what to look up: %s', async (of, by, path) => {
		await loops.run({ ...contentParameters(of), ...by });
		expect(reads(path)).toHaveLength(1);
	});

	it('are not looked up where an ID of Loops is given', async () => {
		await loops.run({ ...sendEmail, transactionalId: byName(WELCOME) });
		await loops.run(withAdded(upsert, { addToList: [NEWS] }));
		expect(loops.emulator.requests.map(({ method }) => method)).toEqual(['POST', 'PUT']);
	});

	it('show the ID in the request of Validate Only', async () => {
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...subscribe, mailingList: 'Product news', options });
		expect(json).toMatchObject([{ request: { body: { mailingLists: { [NEWS]: true } } } }]);
	});

	it('are those of the account: one workflow fits both', async () => {
		loops.emulator.reset({ mailingLists: [{ id: 'l1', name: 'Product news' }] });
		await loops.run(withAdded(upsert, { addToList: 'Product news' }));
		expect(change()?.body).toMatchObject({ mailingLists: { l1: true } });
	});
});

describe('a name', () => {
	beforeEach(() => {
		const named = ['a', 'b'].map((id) => ({ id, name: 'News' }));
		const others = [
			{ id: 'c', name: 'a' },
			{ id: NEWS, name: 'Product news' },
		];
		loops.emulator.reset({ mailingLists: [...named, ...others] });
	});

	it.each<[string, string]>([
		['News', `2 mailing lists are called "News"`],
		['news', `no mailing list has the name or ID "news"`],
		['Unheard of', `no mailing list has the name or ID "Unheard of"`],
	])('that is not exactly one is refused before the change: %s', async (list, said) => {
		const { error } = await loops.run(withAdded(upsert, { addToList: list }));
		expect(error?.message).toContain(`'Add to List Names or IDs': ${said}`);
		if (list === 'News') expect(error?.description).toContain('a, b');
		if (list === 'news') expect(error?.description).toContain("Did you mean 'News'?");
		expect(change()).toBeUndefined();
	});

	it('counts less than an ID', async () => {
		await loops.run(withAdded(upsert, { addToList: 'a' }));
		expect(change()?.body).toMatchObject({ mailingLists: { a: true } });
	});

	it('fails its item alone if the names cannot be read', async () => {
		loops.emulator.inject({ kind: 'status', status: 403, path: '/v1/lists' });
		const items = [{ list: 'a' }, { list: NEWS }];
		const onError = 'continueErrorOutput';
		const parameters = withAdded(upsert, { addToList: '={{ $json.list }}' });
		const { failed } = await loops.run(parameters, items, { onError });
		expect(failed).toHaveLength(1);
		expect(failed[0].json.error).toMatchObject({
			message: expect.stringContaining('The mailing lists could not be looked up.') as string,
		});
	});
});
