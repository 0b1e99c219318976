import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { parametersOf } from '../../harness/operations.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

const state = (path: string, parameters: IDataObject) => ({
	credential: n8n.credential,
	path,
	parameters,
});
const upsert = { resource: 'contact', operation: 'upsert' };
const send = (transactionalId: IDataObject) => ({
	resource: 'transactionalEmail',
	operation: 'send',
	transactionalId: { __rl: true, ...transactionalId },
});

it('n8n lists the node and its tool variant, and serves their icons', async () => {
	const names = (await n8n.client.nodeTypes()).map(({ name }) => name);
	expect(names).toContain('n8n-nodes-loops-email.loops');
	expect(names).toContain('n8n-nodes-loops-email.loopsTool');
	const node = (await n8n.client.nodeTypes()).find(({ name }) => name.endsWith('.loops'));
	for (const icon of Object.values(node?.iconUrl as { light: string; dark: string })) {
		const response = await fetch(`${n8n.client.origin}/${icon}`);
		expect(response.headers.get('content-type')).toContain('svg');
		expect(await response.text()).toContain('<svg');
	}
});

describe('dropdowns', () => {
	it.each<[string, IDataObject]>([
		['additionalFields.addToList', upsert],
		['mailingList', { ...parametersOf.subscribe, email: '={{ $json.none.deeper }}' }],
	])('list mailing lists by name: %s', async (path, parameters) => {
		const options = await n8n.client.options('getMailingLists', state(path, parameters));
		expect(options.map(({ name, value }) => [name, value])).toEqual([
			['Investors', 'cm9list0investors00000003'],
			['Product news', 'cm9list0productnews000002'],
			['Release notes', 'cm9list0releasenotes00001'],
		]);
	});

	it('show the error if they cannot be loaded', async () => {
		n8n.emulator.inject({ kind: 'status', status: 401, times: 'always' });
		await expect(
			n8n.client.options('getMailingLists', state('additionalFields.addToList', upsert)),
		).rejects.toThrow('Loops does not accept this API key (HTTP 401');
	});
});

describe('the list of events', () => {
	const search = async (query = {}) =>
		await n8n.client.search('searchEvents', state('eventName', parametersOf.sendEvent), query);

	it('is loaded and searched on all pages', async () => {
		const eventPatterns = Array.from({ length: 120 }, (_, n) => ({ eventName: `Event ${n}` }));
		n8n.emulator.reset({ eventPatterns });
		const { results, paginationToken } = await search();
		expect(results).toHaveLength(50);
		expect((await search({ paginationToken })).results[0]).toMatchObject({ value: 'Event 50' });
		expect((await search({ filter: 'event 119' })).results).toEqual([
			expect.objectContaining({ name: 'Event 119', value: 'Event 119' }),
		]);
	});
});

describe('typed fields', () => {
	it('are loaded for contact properties', async () => {
		const { fields } = await n8n.client.mapperFields(
			'getContactPropertyFields',
			state('contactProperties', upsert),
		);
		expect(fields.map(({ id, type }) => [id, type])).toEqual(
			expect.arrayContaining([
				['firstName', 'string'],
				['seats', 'number'],
				['isBeta', 'options'],
				['trialEndsAt', 'dateTime'],
			]),
		);
	});

	const variables = async (transactionalId: IDataObject) =>
		await n8n.client.mapperFields(
			'getDataVariableFields',
			state('dataVariables', send(transactionalId)),
		);

	it.each(['list', 'id'])('are loaded for the email selected by %s', async (mode) => {
		const { fields } = await variables({ mode, value: 'cm8tx0pwreset00000000002a' });
		expect(fields.map(({ id }) => id)).toEqual(['firstName', 'resetUrl']);
	});
});
