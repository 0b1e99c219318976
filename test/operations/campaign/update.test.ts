import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { byId, contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

const update = contentParameters('campaign update');
const CAMPAIGN = '/v1/campaigns/cm9campaign0october00001';
const MESSAGE = '/v1/email-messages/cm9msg0october0000000001';
const campaign = () => loops.emulator.content.campaigns.get('cm9campaign0october00001')!;
const message = () => loops.emulator.content.messages.get('cm9msg0october0000000001')!;
const ofFields = (updateFields: IDataObject) => ({ ...update, updateFields });
const both = ofFields({ name: 'News', subject: 'Hello', previewText: 'Three things' });
const calls = () => loops.calls().map(({ method, path }) => `${method} ${path}`);

describe('Campaign > Update', () => {
	it.each<[string, IDataObject, string[]]>([
		['the campaign alone', { name: 'News' }, [`POST ${CAMPAIGN}`, `GET ${MESSAGE}`]],
		[
			'the email alone',
			{ subject: 'Hello' },
			[`GET ${CAMPAIGN}`, `GET ${MESSAGE}`, `POST ${MESSAGE}`],
		],
		[
			'both',
			{ name: 'News', subject: 'Hello' },
			[`GET ${CAMPAIGN}`, `POST ${CAMPAIGN}`, `GET ${MESSAGE}`, `POST ${MESSAGE}`],
		],
	])('makes only the calls that it needs for %s', async (_what, fields, made) => {
		await loops.expectSuccess(ofFields(fields));
		expect(calls()).toEqual(made);
	});

	it('sends only what is given', async () => {
		const before = structuredClone(message());
		const { contentRevisionId: expectedRevisionId } = before;
		const items = [{ subject: 'Hello' }];
		const fields = { subject: '={{ $json.subject }}', previewText: '={{ $json.text }}' };
		const { json } = await loops.run(ofFields({ ...fields, name: 'News' }), items);
		expect(loops.changes().map(({ body }) => body)).toEqual([
			{ name: 'News' },
			{ expectedRevisionId, subject: 'Hello' },
		]);
		expect(message()).toMatchObject({ previewText: before.previewText, lmx: before.lmx });
		expect(json).toMatchObject([
			{ name: 'News', emailMessageContentRevisionId: message().contentRevisionId, warnings: [] },
		]);
	});

	it('writes HTML to the email, and can empty its subject', async () => {
		const fields = { contentFormat: 'html', lmx: '<p>Hello</p>', subject: '' };
		await loops.expectSuccess(ofFields(fields));
		expect(message()).toMatchObject({ lmx: '<Paragraph>Hello</Paragraph>', subject: '' });
	});

	it('returns the approval that Email Message > Check returns', async () => {
		const { json } = await loops.run(both);
		const { json: checked } = await loops.run(contentParameters('emailMessage check'));
		expect(json[0].approval).toBe(checked[0].approval);
	});

	it.each(['Scheduled', 'Sending', 'Sent'] as const)(
		'changes nothing if the email of a campaign can no longer change: %s',
		async (status) => {
			campaign().status = status;
			await loops.expectError(both, 'The email message is no longer a draft');
			expect(loops.changes()).toEqual([]);
		},
	);

	it('says what is done if the email is not written, and can run again', async () => {
		const parameters = ofFields({ name: 'News', lmx: '={{ $json.lmx }}' });
		const { error } = await loops.run(parameters, [{ lmx: '<Bold>Hello</Bold>' }]);
		expect(error?.message).toContain('Loops refused the content');
		expect(error?.message).toContain('The campaign itself was changed');
		expect(error?.description).toContain('A second run changes the campaign');
		expect(campaign().name).toBe('News');
		await loops.expectSuccess(parameters, [{ lmx: '<H1>Hello</H1>' }]);
		expect(message().lmx).toBe('<H1>Hello</H1>');
	});

	it('does not say so if the campaign is not changed', async () => {
		const { error } = await loops.run(ofFields({ lmx: '<Bold>Hello</Bold>' }));
		expect(error?.message).not.toContain('was changed');
		expect(error?.description).not.toContain('A second run changes the campaign');
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'gives the IDs of the changed campaign in the item with the error: %s',
		async (onError) => {
			const parameters = ofFields({ name: 'News', lmx: '<Bold/>' });
			const { json, failed } = await loops.run(parameters, [{}], { onError });
			const { id, emailMessageId } = campaign();
			const url = `https://app.loops.so/campaigns/${id}`;
			expect([...json, ...failed.map((item) => item.json)]).toMatchObject([
				{ error: { campaignId: id, emailMessageId, url } },
			]);
		},
	);

	it('overwrites no change that someone makes meanwhile', async () => {
		loops.onRequest = ({ method, path }) => {
			if (method === 'POST' && path === MESSAGE) message().contentRevisionId = 'rev_other';
		};
		await loops.expectError(both, 'Loops did not change the email message');
		expect(message().subject).not.toBe('Hello');
	});

	it('finds the email written after a lost answer', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST', path: MESSAGE });
		await loops.expectSuccess(both);
		expect(message()).toMatchObject({ subject: 'Hello', previewText: 'Three things' });
	});

	it('refuses a campaign without an email before it changes the campaign', async () => {
		const body = { id: campaign().id, status: 'Draft', emailMessageId: null };
		loops.emulator.inject({ kind: 'body', status: 200, body, method: 'GET', path: CAMPAIGN });
		await loops.expectError(both, 'The campaign has no email message');
		expect(loops.changes()).toEqual([]);
	});

	it('refuses an unknown campaign', async () => {
		const campaignId = byId('cm9nothing00000000000001');
		await loops.expectError({ ...both, campaignId }, 'Loops has no campaign with this ID');
		expect(loops.changes()).toEqual([]);
	});
});
