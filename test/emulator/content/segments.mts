import { type Answer, Refusal } from '../answer.mts';
import type { ApiRequest } from '../api.mts';
import { checkFilter, filter } from './audience.mts';
import { object, optional, text } from './read.mts';

const creation = object({
	name: text({ longest: 255 }),
	description: optional(text({ longest: 1000, mayBeEmpty: true })),
	filter,
});

export function createSegment({ account, body }: ApiRequest): Answer {
	const { content } = account;
	const { description = null, ...given } = creation(body, 'body');
	if ([...content.segments.values()].some(({ name }) => name === given.name)) {
		throw new Refusal(400, 'A segment with this name already exists.');
	}
	checkFilter(account, given.filter);
	return { status: 200, body: content.add(content.segments, 'segment', { ...given, description }) };
}
