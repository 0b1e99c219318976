import type { INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { byId, contentParameters as of } from '../harness/operations.mts';
import { CAMPAIGNS } from './campaigns.mts';
import { answered, type Section, each, found, said } from './cases.mts';
import { CALLS } from './calls.mts';
import { TEMPLATES } from './templates.mts';
import { WORKFLOWS } from './workflows.mts';

/** Values that n8n does not refuse before the run. */
const EMPTY = '={{ "" }}';
const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const lost: Fault = { kind: 'resetAfter', method: 'POST' };
const image = (mimeType: string, bytes: number): INodeExecutionData => ({
	json: {},
	binary: { data: { data: Buffer.alloc(bytes).toString('base64'), mimeType, fileName: 'dot' } },
});

const update = of('emailMessage update');
const preview = of('emailMessage sendPreview');
const upload = of('image upload');
const message = '/v1/email-messages/cm9msg0october0000000001';
const written = { id: 'cm9msg0october0000000001', contentRevisionId: 'rev_2', subject: 'Other' };
const nothing = {
	id: 'cm9msg0october0000000001',
	contentRevisionId: 'rev_1',
	subject: '',
	lmx: '',
};

/** Messages about campaigns, templates and their parts. */
export const CONTENT: Section[] = [
	[
		'IDs and names',
		[
			...each(of('campaign get'), [
				{ campaignId: byId('a/b') },
				{ campaignId: byId(EMPTY) },
				{ campaignId: byId('cm9msg0october0000000001') },
			]),
			...each(of('emailMessage get'), [
				{ emailMessageId: byId(EMPTY) },
				{ emailMessageId: byId('cm9campaign0october00001') },
			]),
			...each(of('campaignGroup create'), [{ name: EMPTY }]),
			...each(of('event get'), [{ eventName: byName(EMPTY) }]),
			...each(of('campaign update'), [{ updateFields: {} }]),
			...[
				...['campaign', 'campaignGroup', 'component', 'emailMessage', 'theme', 'audienceSegment'],
				...['transactionalEmail', 'transactionalGroup', 'workflowGroup', 'event'],
			].map((resource) => answered(of(`${resource} get`), said(404, 'Not found.'))),
			answered(update, said(404, 'Email message not found.')),
			answered(of('campaign get'), said(401, 'Invalid API key or content API not enabled')),
		],
	],
	...CAMPAIGNS,
	[
		'Email messages',
		[
			...each(update, [
				{ updateFields: { lmx: '={{ null }}' } },
				{ updateFields: { lmx: '=<Paragraph>{{ $json.nothing }}</Paragraph>' } },
				{ updateFields: { lmx: '' } },
				{ updateFields: { emailFormat: 'html' } },
				{ updateFields: { lmx: 'x'.repeat(110_000) } },
				{ updateFields: { lmx: 'Hello' } },
				{ updateFields: { lmx: '<Paragraph>Hello<br></Paragraph>' } },
				{ updateFields: { lmx: '<mjml></mjml>' } },
				{ updateFields: { fromEmail: 'news@example.com' } },
				{ updateFields: { replyToEmail: 'support' } },
				{ updateFields: { ccEmail: 'kim@example.com' } },
				{ emailMessageId: byId('cm9msg0welcome0000000001') },
				{
					emailMessageId: byId('cm9msg0welcome0000000001'),
					updateFields: { subject: '' },
					options: { changeWorkflowEmail: true },
				},
				{ updateFields: { lmx: '<Bold>Hi</Bold>' } },
				{ updateFields: { lmx: '<Paragraph>Hi {{ $json.name }}</Paragraph>' } },
				{ options: { expectedRevisionId: 'rev_1' } },
			]),
			answered(update, said(409, 'Email message uses MJML format.')),
			answered(update, {
				...said(409, 'The email message is not in draft status.'),
				method: 'POST',
			}),
			answered(
				{ ...update, updateFields: { languageCode: 'de' } },
				{ kind: 'body', method: 'POST', body: { id: 'cm9msg0october0000000001' } },
			),
			{
				parameters: {
					...update,
					updateFields: { subject: '={{ $json.subject }}' },
				},
				items: [{ subject: 'News' }, { subject: null }],
			},
			answered(
				update,
				{ kind: 'slow', delay: 1, method: 'GET' },
				{ ...lost, kind: 'resetBefore' },
				found(message, written),
			),
			...each(preview, [
				{ emails: 'kim@example.com; ada@example.com' },
				{ emails: EMPTY },
				{ emails: 'a' },
				{ emails: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join() },
				{ additionalFields: { contactProperties: '{ "seats": true }' } },
			]),
			answered(preview, said(429, 'The daily preview limit was reached.')),
			answered(preview, lost),
			answered(
				{ ...of('emailMessage check'), options: { failOnErrors: true } },
				found(message, nothing),
			),
		],
	],
	['Themes and components', each(of('theme update'), [{ changeAllEmails: false }])],
	TEMPLATES,
	[
		'Images',
		[
			...each(upload, [{ inputDataFieldName: EMPTY }, { inputDataFieldName: 'logo' }]),
			{ parameters: upload, items: [{ json: {}, binary: {} }] },
			{ parameters: upload, items: [image('image/svg+xml', 1)] },
			{ parameters: upload, items: [image('image/png', 4_000_001)] },
			{ parameters: upload, items: [image('image/png', 0)] },
			...['http://127.0.0.1:9', '{origin}/__store'].map((store) =>
				answered(upload, {
					kind: 'body',
					body: { emailAssetId: 'a1', presignedUrl: `${store}/a1` },
					path: '/v1/uploads',
				}),
			),
			answered(
				upload,
				{ kind: 'slow', delay: 1, path: '/v1/uploads' },
				{ ...said(429, '', { method: 'POST' }), body: { maxUploads: 50, windowHours: 24 } },
			),
		],
	],
	...CALLS,
	...WORKFLOWS,
];
