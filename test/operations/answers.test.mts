import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { takeContradictions } from '../harness/contradictions.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentOperations, contentParameters, methodOf } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const rows = contentOperations.filter(([name]) => !/^workflow(Node)? /.test(name));
const ALWAYS = { times: 'always' } as const;
/** Operations that read one thing by its ID. */
const readsById = rows.filter(([name]) => / (get|getMetrics|check|getDraft)$/.test(name));
const message = () => loops.emulator.content.messages.get('cm9msg0october0000000001')!;

/** A list, a read, a creation, a change and an upload, which meet every foreign answer. */
const ofEachKind = rows.filter(([name]) =>
	/^(campaign (getAll|get|create|update)|emailMessage check|image upload)$/.test(name),
);

/** The method of the call that an operation is about; undefined if it only reads one thing. */
const methodIn = (parameters: IDataObject) =>
	methodOf(parameters) ?? (parameters.operation === 'getAll' ? 'GET' : undefined);

it.each([...new Set(rows.map(([, parameters]) => methodIn(parameters)))])(
	'all operations quote a 400 for the call itself, after its look-ups: %s',
	async (method) => {
		const body = { message: 'The moon is full.' };
		loops.emulator.inject({ kind: 'body', status: 400, body, method, ...ALWAYS });
		const alike = rows.filter(([, parameters]) => methodIn(parameters) === method);
		await loops.expectErrors(alike, 'The moon is full.');
	},
);

it('all operations refuse other JSON as an answer', async () => {
	loops.emulator.inject({ kind: 'body', body: { ok: true }, ...ALWAYS });
	await loops.expectErrors(rows, 'The server at the Base URL does not respond like the Loops API');
});

