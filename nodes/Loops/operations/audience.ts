import { LABEL } from '../fields/audienceFilter';
import { type Body, constant } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';

/**
 * According to one of Loops' pages, the filter would change the segment for all that use it (contract:
 * segment-kept).
 * @throws ItemRefused
 */
export function refuseBoth({ audienceSegmentId, audienceFilter }: Body): void {
	if (!audienceSegmentId || !audienceFilter) return;
	throw new ItemRefused(
		'An audience segment and a filter are both set',
		"Loops may write the filter into the segment. Set only one. To combine them, make a segment with 'Audience Segment > Create'",
	);
}

/** Says what a change also removes (contract: campaign-audience). */
export const removals = ({ audienceSegmentId, audienceFilter }: Body, of: string): string[] => [
	...(audienceSegmentId ? [`Audience: setting a segment removes the filter of the ${of}`] : []),
	...(audienceFilter ? [`Audience: setting a filter removes the segment of the ${of}`] : []),
];

/** Replaces the fields of a filter in a body with one filter under `key`, if any is set. */
export function toFilter(
	{ conditions: rows, match, filterJson, ...others }: Body,
	key: string,
): Body {
	const given = (rows ?? []) as Body[];
	const object = (filterJson ?? {}) as Body;
	const hasJson = Object.keys(object).length > 0;
	if (given.length > 0 && hasJson) {
		throw new ItemRefused(`'${LABEL}' and 'Filter (JSON)' are both set`, 'Take one of them out');
	}
	// 'All' may be the default.
	if (hasJson && match === 'any' && object.match !== 'any') {
		throw new ItemRefused("'Match' and 'Filter (JSON)' are both set", 'Set it in the JSON only');
	}
	if (hasJson) return { ...others, [key]: object };
	if (given.length > 0)
		return { ...others, [key]: { match: match ?? constant('all'), conditions: given } };
	if (rows === undefined && match === undefined && filterJson === undefined) return others;
	// Without the filter, the audience may be everybody.
	throw new ItemRefused(`'${LABEL}' is empty`, "Add a condition, or 'Filter (JSON)'");
}
