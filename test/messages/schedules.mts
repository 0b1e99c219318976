import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { contentParameters } from '../harness/operations.mts';
import { answerToGet, type Case, contentRefusal, usualAnswerToGet } from './cases.mts';

const scheduleNow = contentParameters('campaign schedule');
const scheduleAtTime = {
	...scheduleNow,
	sendWhen: 'at',
	sendAt: '2030-01-31T09:30:00.000Z',
};
const campaign = '/v1/campaigns/cm9campaign0october00001';
const email = '/v1/email-messages/cm9msg0october0000000001';
const otherApproval = `v1-${'0'.repeat(32)}.subject-0000`;
const october = {
	id: 'cm9campaign0october00001',
	name: 'October news',
	status: 'Draft',
	emailMessageId: 'cm9msg0october0000000001',
};
const emailInMjml: Fault = contentRefusal(409, 'Email message uses MJML format.', {
	method: 'GET',
	path: email,
});

/** What Loops shows of the campaign. */
const shown = (changes: IDataObject): Fault => answerToGet(campaign, { ...october, ...changes });

/** Loops accepts the schedule, and then shows this of the campaign. */
const shownAfterwards = (changes: IDataObject): Fault[] => {
	const body = { ...october, url: 'https://app.loops.so/campaigns/october', ...changes };
	return [
		usualAnswerToGet(campaign),
		usualAnswerToGet(campaign),
		{ kind: 'body', method: 'POST', path: campaign, body },
		answerToGet(campaign, body),
	];
};

/** Cases of Campaign > Schedule. */
export const SCHEDULES: Case[] = [
	{
		name: 'schedules a campaign at a time that exists twice',
		parameters: { ...scheduleAtTime, sendAt: '2030-11-03T01:30' },
		settings: { timezone: 'America/New_York' },
	},
	{
		name: 'schedules a campaign at a time that does not exist',
		parameters: { ...scheduleAtTime, sendAt: '2030-03-10T02:30' },
		settings: { timezone: 'America/New_York' },
	},
	{
		name: 'schedules a campaign with a confirmation that is empty',
		parameters: { ...scheduleNow, confirmName: '={{ "" }}' },
	},
	{
		name: 'schedules a campaign with the name of another one as confirmation',
		parameters: { ...scheduleNow, confirmName: 'September news' },
	},
	{
		name: 'schedules a campaign for later, which is no choice',
		parameters: { ...scheduleNow, sendWhen: 'later' },
	},
	{
		name: 'schedules a campaign for a time in the past',
		parameters: { ...scheduleNow, sendWhen: 'at', sendAt: '2020-01-31T09:00:00Z' },
	},
	{
		name: 'schedules a campaign for a time that is a word',
		parameters: { ...scheduleNow, sendWhen: 'at', sendAt: 'soon' },
	},
	{
		name: 'schedules a campaign with an approval that is empty',
		parameters: { ...scheduleNow, options: { approval: '={{ "" }}' } },
	},
	{
		name: 'schedules a campaign with yes as approval',
		parameters: { ...scheduleNow, options: { approval: 'yes' } },
	},
	{
		name: 'schedules a campaign that was approved with other content',
		parameters: { ...scheduleNow, options: { approval: otherApproval } },
	},
	{
		name: 'schedules a campaign that was sent',
		parameters: scheduleNow,
		faults: [shown({ status: 'Sent' })],
	},
	{
		name: 'schedules a campaign that has no audience',
		parameters: scheduleNow,
		faults: [shown({})],
	},
	{
		name: 'schedules a campaign that someone renames between two checks',
		parameters: scheduleNow,
		faults: [usualAnswerToGet(campaign), shown({ name: 'Other' })],
	},
	{
		name: 'schedules a campaign that is sent between the check and the schedule',
		parameters: scheduleNow,
		faults: [contentRefusal(409, 'Campaign has been sent.', { method: 'POST' })],
	},
	{
		name: "schedules a campaign, and Loops' answer is lost",
		parameters: scheduleAtTime,
		faults: [{ kind: 'resetAfter', method: 'POST' }],
	},
	{
		name: 'schedules a campaign, and the call is lost',
		parameters: scheduleNow,
		faults: [{ kind: 'resetBefore', method: 'POST' }],
	},
	{
		name: 'schedules a campaign for a time, which Loops saves without scheduling it',
		parameters: scheduleAtTime,
		faults: shownAfterwards({ scheduling: { timestamp: '2030-01-31T09:30:00.000Z' } }),
	},
	{
		name: 'schedules a campaign for now, and it is still a draft',
		parameters: scheduleNow,
		faults: shownAfterwards({}),
	},
	{
		name: 'schedules a campaign, and Loops then does not show it',
		parameters: scheduleAtTime,
		faults: [
			...shownAfterwards({}).slice(0, 3),
			contentRefusal(400, 'No.', { method: 'GET', path: campaign }),
		],
	},
	{
		name: 'schedules a campaign, and it is then paused',
		parameters: scheduleNow,
		faults: shownAfterwards({ status: 'Paused' }),
	},
	{
		name: 'schedules a campaign, and Loops then shows another time',
		parameters: scheduleAtTime,
		faults: shownAfterwards({
			status: 'Scheduled',
			scheduling: { timestamp: '2030-01-31T12:00:00.000Z' },
		}),
	},
	{
		name: 'schedules a campaign, and Loops then shows no time',
		parameters: scheduleAtTime,
		faults: shownAfterwards({ status: 'Scheduled', scheduling: { timestamp: null } }),
	},
	{
		name: 'schedules a campaign that has no email',
		parameters: scheduleNow,
		faults: [shown({ emailMessageId: null })],
	},
	{
		name: 'schedules a campaign whose segment no longer exists',
		parameters: scheduleNow,
		faults: [shown({ audienceSegmentId: 'gone' })],
	},
	{
		name: 'schedules a campaign whose email has a contact property without a fallback',
		parameters: scheduleNow,
		faults: [
			answerToGet(`${email}/guardian`, {
				errors: [],
				warnings: [{ rule: 'missingFallbackContactProperties', items: [{ label: 'firstName' }] }],
			}),
		],
	},
	{
		name: "schedules a campaign whose email Loops' API does not show",
		parameters: scheduleAtTime,
		faults: [{ ...emailInMjml, times: 'always' }],
	},
	{
		name: "schedules an approved campaign whose email Loops' API does not show",
		parameters: { ...scheduleNow, options: { approval: otherApproval } },
		faults: [emailInMjml],
	},
	{
		name: 'schedules a campaign, but every second look at its email has to wait',
		parameters: scheduleNow,
		faults: [
			usualAnswerToGet(email),
			...Array.from({ length: 5 }, (): Fault[] => [
				{
					kind: 'status',
					status: 429,
					headers: { 'retry-after': '5' },
					delay: 1,
					method: 'GET',
					path: email,
				},
				usualAnswerToGet(email),
			]).flat(),
		],
	},
];
