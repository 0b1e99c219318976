import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { byName, contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const INVESTORS = 'cm9list0investors00000003';
const NEWS = 'cm9list0productnews000002';
const WELCOME = 'cm8tx0welcome00000000001a';
const { create, sendEmail, sendEvent, subscribe, unsubscribe, update, upsert } = parametersOf;
const campaign = contentParameters('campaign create');

interface Named {
	parameters: IDataObject;
	/** The list that Loops is asked for. */
	list: string;
	/** What the request contains in place of the names. */
	body: object;
}

const inBody: Array<[what: string, Named]> = [
	[
		'lists to subscribe to',
		{
			parameters: { ...subscribe, mailingList: '={{ [$json.list, "Product news"] }}' },
			list: '/v1/lists',
			body: { mailingLists: { [INVESTORS]: true, [NEWS]: true } },
		},
	],
	[
		'lists to unsubscribe from',
		{
			parameters: { ...unsubscribe, mailingList: '={{ [$json.list, "Product news"] }}' },
			list: '/v1/lists',
			body: { mailingLists: { [INVESTORS]: false, [NEWS]: false } },
		},
	],
	...[create, upsert, update, sendEvent].map((call): [string, Named] => [
		`lists in three fields of ${call.resource} ${call.operation}`,
		{
			parameters: {
				...call,
				additionalFields: {
					addToList: '={{ $json.list }}',
					removeFromList: 'Release notes',
					mailingListsJson: '{ "Product news": true }',
				},
			},
			list: '/v1/lists',
			body: {
				mailingLists: { [NEWS]: true, [INVESTORS]: true, cm9list0releasenotes00001: false },
			},
		},
	]),
	[
		'a campaign for a list',
		{
			parameters: { ...campaign, audienceList: '={{ $json.list }}' },
			list: '/v1/lists',
			body: { mailingListId: INVESTORS },
		},
	],
	[
		'a campaign for a segment',
		{
			parameters: { ...campaign, audienceKind: 'segment', audienceSegment: 'Teams' },
			list: '/v1/audience-segments',
			body: { audienceSegmentId: 'cm9segment0teams00000001' },
		},
	],
	[
		'the group of a campaign',
		{
			parameters: { ...campaign, additionalFields: { campaignGroup: 'Newsletters' } },
			list: '/v1/campaign-groups',
			body: { campaignGroupId: 'cm9cgroup0newsletters001' },
		},
	],
	[
		'properties to clear',
		{
			parameters: {
				...upsert,
				additionalFields: { clearProperty: '={{ ["Plan Name", "seats"] }}' },
			},
			list: '/v1/contacts/properties',
			body: { planName: null, seats: null },
		},
	],
	[
		'a property of a row',
		{
			parameters: {
				...sendEvent,
				additionalFields: {
					contactProperties: { property: [{ name: '={{ "Plan Name" }}', value: 'team' }] },
				},
			},
			list: '/v1/contacts/properties',
			body: { planName: 'team' },
		},
	],
	[
		'a condition',
		{
			parameters: {
				...campaign,
				audienceKind: 'conditions',
				conditions: { condition: [{ property: 'Is Beta', operator: 'isTrue' }] },
			},
			list: '/v1/contacts/properties',
			body: { audienceFilter: { conditions: [{ key: 'isBeta' }] } },
		},
	],
	[
		'an email',
		{
			parameters: { ...sendEmail, transactionalId: byName(' Welcome ') },
			list: '/v1/transactional',
			body: { transactionalId: WELCOME },
		},
	],
];

const reads = (path: string) =>
	loops.emulator.requests.filter((each) => each.method === 'GET' && each.path === path);
const change = () => loops.emulator.requests.findLast(({ method }) => method !== 'GET');

describe('names in place of IDs', () => {
	it.each(inBody)('are looked up once a run: %s', async (_what, { parameters, list, body }) => {
		const items = Array.from({ length: 3 }, () => ({ list: 'Investors' }));
		const single = parameters.operation === 'create' && parameters.resource === 'contact';
		await loops.expectSuccess(parameters, single ? items.slice(1, 2) : items);
		expect(change()?.body).toMatchObject(body);
		// Each page once.
		expect(reads(list).length).toBeGreaterThan(0);
		expect(new Set(reads(list).map(({ query }) => query.cursor)).size).toBe(reads(list).length);
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
