import { Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { AudienceFilter, Segment } from './records.mts';
import { dateTime, flag, list, object, oneOf, type Reader, refuse, text } from './read.mts';
import { isObject } from '../values.mts';

/** A guess: the spec mentions a limit without its value. */
const MOST_CONDITIONS = 100;

const WITHOUT_VALUE = [
	'any',
	'isTrue',
	'isFalse',
	'empty',
	'notEmpty',
	'dateEmpty',
	'dateNotEmpty',
];

const between = object({ from: dateTime, to: dateTime });

const value: Reader<unknown> = (given, path) => {
	if (given === undefined || typeof given === 'string' || typeof given === 'number') return given;
	return between(given, path);
};

const property = object({
	type: oneOf('property'),
	key: text(),
	operator: oneOf(
		...['any', 'contains', 'notContains', 'equals', 'notEquals', 'greaterThan', 'lessThan'],
		...['isTrue', 'isFalse', 'empty', 'notEmpty', 'dateEmpty', 'dateNotEmpty'],
		...['after', 'before', 'between'],
	),
	value,
});
const optIn = object({
	type: oneOf('optIn'),
	status: oneOf('accepted', 'pending', 'rejected', null),
});
const activity = object({
	type: oneOf('activity'),
	action: oneOf('sent', 'opened', 'clicked'),
	negate: flag,
	target: oneOf('campaign', 'workflow', 'workflowEmail'),
	id: text(),
});

const condition: Reader<Record<string, unknown>> = (given, path) => {
	const type = isObject(given) ? given.type : undefined;
	if (type === 'optIn') return optIn(given, path);
	if (type === 'activity') return activity(given, path);
	const read = property(given, path);
	// Guesses: which operators require a value, and that `between` requires a range.
	if (!WITHOUT_VALUE.includes(read.operator as string) && read.value === undefined) {
		throw refuse(`${path}.value`, 'required');
	}
	if (read.operator === 'between' && !isObject(read.value)) {
		throw refuse(`${path}.value`, 'expected { from, to }');
	}
	return read;
};

/** Reads the filter of a body. */
export const filter: Reader<AudienceFilter> = object({
	match: oneOf('all', 'any'),
	conditions: (given, path) => {
		const conditions = list(condition, 1)(given, path);
		if (conditions.length > MOST_CONDITIONS) throw refuse(path, 'too many conditions');
		return conditions;
	},
});

/** Refuses a filter that names something unknown. */
export function checkFilter(
	{ content, properties }: Account,
	{ conditions }: AudienceFilter,
): void {
	for (const { type, key, target, id } of conditions) {
		if (type === 'property' && !properties.has(String(key)) && !BUILT_IN.includes(String(key))) {
			throw new Refusal(400, `Unknown contact property: ${String(key)}.`);
		}
		if (type !== 'activity') continue;
		const targets = {
			campaign: content.campaigns,
			workflow: content.workflows,
			workflowEmail: content.messages,
		};
		if (!targets[target as keyof typeof targets].has(String(id))) {
			throw new Refusal(404, `The filter references a ${String(target)} that does not exist.`);
		}
	}
}

const BUILT_IN = [
	'firstName',
	'lastName',
	'email',
	'userId',
	'userGroup',
	'source',
	'subscribed',
	'createdAt',
	'notes',
];

/** The audience of a campaign, or of a filter in a workflow. */
export interface Audience {
	audienceSegmentId: string | null;
	audienceFilter: AudienceFilter | null;
}

/** Changes of an audience; null clears. */
export interface AudienceChanges {
	audienceSegmentId?: string | null;
	audienceFilter?: AudienceFilter | null;
}

/** Segment and filter clear each other unless both are given. */
export function changedAudience(account: Account, changes: AudienceChanges): Partial<Audience> {
	const { audienceSegmentId: segment, audienceFilter } = changes;
	if (segment) segmentOf(account, segment);
	if (audienceFilter) checkFilter(account, audienceFilter);
	if (segment !== undefined && audienceFilter !== undefined) {
		return { audienceSegmentId: segment, audienceFilter };
	}
	if (segment !== undefined) {
		return { audienceSegmentId: segment, ...(segment !== null && { audienceFilter: null }) };
	}
	if (audienceFilter !== undefined) {
		return { audienceFilter, ...(audienceFilter !== null && { audienceSegmentId: null }) };
	}
	return {};
}

function segmentOf({ content }: Account, id: string): Segment {
	const segment = content.segments.get(id);
	if (!segment) throw new Refusal(404, 'Audience segment not found.');
	return segment;
}
