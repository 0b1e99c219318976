import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { contentOperations, contentParameters } from './operations.mts';

/** Who made the change: this run, an earlier one, or an attempt with a lost answer. */
export type Way = 'thisRun' | 'before' | 'lost';
/** The output in each case: an item, or the items of a list. */
export type Outcomes = Partial<Record<Way, unknown>> & { thisRun: unknown };

/** At least one item for a list; `checkOutput` checks its fields. */
const shownBy = ({ operation }: IDataObject): unknown =>
	operation === 'getAll' ? expect.arrayContaining([expect.anything()]) : expect.anything();

/** Outcomes of the content API, whose operations output Loops' answer. */
export const contentOutcomes: Array<[string, IDataObject, Outcomes]> = [
	...contentOperations.map(([name, parameters]): [string, IDataObject, Outcomes] => [
		name,
		parameters,
		{ thisRun: shownBy(parameters) },
	]),
	[
		'Campaign > Create, with content',
		{
			...contentParameters('campaign create'),
			additionalFields: {
				audienceList: 'cm9list0releasenotes00001',
				audienceSegment: 'cm9segment0teams00000001',
				conditions: { condition: [{ property: 'isBeta', operator: 'isTrue' }] },
			},
			emailContent: { subject: 'News', lmx: '<Paragraph>Hello</Paragraph>' },
			simplify: false,
		},
		{ thisRun: expect.objectContaining({ name: 'November news', warnings: [] }) },
	],
	[
		'Transactional Email > Get Many, with drafts',
		{ resource: 'transactionalEmail', operation: 'getAll', includeDrafts: true, returnAll: true },
		{ thisRun: shownBy({ operation: 'getAll' }) },
	],
	[
		'Campaign > Update, of the audience',
		{
			...contentParameters('campaign update'),
			updateFields: {
				conditions: { condition: [{ property: 'isBeta', operator: 'isTrue' }] },
			},
			simplify: false,
		},
		{ thisRun: expect.objectContaining({ status: 'Draft' }) },
	],
	[
		'Campaign > Get, all of it',
		{
			...contentParameters('campaign get'),
			campaignId: { __rl: true, mode: 'id', value: 'cm9campaign0spring000001' },
			simplify: false,
		},
		{ thisRun: expect.objectContaining({ name: 'Spring sale', status: 'Scheduled' }) },
	],
	[
		'Campaign > Get Many, all of it',
		{ ...contentParameters('campaign getAll'), simplify: false },
		{ thisRun: shownBy({ operation: 'getAll' }) },
	],
	[
		'Audience Segment > Create, with a value',
		{
			...contentParameters('audienceSegment create'),
			conditions: { condition: [{ property: 'planName', operator: 'equals', value: 'trial' }] },
		},
		{ thisRun: expect.objectContaining({ name: 'Trials' }) },
	],
	[
		'Audience Segment > Get, without a description',
		{
			...contentParameters('audienceSegment get'),
			audienceSegmentId: { __rl: true, mode: 'id', value: 'cm9segment0beta000000001' },
		},
		{ thisRun: expect.objectContaining({ name: 'Beta', description: null }) },
	],
	[
		'Email Message > Get, all of it',
		{ ...contentParameters('emailMessage get'), simplify: false },
		{ thisRun: expect.objectContaining({ lmx: '<Paragraph>Hello</Paragraph>' }) },
	],
	[
		'Email Message > Update, all of it',
		{
			...contentParameters('emailMessage update'),
			updateFields: {
				subject: 'October',
				ccEmail: 'cc@example.com',
				bccEmail: 'bcc@example.com',
				languageCode: 'en',
				contactPropertiesFallbacks: '{ "firstName": "there" }',
				eventPropertiesFallbacks: '{ "plan": "free" }',
				dataVariablesFallbacks: '{ "name": "there" }',
			},
			simplify: false,
		},
		{ thisRun: expect.objectContaining({ subject: 'October', ccEmail: 'cc@example.com' }) },
	],
	[
		'Email Message > Update, of a draft of a transactional email',
		{
			...contentParameters('emailMessage update'),
			emailMessageId: { __rl: true, mode: 'id', value: 'cm9msgdraftspring0000065a' },
			simplify: false,
		},
		{ thisRun: expect.objectContaining({ transactionalId: 'cm8tx0draftspring0000065a' }) },
	],
	[
		'Campaign > Schedule, at a time',
		{
			...contentParameters('campaign schedule'),
			sendWhen: 'at',
			sendAt: '2030-01-31T09:30:00Z',
			simplify: false,
		},
		{ thisRun: expect.objectContaining({ status: 'Scheduled' }) },
	],
];