describe.each(ofEachKind)('%s', (_name, parameters) => {
	it.each<[shape: string, Fault]>([
		['a page', { kind: 'html', status: 200 }],
		['null', { kind: 'body', body: 'null' }],
		['nothing', { kind: 'empty', status: 200 }],
		['a list', { kind: 'body', body: [{ status: 'maintenance' }] }],
	])('refuses %s as an answer', async (_shape, fault) => {
		loops.emulator.inject({ ...fault, ...ALWAYS });
		const { json, error } = await loops.run(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toContain(
			'The server at the Base URL does not respond like the Loops API',
		);
	});

	it('does not explain the 404 of a proxy', async () => {
		loops.emulator.inject({ kind: 'html', status: 404, ...ALWAYS });
		const { error } = await loops.run(parameters);
		expect(error?.message).toContain(
			'The server at the Base URL does not respond like the Loops API (HTTP 404',
		);
	});
});

describe.each(readsById)('%s', (_name, parameters) => {
	const withUnknownId = (given: IDataObject): IDataObject =>
		Object.fromEntries(
			Object.entries(given).map(([name, value]) => [
				name,
				typeof value === 'object' ? { ...value, value: 'cm9nothing00000000000001' } : value,
			]),
		);

	it('reports an unknown ID', async () => {
		const { error } = await loops.run(withUnknownId(parameters));
		expect(error?.message).toMatch(/^Loops has no .+ with this (name or )?ID/);
		expect(error?.message).toContain('(HTTP 404');
	});
});

const showingId = readsById.filter(([name]) => !/^event |getMetrics|check/.test(name));

describe.each(showingId)('%s', (_name, parameters) => {
	it('refuses an answer with another ID', async () => {
		const body = { id: 'cm9other', name: 'Other', draftEmailMessageId: 'x' };
		loops.emulator.inject({ kind: 'body', body, ...ALWAYS });
		const { json, error } = await loops.run(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toContain('does not respond like the Loops API');
	});
});

describe('values missing from the OpenAPI document', () => {
	it.each(['campaign get', 'campaign getAll'])('appear in the output: %s', async (name) => {
		const campaign = loops.emulator.content.campaigns.get('cm9campaign0october00001')!;
		Object.assign(campaign, {
			status: 'Archived',
			mailingListId: 7,
			audienceFilter: { match: 'none' },
		});
		const { json } = await loops.run({ ...contentParameters(name), simplify: false });
		expect(json.find(({ id }) => id === campaign.id)).toMatchObject({
			status: 'Archived',
			mailingListId: 7,
			audienceFilter: { match: 'none' },
		});
		expect(takeContradictions()).toHaveLength(1);
	});

	it('appear in the output without Simplify, even in new fields', async () => {
		const id = 'cm9theme0brand0000000001';
		const body = { id, name: null, styles: null, future: { a: [1] } };
		loops.emulator.inject({ kind: 'body', body });
		expect((await loops.run(contentParameters('theme get'))).json).toEqual([body]);
	});

	it('appear in the output as rules of Guardian', async () => {
		const rule = { rule: 'new', title: 'Too long', description: '', items: [] };
		const path = '/v1/email-messages/cm9msg0october0000000001/guardian';
		loops.emulator.inject({ kind: 'body', body: { errors: [rule], warnings: [] }, path });
		const { json } = await loops.run(contentParameters('emailMessage check'));
		expect(json).toMatchObject([{ isSendable: false, errors: [rule] }]);
	});
});

describe('null in an answer', () => {
	const NULLS = ['emailMessageId', 'campaignGroupId', 'mailingListId', 'audienceSegmentId'];
	it.each([
		['campaign get', [...NULLS, 'audienceFilter']],
		['campaign getAll', [...NULLS, 'audienceFilter']],
		['transactionalEmail get', ['draftEmailMessageId', 'publishedEmailMessageId']],
		['emailMessage get', ['contentRevisionId']],
	])('appears in the output where the OpenAPI document allows it: %s', async (name, fields) => {
		const parameters = contentParameters(name);
		const [first] = (await loops.run({ ...parameters, simplify: false })).json;
		const nulls = Object.fromEntries(fields.map((field) => [field, null]));
		const thing = { ...first, ...nulls };
		const page = { pagination: { nextCursor: null }, data: [thing] };
		loops.emulator.inject({ kind: 'body', body: name.endsWith('getAll') ? page : thing });
		const { json } = await loops.run({ ...parameters, simplify: false });
		expect(json).toEqual([thing]);
	});

	it('fails Publish if it is the draft', async () => {
		const id = 'cm8tx0welcome00000000001a';
		const transactionalId = { __rl: true, mode: 'id', value: id };
		const publish = { ...contentParameters('transactionalEmail publish'), transactionalId };
		expect((await loops.run(publish)).error?.message).toContain('has no draft to publish');
	});
});

describe('Email Message > Check', () => {
	const check = contentParameters('emailMessage check');

	it('fails the item for errors only with Fail on Errors', async () => {
		message().lmx = '<Button>Read on</Button>';
		expect((await loops.run(check)).json).toMatchObject([{ isSendable: false }]);
		const { error } = await loops.run({ ...check, options: { failOnErrors: true } });
		expect(error?.message).toContain('The email has errors: buttons without a URL (Read on)');
	});

	it.each(['subject', 'lmx'] as const)('finds an email without %s not sendable', async (field) => {
		message()[field] = '';
		expect((await loops.run(check)).json).toMatchObject([{ isSendable: false, errors: [] }]);
	});

	it('fails the item for an empty subject, which Guardian accepts', async () => {
		message().subject = '';
		const { error } = await loops.run({ ...check, options: { failOnErrors: true } });
		expect(error?.message).toContain('The email has no subject');
	});
});

it('a refusal of the content API names the variable with which a component would break emails', async () => {
	const id = 'cm9component0footer00001';
	message().lmx = `<Component componentId="${id}"/>`;
	const update = contentParameters('component update');
	const updateFields = { lmx: '<Paragraph>{data.name}</Paragraph>' };
	const error = await loops.expectError({ ...update, updateFields }, '422');
	expect(error.message).toContain('(data.name)');
	expect(error.message).toContain('The change would break emails using the component');
});
