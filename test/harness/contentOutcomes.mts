import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { type Seed, shippedSeed } from '../emulator/seed.mts';
import { byId, contentOperations, contentParameters } from './operations.mts';

/**
 * Who made the change: this run, an earlier one, or an attempt with a lost answer. `partly`: Loops refuses
 * to show a part of what is read.
 */
export type Way = 'thisRun' | 'before' | 'lost' | 'partly';
/** The output in each case: an item, or the items of a list. */
export type Outcomes = Partial<Record<Way, unknown>> & { thisRun: unknown };

type Row = [string, IDataObject, Outcomes, account?: Seed];

/** At least one item for a list; `checkOutput` checks its fields. */
const shownBy = ({ operation }: IDataObject): unknown =>
	operation === 'getAll' || operation === 'getEngagement'
		? expect.arrayContaining([expect.anything()])
		: expect.anything();

const isBeta = {
	condition: [
		{ property: 'isBeta', operator: 'isTrue' },
		{ property: 'planName', operator: 'equals', value: 'trial' },
	],
};

const seed = shippedSeed() as Seed & { content: { campaigns: IDataObject[] } };
const scheduling = { method: 'schedule', timestamp: '2026-08-31T09:00:00.000Z' };
const withScheduled: Seed = {
	...seed,
	content: {
		...seed.content,
		campaigns: seed.content.campaigns.map((each) => ({ ...each, scheduling })),
	},
};

/** An operation with other parameters, and fields of its output unless it lists. */
function row(name: string, of: string, changed: IDataObject, output?: object): Row {
	const parameters = { ...contentParameters(of), ...changed };
	return [
		name,
		parameters,
		{ thisRun: output ? expect.objectContaining(output) : shownBy(parameters) },
	];
}

/** Outcomes of the content API, whose operations output Loops' answer. */
export const contentOutcomes: Row[] = [
	...contentOperations.map(
		([name, parameters]): Row => [name, parameters, { thisRun: shownBy(parameters) }],
	),
	row(
		'Campaign > Create, with content',
		'campaign create',
		{
			audienceList: 'cm9list0releasenotes00001',
			audienceKind: 'conditions',
			conditions: isBeta,
			subject: 'News',
			lmx: '<Paragraph>Hello</Paragraph>',
		},
		{ name: 'November news', warnings: [] },
	),
	row(
		'Campaign > Create, for a segment',
		'campaign create',
		{ audienceKind: 'segment', audienceSegment: 'cm9segment0teams00000001' },
		{ audienceSegmentId: 'cm9segment0teams00000001' },
	),
	[
		'Campaign > Get Engagement, of all emails',
		{ ...contentParameters('campaign getEngagement'), includeOtherEmails: true, simplify: false },
		{
			thisRun: shownBy({ operation: 'getEngagement' }),
			partly: shownBy({ operation: 'getEngagement' }),
		},
		withScheduled,
	],
	[
		'Transactional Email > Get Many, with drafts',
		{ resource: 'transactionalEmail', operation: 'getAll', includeDrafts: true, returnAll: true },
		{ thisRun: shownBy({ operation: 'getAll' }) },
	],
	row(
		'Campaign > Update, of the audience',
		'campaign update',
		{ audienceChange: 'conditions', conditions: isBeta },
		{ status: 'Draft' },
	),
	row(
		'Campaign > Update, with content',
		'campaign update',
		{ updateFields: { name: 'October', subject: 'News' } },
		{ name: 'October', warnings: [] },
	),
	row(
		'Campaign > Get, all of it',
		'campaign get',
		{ campaignId: byId('cm9campaign0spring000001'), simplify: false },
		{ name: 'Spring sale', status: 'Scheduled' },
	),
	row('Campaign > Get Many, all of it', 'campaign getAll', { simplify: false }),
	row(
		'Audience Segment > Create, with a value',
		'audienceSegment create',
		{ conditions: { condition: [{ property: 'planName', operator: 'equals', value: 'trial' }] } },
		{ name: 'Trials' },
	),
	row(
		'Audience Segment > Get, without a description',
		'audienceSegment get',
		{ audienceSegmentId: byId('cm9segment0beta000000001') },
		{ name: 'Beta', description: null },
	),
	row(
		'Email Message > Get, all of it',
		'emailMessage get',
		{ simplify: false },
		{ lmx: '<Paragraph>Hello</Paragraph>' },
	),
	row(
		'Email Message > Update, all of it',
		'emailMessage update',
		{
			updateFields: {
				subject: 'October',
				languageCode: 'en',
				contactPropertiesFallbacks: '{ "firstName": "there" }',
				eventPropertiesFallbacks: '{ "plan": "free" }',
				dataVariablesFallbacks: '{ "name": "there" }',
			},
		},
		{ subject: 'October', languageCode: 'en' },
	),
	row(
		'Email Message > Update, of a draft of a transactional email',
		'emailMessage update',
		{
			emailMessageId: byId('cm9msgdraftspring0000065a'),
			// The email of a campaign has no copies.
			updateFields: { ccEmail: 'cc@example.com', bccEmail: 'bcc@example.com' },
		},
		{ transactionalId: 'cm8tx0draftspring0000065a', ccEmail: 'cc@example.com' },
	),
	row(
		'Campaign > Schedule, at a time',
		'campaign schedule',
		{ sendWhen: 'at', sendAt: '2030-01-31T09:30:00Z' },
		{ status: 'Scheduled' },
	),
	row(
		'Campaign > Schedule, on a day',
		'campaign schedule',
		{ sendWhen: 'at', sendAt: '2030-01-31' },
		{ sendsAtNote: expect.stringContaining('midnight') },
	),
];
