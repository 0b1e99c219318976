import type { IDataObject } from 'n8n-workflow';

import { propertiesMapper } from '../harness/forms.mts';
import { byId, contentParameters, parametersOf } from '../harness/operations.mts';
import { answerToGet, contentRefusal, type Case, type Section } from './cases.mts';

const createSegment = contentParameters('audienceSegment create');
const createWorkflowNode = contentParameters('workflowNode create');
const getMetrics = contentParameters('campaign getMetrics');
const updateCampaign = contentParameters('campaign update');
const updateEmail = contentParameters('emailMessage update');

interface AgentCase {
	/** What the agent can't do, after 'an AI agent can't'. */
	name: string;
	parameters: IDataObject;
	/** What the model fills in. */
	call: IDataObject;
}

export const BY_AGENTS: AgentCase[] = [
	{
		name: 'schedule a campaign',
		parameters: contentParameters('campaign schedule'),
		call: {},
	},
	{
		name: 'change a campaign that is not a draft',
		parameters: { ...updateCampaign, campaignId: byId('cm9campaign0september001') },
		call: {},
	},
	{
		name: 'change the email of a workflow',
		parameters: { ...updateEmail, emailMessageId: byId('cm9msg0welcome0000000001') },
		call: {},
	},
	{
		name: 'change a published transactional email',
		parameters: { ...updateEmail, emailMessageId: byId('cm9msgwelcome00000000001a') },
		call: {},
	},
	{
		name: 'get selected fields if none is selected',
		parameters: {
			...contentParameters('campaign get'),
			output: 'selectedFields',
			fields: '={{ [] }}',
		},
		call: {},
	},
	{
		name: 'send a preview to two addresses at once',
		parameters: {
			...contentParameters('emailMessage sendPreview'),
			emails: "={{ $fromAI('emails', 'Addresses', 'string') }}",
		},
		call: { emails: 'a@b.co,b@b.co' },
	},
	{
		name: 'map the columns of a tool automatically',
		parameters: { ...parametersOf.upsert, ...propertiesMapper({ firstName: 'string' }) },
		call: { firstName: 'Kim' },
	},
];

/** Every rule of Loops' OpenAPI file, with what an email has that breaks it, and a rule that is new. */
const BROKEN_RULES = [
	{ rule: 'unsupportedContactProperties', has: 'a contact property that it cannot use' },
	{ rule: 'missingFallbackContactProperties', has: 'a contact property without a fallback' },
	{ rule: 'unsupportedEventProperties', has: 'an event property that it cannot use' },
	{ rule: 'missingFallbackEventProperties', has: 'an event property without a fallback' },
	{ rule: 'unsupportedDataVariables', has: 'a data variable that it cannot use' },
	{ rule: 'invalidCustomDataVariables', has: 'a data variable with an invalid name' },
	{ rule: 'missingRequiredDataVariables', has: 'not all required data variables' },
	{ rule: 'missingButtonHrefs', has: 'a button without a URL' },
	{ rule: 'invalidButtonHrefs', has: 'a button with an invalid URL' },
	{ rule: 'shortenedYouTubeButtonHrefs', has: 'a button with a shortened YouTube URL' },
	{ rule: 'missingLinkHrefs', has: 'a link without a URL' },
	{ rule: 'invalidLinkHrefs', has: 'a link with an invalid URL' },
	{ rule: 'shortenedYouTubeLinkHrefs', has: 'a link with a shortened YouTube URL' },
	{ rule: 'shortenedYouTubeImageHrefs', has: 'an image with a shortened YouTube URL' },
	{ rule: 'emailWithoutMailtoButtonHrefs', has: 'a button with an address without mailto:' },
	{ rule: 'emailWithoutMailtoLinkHrefs', has: 'a link with an address without mailto:' },
	{ rule: 'emailWithoutMailtoImageHrefs', has: 'an image with an address without mailto:' },
	{ rule: 'bareArrayNodes', has: 'a list outside a loop' },
	{ rule: 'missingSocialIconHrefs', has: 'a social icon without a URL' },
	{ rule: 'newRule', has: 'a mistake that the node does not know' },
];

