import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { contentParameters as of } from '../harness/operations.mts';
import { answered, type Case, type Section, each, found, said } from './cases.mts';

/** Values that n8n does not refuse before the run. */
const EMPTY = '={{ "" }}';
const lost: Fault = { kind: 'resetAfter', method: 'POST' };
const create = of('campaign create');
const schedule = of('campaign schedule');
const segment = of('audienceSegment create');
const message = '/v1/email-messages/cm9msg0october0000000001';
const campaign = '/v1/campaigns/cm9campaign0october00001';
const october = {
	id: 'cm9campaign0october00001',
	name: 'October news',
	status: 'Draft',
	emailMessageId: 'cm9msg0october0000000001',
};
const hidden = { ...said(409, 'Email message uses MJML format.'), method: 'GET', path: message };
/** Lets a look-up pass, before a fault of the next one. */
const pass = (path: string): Fault => ({ kind: 'slow', delay: 1, method: 'GET', path });
const condition = (row: IDataObject) => ({
	...segment,
	conditions: { condition: [{ property: 'seats', ...row }] },
});

const TIME = '2030-01-31T09:30:00.000Z';
const LATER = '2030-01-31T12:00:00.000Z';
const at = { ...schedule, sendWhen: 'at', sendAt: TIME };
/** What Loops shows of a campaign after it was scheduled. */
const shows = (changes: IDataObject): Fault[] => {
	const body = { ...october, url: 'https://app.loops.so/campaigns/october', ...changes };
	return [pass(campaign), pass(campaign), { ...found(campaign, body), method: 'POST' }].concat(
		found(campaign, body),
	);
};

const oneCondition =
	'{ "match": "all", "conditions": [{ "type": "property", "key": "isBeta", "operator": "isTrue" }] }';

/** Messages about campaigns and their audience. */
export const CAMPAIGNS: Section[] = [
	[
		'Engagement',
		[
			{ parameters: { ...of('campaign getEngagement'), createdAfter: EMPTY } },
			answered(of('campaign getEngagement'), {
				...said(400, 'Campaign has not been sent yet.'),
				path: '/v1/campaigns/cm9campaign0september001/metrics',
			}),
		],
	],
	[
		'Audience',
		[
			...[{ property: '' }, { operator: 'is' }, { operator: 'greaterThan', value: 'many' }].map(
				(row): Case => ({ parameters: condition(row) }),
			),
			{ parameters: condition({ operator: 'equals', value: '' }) },
			{ parameters: condition({ operator: 'after', value: 'soon' }) },
			...each(segment, [
				{ conditions: {} },
				{ additionalFields: { filterJson: '{ "match": "all", "conditions": [] }' } },
				{
					additionalFields: {
						filterJson: '{ "match": "all", "conditions": [{ "type": "optIn" }] }',
					},
				},
				{
					conditions: {},
					match: 'any',
					additionalFields: { filterJson: '{ "conditions": [{ "type": "optIn" }] }' },
				},
			]),
			...each(of('campaign update'), [
				{ updateFields: { clearAudience: ['everybody'] } },
				{
					updateFields: {
						clearAudience: ['mailingListId'],
						audienceList: 'cm9list0investors00000003',
					},
				},
				{ updateFields: { audienceSegment: 'cm9segment0teams00000001', filterJson: oneCondition } },
				{ updateFields: { audienceSegment: 'cm9segment0teams00000001' } },
				{ updateFields: { filterJson: oneCondition } },
			]),
			...each(of('workflowNode update'), [{ nodePayload: '={{ ({ audienceFilter: null }) }}' }]),
			...each({ ...of('workflowNode update'), options: { validateOnly: true } }, [
				{ nodePayload: '{ "audienceSegmentId": "cm9segment0teams00000001" }' },
				{ nodePayload: `{ "audienceFilter": ${oneCondition} }` },
			]),
		],
	],
	[
		'Campaigns',
		[
			...each(schedule, [
				{ confirmName: EMPTY },
				{ confirmName: 'September news' },
				{ sendWhen: 'later' },
				{ sendWhen: 'at', sendAt: '2020-01-31T09:00:00Z' },
				{ sendWhen: 'at', sendAt: 'soon' },
				{ options: { approval: EMPTY } },
				{ options: { approval: 'yes' } },
				{ options: { approval: `v1.subject-${'0'.repeat(32)}` } },
			]),
			answered(schedule, found(campaign, { ...october, status: 'Sent' })),
			answered(schedule, found(campaign, october)),
			answered(
				schedule,
				{ kind: 'slow', delay: 1, path: campaign },
				found(campaign, { ...october, name: 'Other' }),
			),
			answered(schedule, { ...said(409, 'Campaign has been sent.'), method: 'POST' }),
			answered(at, lost),
			answered(schedule, { ...lost, kind: 'resetBefore' }),
			answered(at, ...shows({ scheduling: { timestamp: TIME } })),
			answered(schedule, ...shows({})),
			answered(at, ...shows({}).slice(0, 3), {
				...said(400, 'No.'),
				...{ method: 'GET', path: campaign },
			}),
			answered(schedule, ...shows({ status: 'Paused' })),
			answered(at, ...shows({ status: 'Scheduled', scheduling: { timestamp: LATER } })),
			answered(at, ...shows({ status: 'Scheduled', scheduling: { timestamp: null } })),
			answered(schedule, found(campaign, { ...october, emailMessageId: null })),
			answered(schedule, found(campaign, { ...october, audienceSegmentId: 'gone' })),
			answered(
				schedule,
				found(`${message}/guardian`, {
					errors: [],
					warnings: [{ rule: 'missingFallbackContactProperties', items: [{ label: 'firstName' }] }],
				}),
			),
			answered(at, { ...hidden, times: 'always' }),
			answered({ ...schedule, options: { approval: `v1.subject-${'0'.repeat(32)}` } }, hidden),
			answered(
				schedule,
				pass(message),
				...Array.from({ length: 5 }, () => [
					{
						...pass(message),
						kind: 'status',
						status: 429,
						headers: { 'retry-after': '5' },
					} as Fault,
					pass(message),
				]).flat(),
			),
			{
				parameters: {
					...of('campaign update'),
					updateFields: { clearAudience: ['mailingListId'] },
				},
				before: { ...schedule, sendWhen: 'at', sendAt: '2060-01-31T09:00:00Z' },
			},
			{ parameters: { ...create, subject: '={{ $json.sbj }}' } },
			answered({ ...create, lmx: '<Bold>Hi</Bold>' }),
			answered({ ...create, subject: 'News' }, { kind: 'slow', delay: 1, method: 'POST' }, lost, {
				kind: 'status',
				status: 500,
				method: 'GET',
				times: 'always',
			}),
			{
				parameters: { ...create, name: '={{ $json.name }}' },
				items: [{ name: 'News' }, { name: '' }],
			},
			answered(create, lost),
			answered(of('campaign update'), said(409, 'Campaign has been sent.')),
		],
	],
];
