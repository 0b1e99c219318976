import { contentParameters } from '../harness/operations.mts';
import { AUDIENCE } from './audience.mts';
import { contentRefusal, type Section } from './cases.mts';
import { SCHEDULES } from './schedules.mts';

const createCampaign = contentParameters('campaign create');
const getEngagement = contentParameters('campaign getEngagement');
const updateCampaign = contentParameters('campaign update');
const ofBoth = { ...updateCampaign, updateFields: { name: 'News', subject: 'Hello' } };
const writing = { method: 'POST', path: '/v1/email-messages/cm9msg0october0000000001' };

/** Messages about campaigns and their audience. */
export const CAMPAIGNS: Section[] = [
	{
		heading: 'Engagement',
		cases: [
			{
				name: 'gets the engagement of campaigns after a date that is empty',
				parameters: { ...getEngagement, createdAfter: '={{ "" }}' },
			},
			{
				name: 'gets the engagement of campaigns, one of which has no counts',
				parameters: getEngagement,
				faults: [
					contentRefusal(400, 'Campaign has not been sent yet.', {
						path: '/v1/campaigns/cm9campaign0september001/metrics',
					}),
				],
			},
		],
	},
	AUDIENCE,
	{
		heading: 'Campaigns',
		cases: [
			...SCHEDULES,
			{
				name: 'clears the audience of a campaign that is scheduled',
				parameters: { ...updateCampaign, updateFields: { clearMailingList: true } },
				before: {
					...contentParameters('campaign schedule'),
					sendWhen: 'at',
					sendAt: '2060-01-31T09:00:00Z',
				},
			},
			{
				name: 'creates a campaign whose subject comes from a field that the item does not have',
				parameters: { ...createCampaign, subject: '={{ $json.sbj }}' },
			},
			{
				name: 'creates a campaign with a tag that Loops does not know',
				parameters: { ...createCampaign, lmx: '<Bold>Hi</Bold>' },
			},
			{
				name: "creates a campaign with a subject, and Loops' answer about the subject is lost",
				parameters: { ...createCampaign, subject: 'News' },
				faults: [
					{ kind: 'slow', delay: 1, method: 'POST' },
					{ kind: 'resetAfter', method: 'POST' },
					{ kind: 'status', status: 500, method: 'GET', times: 'always' },
				],
			},
			{
				name: 'creates two campaigns, and the second one has no name',
				parameters: { ...createCampaign, name: '={{ $json.name }}' },
				items: [{ name: 'News' }, { name: '' }],
			},
			{
				name: "creates a campaign, and Loops' answer is lost",
				parameters: createCampaign,
				faults: [{ kind: 'resetAfter', method: 'POST' }],
			},
			{
				name: 'updates a campaign and its email, whose content Loops refuses',
				parameters: ofBoth,
				faults: [contentRefusal(422, 'Invalid LMX.', writing)],
			},
			{
				name: 'updates a campaign and its email, which someone else has changed meanwhile',
				parameters: ofBoth,
				faults: [contentRefusal(409, 'Revision mismatch.', writing)],
			},
			{
				name: "updates a campaign and its email, and Loops' answer about the email is lost",
				parameters: ofBoth,
				faults: [
					{ kind: 'slow', delay: 1, ...writing, method: 'GET' },
					{ kind: 'resetAfter', ...writing },
					{ kind: 'status', status: 500, ...writing, method: 'GET', times: 'always' },
				],
			},
			{
				name: 'updates a campaign that was sent meanwhile',
				parameters: updateCampaign,
				faults: [contentRefusal(409, 'Campaign has been sent.')],
			},
		],
	},
];
