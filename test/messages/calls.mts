import type { IDataObject } from 'n8n-workflow';

import { byId, contentParameters as of } from '../harness/operations.mts';
import { answered, type Section, each, found, said } from './cases.mts';

const metrics = of('campaign getMetrics');

const emails = "={{ $fromAI('emails', 'Addresses', 'string') }}";
const preview = { ...of('emailMessage sendPreview'), emails };
const png = { data: Buffer.from('x').toString('base64'), mimeType: 'image/png' };
const image = { json: {}, binary: { data: png } };
const update = of('emailMessage update');

/** What AI agents can't use, or left open: parameters and what the model gives in each call. */
export const BY_AGENTS: Array<[IDataObject, ...IDataObject[]]> = [
	[of('campaign schedule'), {}],
	[{ ...of('campaign update'), campaignId: byId('cm9campaign0september001') }, {}],
	[{ ...update, emailMessageId: byId('cm9msg0welcome0000000001') }, {}],
	[{ ...update, emailMessageId: byId('cm9msgwelcome00000000001a') }, {}],
	[{ ...of('campaign get'), output: 'selectedFields', fields: '={{ [] }}' }, {}],
	[preview, { emails: 'a@b.co,b@b.co' }],
];

/** Of Loops' OpenAPI file. */
const RULES = [
	...['unsupportedContactProperties', 'missingFallbackContactProperties'],
	...['unsupportedEventProperties', 'missingFallbackEventProperties', 'unsupportedDataVariables'],
	...['invalidCustomDataVariables', 'missingRequiredDataVariables', 'missingButtonHrefs'],
	...['invalidButtonHrefs', 'shortenedYouTubeButtonHrefs', 'missingLinkHrefs', 'invalidLinkHrefs'],
	...['shortenedYouTubeLinkHrefs', 'shortenedYouTubeImageHrefs', 'emailWithoutMailtoButtonHrefs'],
	...['emailWithoutMailtoLinkHrefs', 'emailWithoutMailtoImageHrefs', 'bareArrayNodes'],
	'missingSocialIconHrefs',
];

/** Messages about single calls of the content API. */
export const CALLS: Section[] = [
	[
		'Metrics',
		[
			...each(metrics, [
				{ campaignId: byId('unknown') },
				{ campaignId: byId('cm9campaign0october00001') },
			]),
			answered(
				metrics,
				said(401, 'Not enabled.', { path: '/v1/campaigns/cm9campaign0september001/metrics' }),
			),
		],
	],
	[
		'What lets everybody through',
		each(of('workflowNode update'), [{ nodePayload: '={{ ({ audienceFilter: null }) }}' }]),
	],
	[
		'Validate Only',
		[
			...each({ ...of('transactionalEmail saveContent'), options: { validateOnly: true } }, [
				{ publish: true },
			]),
			...each({ ...of('campaign create'), options: { validateOnly: true } }, [{ subject: 'Hi' }]),
			{ parameters: { ...of('image upload'), options: { validateOnly: true } }, items: [image] },
		],
	],
	[
		'What is wrong with an email',
		[...RULES, 'newRule'].map((rule) =>
			answered(
				{ ...of('emailMessage check'), options: { failOnErrors: true } },
				found('/v1/email-messages/cm9msg0october0000000001/guardian', {
					errors: [{ rule, title: rule, description: '', items: [{ label: 'Read on' }] }],
					warnings: [],
				}),
			),
		),
	],
	[
		'What Loops refuses',
		[
			answered(of('campaign create'), said(400, 'Set up a sending domain first.')),
			answered(of('component create'), said(413, 'Payload too large.')),
			answered(of('image upload'), said(413, 'Payload too large.')),
			answered(of('component update'), said(422, 'The change would break emails.')),
			answered(of('campaignGroup update'), said(400, 'The Unsorted group cannot be edited.')),
			...['Mailing list', 'Audience segment'].map((noun) =>
				answered(of('campaign update'), said(404, `${noun} not found.`)),
			),
			...[400, 404].map((status) =>
				answered(of('audienceSegment create'), said(status, 'Invalid filter.')),
			),
			answered(of('audienceSegment create'), said(400, 'Unknown contact property: plan.')),
			answered(of('workflowNode create'), said(400, 'Invalid position.', { method: 'POST' })),
			answered(
				of('workflowNode create'),
				said(400, 'The workflow is sending.', { method: 'POST' }),
			),
		],
	],
];
