import { namedLocator } from '../../form/locator';
import type { Resource } from '../base/builders';

export const segment: Resource = {
	noun: 'audience segment',
	path: '/audience-segments', // names are unique (contract: segment-name)
	id: namedLocator({
		displayName: 'Audience Segment',
		name: 'audienceSegmentId',
		description: 'Saved conditions that decide which contacts get a campaign',
		search: 'searchAudienceSegments',
		modes: ['list', 'name', 'id'],
		exampleName: 'Trials',
		kind: 'audienceSegment',
	}),
};
