import { filterParts, toFilter } from '../fields/audienceFilter';
import { name, text } from '../fields/body';
import { locator } from '../fields/locator';
import type { Operation } from './operation';
import { create, get, getMany, type Resource } from './resource';

const segment: Resource = {
	resource: 'audienceSegment',
	noun: 'audience segment',
	path: '/audience-segments',
	id: locator({
		displayName: 'Audience Segment',
		name: 'audienceSegmentId',
		description: 'The saved group of contacts',
		search: 'searchAudienceSegments',
	}),
};

const { conditions, match, filterJson } = filterParts;

const parts = {
	name: name({
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		description: 'Name of the segment, up to 255 characters. No two segments have the same name.',
	}),
	description: text({
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description: 'What the segment is for, up to 1,000 characters',
	}),
};

export const segments: Operation[] = [
	getMany(segment),
	get(segment),
	create(segment, {
		given: { name: parts.name, conditions, match },
		added: { description: parts.description, filterJson },
		finish: (fields) => toFilter(fields, 'filter'),
		description: 'Save a group of contacts that meet conditions',
	}),
];
