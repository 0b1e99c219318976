import type { IDataObject } from 'n8n-workflow';

import { contentParameters } from '../harness/operations.mts';
import type { Section } from './cases.mts';

const createSegment = contentParameters('audienceSegment create');
const updateCampaign = contentParameters('campaign update');
const updateNode = contentParameters('workflowNode update');

/** Audience Segment > Create, with this one condition about the property seats. */
const createSegmentWith = (condition: IDataObject) => ({
	...createSegment,
	conditions: { condition: [{ property: 'seats', ...condition }] },
});

const oneCondition =
	'{ "match": "all", "conditions": [{ "type": "property", "key": "isBeta", "operator": "isTrue" }] }';

/** Messages about whom a campaign, a segment or a workflow node reaches. */
export const AUDIENCE: Section = {
	heading: 'Audience',
	cases: [
		{
			name: 'adds a condition without a property',
			parameters: createSegmentWith({ property: '' }),
		},
		{
			name: 'gives a condition an operator that does not exist',
			parameters: createSegmentWith({ operator: 'is' }),
		},
		{
			name: 'compares a number with a word',
			parameters: createSegmentWith({ operator: 'greaterThan', value: 'many' }),
		},
		{
			name: 'compares a property with nothing',
			parameters: createSegmentWith({ operator: 'equals', value: '' }),
		},
		{
			name: 'compares a date with a word',
			parameters: createSegmentWith({ operator: 'after', value: 'soon' }),
		},
		{
			name: 'creates a segment without conditions',
			parameters: { ...createSegment, conditions: {} },
		},
		{
			name: 'creates a segment with a filter that has no conditions',
			parameters: {
				...createSegment,
				additionalFields: { filterJson: '{ "match": "all", "conditions": [] }' },
			},
		},
		{
			name: 'creates a segment with conditions and a filter',
			parameters: {
				...createSegment,
				additionalFields: {
					filterJson: '{ "match": "all", "conditions": [{ "type": "optIn" }] }',
				},
			},
		},
		{
			name: 'creates a segment with a filter, and sets Match beside it',
			parameters: {
				...createSegment,
				conditions: {},
				match: 'any',
				additionalFields: { filterJson: '{ "conditions": [{ "type": "optIn" }] }' },
			},
		},
		{
			name: 'clears the mailing list of a campaign and sets it too',
			parameters: {
				...updateCampaign,
				updateFields: { clearMailingList: true },
				audienceList: 'cm9list0investors00000003',
			},
		},
		{
			name: 'updates the audience of a campaign to one that does not exist',
			parameters: { ...updateCampaign, audienceChange: 'everybody' },
		},
		{
			name: 'gives a workflow node a segment and a filter',
			parameters: {
				...updateNode,
				nodePayload: `{ "audienceSegmentId": "cm9segment0teams00000001", "audienceFilter": ${oneCondition} }`,
			},
		},
		{
			name: 'gives a workflow node a filter from an expression that returns nothing',
			parameters: { ...updateNode, nodePayload: '={{ ({ audienceFilter: null }) }}' },
		},
		{
			name: 'validates setting a segment for a workflow node, which may have a filter',
			parameters: {
				...updateNode,
				nodePayload: '{ "audienceSegmentId": "cm9segment0teams00000001" }',
				options: { validateOnly: true },
			},
		},
		{
			name: 'validates setting a filter for a workflow node, which may have a segment',
			parameters: {
				...updateNode,
				nodePayload: `{ "audienceFilter": ${oneCondition} }`,
				options: { validateOnly: true },
			},
		},
	],
};
