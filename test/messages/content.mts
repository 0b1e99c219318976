import type { INodeExecutionData } from 'n8n-workflow';

import { byId, byName, contentParameters } from '../harness/operations.mts';
import { CAMPAIGNS } from './campaigns.mts';
import { type Case, contentRefusal, type Section } from './cases.mts';
import { CALLS } from './calls.mts';
import { EMAILS } from './emails.mts';
import { TEMPLATES } from './templates.mts';
import { WORKFLOWS } from './workflows.mts';

const getCampaign = contentParameters('campaign get');
const getEmail = contentParameters('emailMessage get');
const upload = contentParameters('image upload');

const image = (mimeType: string, bytes: number): INodeExecutionData => ({
	json: {},
	binary: { data: { data: Buffer.alloc(bytes).toString('base64'), mimeType, fileName: 'dot' } },
});

/** Operations that get something by its ID, and the name of what they get. */
const GETS = [
	{ operation: 'campaign get', thing: 'a campaign' },
	{ operation: 'campaignGroup get', thing: 'a campaign group' },
	{ operation: 'component get', thing: 'a component' },
	{ operation: 'emailMessage get', thing: 'an email message' },
	{ operation: 'theme get', thing: 'a theme' },
	{ operation: 'audienceSegment get', thing: 'an audience segment' },
	{ operation: 'transactionalEmail get', thing: 'a transactional email' },
	{ operation: 'transactionalGroup get', thing: 'a transactional group' },
	{ operation: 'workflowGroup get', thing: 'a workflow group' },
	{ operation: 'event get', thing: 'an event' },
];

/** Messages about campaigns, templates and their parts. */
export const CONTENT: Section[] = [
	{
		heading: 'IDs and names',
		cases: [
			{
				name: 'gives a campaign ID with a slash',
				parameters: { ...getCampaign, campaignId: byId('a/b') },
			},
			{
				name: 'gives a campaign ID that is empty',
				parameters: { ...getCampaign, campaignId: byId('={{ "" }}') },
			},
			{
				name: 'gives the ID of an email message as a campaign ID',
				parameters: { ...getCampaign, campaignId: byId('cm9msg0october0000000001') },
			},
			{
				name: 'gives an email message ID that is empty',
				parameters: { ...getEmail, emailMessageId: byId('={{ "" }}') },
			},
			{
				name: 'gives the ID of a campaign as an email message ID',
				parameters: { ...getEmail, emailMessageId: byId('cm9campaign0october00001') },
			},
			{
				name: 'creates a campaign group with a name that is empty',
				parameters: { ...contentParameters('campaignGroup create'), name: '={{ "" }}' },
			},
			{
				name: 'gets an event by a name that is empty',
				parameters: { ...contentParameters('event get'), eventName: byName('={{ "" }}') },
			},
			{
				name: 'gets an event by a name of 501 characters',
				parameters: {
					...contentParameters('event get'),
					eventName: byName('={{ "a".repeat(501) }}'),
				},
			},
			{
				name: 'updates a campaign with nothing to change',
				parameters: { ...contentParameters('campaign update'), updateFields: {} },
			},
			...GETS.map(
				({ operation, thing }): Case => ({
					name: `gets ${thing} that does not exist`,
					parameters: contentParameters(operation),
					faults: [contentRefusal(404, 'Not found.')],
				}),
			),
			{
				name: 'updates an email message that does not exist',
				parameters: contentParameters('emailMessage update'),
				faults: [contentRefusal(404, 'Email message not found.')],
			},
			{
				name: 'gets a campaign, but Loops has not enabled the content API for the team',
				parameters: getCampaign,
				faults: [contentRefusal(401, 'Invalid API key or content API not enabled')],
			},
		],
	},
	...CAMPAIGNS,
	EMAILS,
	{
		heading: 'Themes and components',
		cases: [
			{
				name: 'updates a theme without allowing a change of all emails that use it',
				parameters: { ...contentParameters('theme update'), changeAllEmails: false },
			},
		],
	},
	TEMPLATES,
	{
		heading: 'Images',
		cases: [
			{
				name: 'uploads an image without naming its input field',
				parameters: { ...upload, inputDataFieldName: '={{ "" }}' },
			},
			{
				name: 'uploads the image logo, but the item only has the file data',
				parameters: { ...upload, inputDataFieldName: 'logo' },
			},
			{
				name: 'uploads an image of an item that has no files',
				parameters: upload,
				items: [{ json: {}, binary: {} }],
			},
			{
				name: 'uploads an SVG',
				parameters: upload,
				items: [image('image/svg+xml', 1)],
			},
			{
				name: 'uploads an image of more than 4 MB',
				parameters: upload,
				items: [image('image/png', 4_000_001)],
			},
			{
				name: 'uploads an image that is empty',
				parameters: upload,
				items: [image('image/png', 0)],
			},
			{
				name: "uploads an image, but Loops' image storage can't be reached",
				parameters: upload,
				faults: [
					{
						kind: 'body',
						body: { emailAssetId: 'a1', presignedUrl: 'http://127.0.0.1:9/a1' },
						path: '/v1/uploads',
					},
				],
			},
			{
				name: "uploads an image, but Loops' image storage refuses it",
				parameters: upload,
				faults: [
					{
						kind: 'body',
						body: { emailAssetId: 'a1', presignedUrl: '{origin}/__store/a1' },
						path: '/v1/uploads',
					},
				],
			},
			{
				name: 'uploads more images than Loops accepts in a day',
				parameters: upload,
				faults: [
					{ kind: 'slow', delay: 1, path: '/v1/uploads' },
					{
						kind: 'body',
						status: 429,
						method: 'POST',
						body: { maxUploads: 50, windowHours: 24 },
					},
				],
			},
		],
	},
	...CALLS,
	...WORKFLOWS,
];
