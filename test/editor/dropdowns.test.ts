import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator, methods } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { loadOptions, listSearch, resourceMapping } = methods;

type Context = ILoadOptionsFunctions;
const upsert = { resource: 'contact', operation: 'upsert' };
const context = () => loops.editor(upsert);

const search = async (filter?: string, cursor?: string) =>
	await listSearch.searchTransactionalEmails.call(context(), filter, cursor);

it('mailing lists are listed by name in alphabetical order', async () => {
	expect(await loadOptions.getMailingLists.call(context())).toEqual([
		{ name: 'Investors', value: 'cm9list0investors00000003', description: 'Quarterly letter' },
		{ name: 'Product news', value: 'cm9list0productnews000002', description: undefined },
		{
			name: 'Release notes',
			value: 'cm9list0releasenotes00001',
			description: 'What changed in each release',
		},
	]);
});

it('no description and no notice has a tag that Loops returns, since n8n shows them as HTML', async () => {
	const tag = '<a href="//example.com">sign in</a>';
	loops.emulator.reset({
		mailingLists: [{ id: 'cm9list0releasenotes00001', name: 'News', description: tag }],
		eventPatterns: [{ eventName: `renewal ${tag}`, eventProperties: [] }],
	});
	const [list] = await loadOptions.getMailingLists.call(context());
	expect(list.description).toBe('‹a href="//example.com">sign in‹/a>');
	const eventName = { __rl: true, mode: 'name', value: `renewal ${tag.slice(0, -1)}` };
	const form = loops.editor({ ...parametersOf.sendEvent, eventName });
	const { emptyFieldsNotice } = await resourceMapping.getEventPropertyFields.call(form);
	expect(emptyFieldsNotice).toContain("Did you mean 'renewal ‹a href");
	expect(emptyFieldsNotice).not.toContain('<');
});

it('no list shows the API key, whatever Loops answers', async () => {
	const name = `News of ${loops.emulator.apiKey}`;
	loops.emulator.reset({ mailingLists: [{ id: 'cm9list0releasenotes00001', name }] });
	const body = [{ key: 'planName', label: name, type: 'string' }];
	loops.emulator.inject({ kind: 'body', status: 200, body, path: '/v1/contacts/properties' });
	const properties = await resourceMapping.getContactPropertyFields.call(context());
	expect(properties.fields.map(({ displayName }) => displayName)).toContain('News of ***');
	const [list] = await loadOptions.getMailingLists.call(context());
	expect(list.name).toBe('News of ***');
	expect(list.value).toBe('cm9list0releasenotes00001');
});

describe('contact properties', () => {
	it("are listed by label, the account's own first, without those with their own field", async () => {
		const options = await loadOptions.getContactProperties.call(context());
		expect(options.map(({ name, value }) => [name, value])).toEqual([
			['First Name', 'firstName'],
			['Last Name', 'lastName'],
			['Is Beta', 'isBeta'],
			['Plan Name', 'planName'],
			['Seats', 'seats'],
			['Trial Ends At', 'trialEndsAt'],
			['Created At', 'createdAt'],
			['Source', 'source'],
			['User Group', 'userGroup'],
		]);
	});

	it('are listed beside the other fields of Find, as its output names them', async () => {
		const options = await loadOptions.getContactFields.call(context());
		const { json } = await loops.run({
			resource: 'contact',
			operation: 'find',
			email: 'kim@example.com',
		});
		expect(['found', ...options.map(({ value }) => value)].sort()).toEqual(
			Object.keys(json[0]).sort(),
		);
		expect(options.map(({ value }) => value).slice(0, 2)).toEqual(['email', 'firstName']);
	});

	it('become typed fields of the mapper', async () => {
		const { fields } = await resourceMapping.getContactPropertyFields.call(context());
		expect(fields.map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
			['firstName', 'First Name', 'string'],
			['lastName', 'Last Name', 'string'],
			['isBeta', 'Is Beta', 'options'],
			['planName', 'Plan Name', 'string'],
			['seats', 'Seats', 'number'],
			['trialEndsAt', 'Trial Ends At', 'dateTime'],
			['createdAt', 'Created At', 'dateTime'],
			['source', 'Source', 'string'],
			['userGroup', 'User Group', 'string'],
		]);
		expect(fields.every(({ required, display }) => !required && display)).toBe(true);
	});

	it('never become boolean fields, since n8n presets those with false', async () => {
		const { fields } = await resourceMapping.getContactPropertyFields.call(context());
		expect(fields.find(({ id }) => id === 'isBeta')).toMatchObject({
			type: 'options',
			options: [{ value: true }, { value: false }],
		});
	});
});

