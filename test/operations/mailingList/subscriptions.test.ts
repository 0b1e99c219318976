import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

const { subscribe, unsubscribe } = parametersOf;
const RELEASE_NOTES = 'cm9list0releasenotes00001';
const PRODUCT_NEWS = 'cm9list0productnews000002';
const INVESTORS = 'cm9list0investors00000003';

const listsOf = (person: string) => Object.keys(loops.emulator.contact(person)?.mailingLists ?? {});
const sent = () => loops.calls().map(({ method, path }) => `${method} ${path}`);

describe('Subscribe Contact', () => {
	it.each([
		['email', { email: 'kim@example.com' }],
		['email in another case', { email: 'KIM@Example.com' }],
		['user ID', { findBy: 'userId', userId: 'u-77' }],
	])('adds the contact to the list and keeps the others: by %s', async (_by, identifier) => {
		await loops.run({ ...subscribe, ...identifier });
		expect(listsOf('u-77')).toEqual([RELEASE_NOTES, PRODUCT_NEWS, INVESTORS]);
		expect(sent()).toEqual(['GET /v1/contacts/find', 'PUT /v1/contacts/update']);
		expect(loops.changes()[0].body).toEqual({
			userId: 'u-77',
			mailingLists: { [INVESTORS]: true },
		});
		expect(loops.emulator.contacts()).toHaveLength(5);
	});

	it('warns about contacts who have opted out and does not change them', async () => {
		const items = ['kim', 'luis', 'luis'].map((name) => ({ email: `${name}@example.com` }));
		const { hints, json } = await loops.run({ ...subscribe, email: '={{ $json.email }}' }, items);
		expect(json).toHaveLength(3);
		expect(hints).toEqual([
			expect.stringMatching(/^The contact has opted out of .* \[2 of 3 items: 1, 2\]$/),
		]);
		expect(loops.emulator.contact('luis@example.com')).toMatchObject({
			subscribed: false,
			mailingLists: {},
		});
	});

	it('creates a contact only if chosen', async () => {
		const nobody = { ...subscribe, email: 'New+1@example.com' };
		const { error } = await loops.run(nobody);
		expect(error?.message).toBe('No contact has this email: New+1@example.com [item 0]');
		expect(loops.emulator.contacts()).toHaveLength(5);
		await loops.run({ ...nobody, options: { whenNotFound: 'create' } });
		expect(listsOf('new+1@example.com')).toEqual([INVESTORS]);
		expect(loops.changes()[0].body).toEqual({
			email: 'New+1@example.com',
			mailingLists: { [INVESTORS]: true },
		});
	});

	it('creates one contact for two items with one new address', async () => {
		const items = [{ list: RELEASE_NOTES }, { list: INVESTORS }];
		await loops.run(
			{
				...subscribe,
				email: 'new@example.com',
				mailingList: '={{ [$json.list] }}',
				options: { whenNotFound: 'create' },
			},
			items,
		);
		expect(loops.emulator.contacts()).toHaveLength(6);
		expect(listsOf('new@example.com')).toEqual([RELEASE_NOTES, INVESTORS]);
	});
});

it('Unsubscribe Contact removes the contact from the list and changes nothing else', async () => {
	const before = loops.emulator.contact('u-77');
	await loops.run(unsubscribe);
	expect(loops.emulator.contact('u-77')).toEqual({
		...before,
		mailingLists: { [PRODUCT_NEWS]: true },
	});
	expect(loops.changes()[0].body).toEqual({
		userId: 'u-77',
		mailingLists: { [RELEASE_NOTES]: false },
	});
});

describe.each([
	['Subscribe', subscribe, true],
	['Unsubscribe', unsubscribe, false],
])('%s', (_name, parameters, isSubscribed) => {
	const seeded = (count: number) => {
		const mailingLists = Array.from({ length: count }, (_, n) => ({ id: `l${n}`, name: `L ${n}` }));
		const all = Object.fromEntries(mailingLists.map(({ id }) => [id, true]));
		const contacts = mailingLists.map((_, n) => ({
			email: `p${n}@example.com`,
			...(!isSubscribed && { mailingLists: all }),
		}));
		loops.emulator.reset({ mailingLists, contacts });
	};

	it.each([0, 1, 30])('changes %i contacts, each with its own list', async (count) => {
		seeded(30);
		const items = Array.from({ length: count }, (_, n) => ({ n, email: `p${n}@example.com` }));
		const { json } = await loops.run(
			{ ...parameters, email: '={{ $json.email }}', mailingList: '=l{{ $json.n }}' },
			items,
		);
		expect(json.map(({ email }) => email)).toEqual(items.map(({ email }) => email));
		for (const { n, email } of items) {
			expect(listsOf(email).includes(`l${n}`)).toBe(isSubscribed);
			expect(listsOf(email)).toHaveLength(isSubscribed ? 1 : 29);
		}
	});

	it.each<[string, object[]]>([
		['foundFalse', [{ found: false, success: false, userId: 'nobody', id: null }]],
		['noItem', []],
	])('returns %s without a change when no contact matches', async (whenNotFound, output) => {
		const options = { whenNotFound };
		const { json } = await loops.run({
			...parameters,
			findBy: 'userId',
			userId: 'nobody',
			options,
		});
		expect(json).toEqual(output);
		expect(loops.changes()).toEqual([]);
	});
});