/** Messages about single calls of the content API. */
export const CALLS: Section[] = [
	{
		heading: 'Metrics',
		cases: [
			{
				name: 'gets the metrics of a campaign that does not exist',
				parameters: { ...getMetrics, campaignId: byId('unknown') },
			},
			{
				name: 'gets the metrics of a campaign that was not sent',
				parameters: { ...getMetrics, campaignId: byId('cm9campaign0october00001') },
			},
			{
				name: 'gets metrics, which Loops has not enabled for the team',
				parameters: getMetrics,
				faults: [
					contentRefusal(401, 'Not enabled.', {
						path: '/v1/campaigns/cm9campaign0september001/metrics',
					}),
				],
			},
		],
	},
	{
		heading: 'Validate Only',
		cases: [
			{
				name: 'validates saving and publishing a transactional email',
				parameters: {
					...contentParameters('transactionalEmail saveContent'),
					publish: true,
					options: { validateOnly: true },
				},
			},
			{
				name: 'validates creating a campaign with a subject',
				parameters: {
					...contentParameters('campaign create'),
					subject: 'Hi',
					options: { validateOnly: true },
				},
			},
			{
				name: 'validates uploading an image',
				parameters: { ...contentParameters('image upload'), options: { validateOnly: true } },
				items: [{ json: {}, binary: { data: { data: 'eA==', mimeType: 'image/png' } } }],
			},
		],
	},
	{
		heading: 'What is wrong with an email',
		cases: BROKEN_RULES.map(
			({ rule, has }): Case => ({
				name: `checks an email that has ${has}`,
				parameters: {
					...contentParameters('emailMessage check'),
					options: { failOnErrors: true },
				},
				faults: [
					answerToGet('/v1/email-messages/cm9msg0october0000000001/guardian', {
						errors: [{ rule, title: rule, description: '', items: [{ label: 'Read on' }] }],
						warnings: [],
					}),
				],
			}),
		),
	},
	{
		heading: 'What Loops refuses',
		cases: [
			{
				name: 'creates a campaign, but the team has no sending domain',
				parameters: contentParameters('campaign create'),
				faults: [contentRefusal(400, 'Set up a sending domain first.')],
			},
			{
				name: 'creates a component that is too large',
				parameters: contentParameters('component create'),
				faults: [contentRefusal(413, 'Payload too large.')],
			},
			{
				name: 'uploads an image that is too large',
				parameters: contentParameters('image upload'),
				faults: [contentRefusal(413, 'Payload too large.')],
			},
			{
				name: 'changes a component in a way that would break emails',
				parameters: contentParameters('component update'),
				faults: [contentRefusal(422, 'The change would break emails.')],
			},
			{
				name: 'changes the group Unsorted',
				parameters: contentParameters('campaignGroup update'),
				faults: [contentRefusal(400, 'The Unsorted group cannot be edited.')],
			},
			{
				name: 'updates a campaign, but its mailing list does not exist',
				parameters: updateCampaign,
				faults: [contentRefusal(404, 'Mailing list not found.')],
			},
			{
				name: 'updates a campaign, but its segment does not exist',
				parameters: updateCampaign,
				faults: [contentRefusal(404, 'Audience segment not found.')],
			},
			{
				name: 'creates a segment that Loops does not accept',
				parameters: createSegment,
				faults: [contentRefusal(400, 'Invalid filter.')],
			},
			{
				name: 'creates a segment whose condition refers to something missing',
				parameters: createSegment,
				faults: [contentRefusal(404, 'Invalid filter.')],
			},
			{
				name: 'creates a segment whose condition uses an unknown contact property',
				parameters: createSegment,
				faults: [contentRefusal(400, 'Unknown contact property: plan.')],
			},
			{
				name: 'inserts a workflow node where none can be',
				parameters: createWorkflowNode,
				faults: [contentRefusal(400, 'Invalid position.', { method: 'POST' })],
			},
			{
				name: 'inserts a workflow node while the workflow is sending',
				parameters: createWorkflowNode,
				faults: [contentRefusal(400, 'The workflow is sending.', { method: 'POST' })],
			},
		],
	},
];