describe('transactional emails', () => {
	it('are listed page by page without a search', async () => {
		const first = await search();
		expect(first.results).toHaveLength(50);
		expect(first.results[0]).toEqual({ name: 'Welcome', value: 'cm8tx0welcome00000000001a' });
		const rest = await search(undefined, first.paginationToken as string);
		expect(rest.results).toHaveLength(14);
		expect(rest.paginationToken).toBeUndefined();
	});

	it('with equal names are shown with their IDs', async () => {
		const templates = Array.from({ length: 120 }, (_, n) => ({
			id: `template${n}`,
			name: n % 60 === 7 || n === 110 ? 'Receipt' : `Email ${n}`,
		}));
		loops.emulator.reset({ templates });
		const shown: string[] = [];
		let bookmark: string | undefined;
		do {
			const { results, paginationToken } = await search(undefined, bookmark);
			shown.push(...results.map(({ name }) => name));
			bookmark = paginationToken as string | undefined;
		} while (bookmark);
		expect(new Set(shown).size).toBe(120);
		const receipts = ['template7', 'template67', 'template110'];
		expect(shown.filter((name) => name.startsWith('Receipt'))).toEqual([
			'Receipt',
			'Receipt (template67)',
			'Receipt (template110)',
		]);
		expect((await search('receipt')).results).toEqual(
			receipts.map((value) => ({ name: `Receipt (${value})`, value })),
		);
	});

	it('are searched by name on all pages', async () => {
		const last = loops.emulator.templates().filter(({ published }) => published)[63];
		expect((await search(last.name.toUpperCase())).results).toContainEqual({
			name: last.name,
			value: last.id,
		});
		expect(loops.emulator.requests).toHaveLength(2);
	});

	it('are found by ID', async () => {
		expect((await search('0pwreset0')).results).toEqual([
			{ name: 'Password reset', value: 'cm8tx0pwreset00000000002a' },
		]);
	});

	it('are not listed if no name matches the search', async () => {
		expect((await search('no such email')).results).toEqual([]);
	});

	it('are shown by ID if they have no name', async () => {
		loops.emulator.inject({
			kind: 'body',
			body: { pagination: { nextCursor: null }, data: [{ id: 'cm1', dataVariables: [] }] },
		});
		expect((await search()).results).toEqual([{ name: 'cm1', value: 'cm1' }]);
	});
});

describe('events', () => {
	const find = async (filter?: string, cursor?: string) =>
		await listSearch.searchEvents.call(context(), filter, cursor);
	const seeded = (count: number) => {
		const eventPatterns = Array.from({ length: count }, (_, n) => ({ eventName: `Event ${n}` }));
		loops.emulator.reset({ eventPatterns });
	};
	const asked = () => loops.emulator.requests.map(({ path, query }) => [path, query]);

	it('are listed by name with the service that sends them', async () => {
		const { results } = await find();
		expect(results.map(({ name, value }) => [name, value])).toEqual([
			['signup', 'signup'],
			['planChanged', 'planChanged'],
			['Order placed', 'Order placed'],
			['loggedOut', 'loggedOut'],
			['stripe:invoice.paid (from stripe)', 'stripe:invoice.paid'],
		]);
	});

	it.each([0, 1, 120])('are listed page by page without a search: %i events', async (count) => {
		seeded(count);
		const names: string[] = [];
		let cursor: string | undefined;
		do {
			const { results, paginationToken } = await find('', cursor);
			names.push(...results.map(({ name }) => name));
			cursor = paginationToken as string | undefined;
		} while (cursor && names.length < 200);
		expect(names).toEqual(Array.from({ length: count }, (_, n) => `Event ${n}`));
	});

	it('are found by name on all pages, ignoring case', async () => {
		seeded(120);
		expect((await find(' EVENT 119 ')).results).toEqual([
			{ name: 'Event 119', value: 'Event 119' },
		]);
		expect(asked()).toHaveLength(3);
		expect((await find('nothing')).results).toEqual([
			{ name: 'nothing (new event)', value: 'nothing' },
		]);
	});

	it('are listed after they were first sent', async () => {
		const eventName = { __rl: true, mode: 'name', value: 'brand new' };
		await loops.run({ ...parametersOf.sendEvent, eventName });
		expect((await find('brand')).results[0]).toEqual({ name: 'brand new', value: 'brand new' });
	});
});

it('a 401 for the events names both possible reasons, without another call', async () => {
	const body = { message: 'Invalid API key or content API not enabled' };
	const path = '/v1/event-patterns';
	loops.emulator.inject({ kind: 'body', status: 401, body, path, times: 'always' });
	await expect(listSearch.searchEvents.call(context())).rejects.toThrow(
		'The API key is wrong, or Loops has not enabled this part of the API for the team (HTTP 401: Invalid',
	);
	expect(loops.emulator.requests).toHaveLength(1);
});

/** Skips the backoff. */
const noWait = { 'retry-after': '0' };

it('a dropdown waits for the rate limit, but under 6 s', async () => {
	loops.emulator.inject({ kind: 'status', status: 429 });
	expect(await loadOptions.getMailingLists.call(context())).toHaveLength(3);

	loops.emulator.inject({ kind: 'status', status: 429, times: 'always' });
	const started = Date.now();
	await expect(loadOptions.getMailingLists.call(context())).rejects.toThrow('rate limit');
	expect(Date.now() - started).toBeLessThan(6_000);
});

describe.each<[string, (using: Context) => Promise<unknown>]>([
	['getMailingLists', async (using) => await loadOptions.getMailingLists.call(using)],
	['getContactProperties', async (using) => await loadOptions.getContactProperties.call(using)],
	[
		'searchTransactionalEmails',
		async (using) => await listSearch.searchTransactionalEmails.call(using),
	],
	['searchEvents', async (using) => await listSearch.searchEvents.call(using)],
	['searchEvents with a search', async (using) => await listSearch.searchEvents.call(using, 'x')],
	[
		'searchTransactionalEmails with a search',
		async (using) => await listSearch.searchTransactionalEmails.call(using, 'x'),
	],
])('%s', (_name, load) => {
	it('reports a wrong API key', async () => {
		const wrong = { ...loops.credentials(), apiKey: 'wrong' };
		await expect(load(loops.editor(upsert, wrong))).rejects.toThrow(
			/API key.* \(HTTP 401: Invalid API key\)/,
		);
	});

	it.each<[string, Fault, string]>([
		[
			'the rate limit',
			{ kind: 'status', status: 429, headers: { ...noWait, 'x-ratelimit-limit': '10' } },
			"Loops' rate limit is reached (10 requests per second",
		],
		[
			'an answer that is not from Loops',
			{ kind: 'html', status: 200, headers: noWait },
			'The server at the Base URL does not respond like the Loops API (HTTP 200',
		],
		[
			'a failing Loops',
			{ kind: 'status', status: 500, headers: noWait },
			'Loops is not available at the moment',
		],
	])('reports %s', async (_case, fault, message) => {
		loops.emulator.inject({ ...fault, times: 'always' });
		await expect(load(context())).rejects.toThrow(message);
	});
});
