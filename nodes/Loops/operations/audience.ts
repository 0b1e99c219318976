import { hasAll } from '../account/contactProperties';
import { LABEL, OPERATORS } from '../fields/audienceFilter';
import { asRecord } from '../http/request';
import { type Body, constant } from '../values/checked';
import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { TYPE_WORDS } from '../values/propertyValue';
import type { Known, Needs } from './operation';

const conditionsIn = ({ conditions }: Body) => (conditions ?? []) as Body[];

/** What was chosen for a condition. Text and numbers share two operators of Loops. */
const chosen = ({ operator, value }: Body) =>
	Object.values(OPERATORS).find(
		([, name, kind]) => name === operator && (kind !== 'text' || typeof value === 'string'),
	);

/** Checks that the operator of each condition fits the type of its property. */
export const conditionTypes = {
	needs(fields: Body): Needs {
		// Both are refused together.
		if (Object.keys(asRecord(fields.filterJson)).length > 0) return {};
		const typed = conditionsIn(fields).filter((each) => chosen(each)?.[3]);
		const names = typed.map(({ key }) => String(key));
		return typed.length > 0 ? { properties: { isEnough: hasAll(names), use: 'read' } } : {};
	},

	/** @throws ItemRefused for an operator of another type: Loops would compare text with a number */
	check(fields: Body, { properties = [] }: Known): void {
		for (const condition of conditionsIn(fields)) {
			const [label, , , type] = chosen(condition) ?? [];
			const property = properties.find(({ key }) => key === condition.key);
			if (!type || !property || property.type === type || !(property.type in TYPE_WORDS)) continue;
			const fitting = Object.values(OPERATORS).filter((each) => each[3] === property.type);
			throw new ItemRefused(
				`'Conditions: Operator' can't be '${label}': the property '${formatName(property.key)}' is ${TYPE_WORDS[property.type]}`,
				`Use one of these: ${listed(fitting.map(([name]) => name))}`,
			);
		}
	},
};

/**
 * By one of Loops' own texts, the filter would change the segment for all that use it (contract:
 * segment-kept).
 * @throws ItemRefused
 */
export function refuseBoth({ audienceSegmentId, audienceFilter }: Body): void {
	if (!audienceSegmentId || !audienceFilter) return;
	throw new ItemRefused(
		'An audience segment and a filter are both set',
		"Loops may write the filter into the segment. Make a segment of its own for both with 'Audience Segment > Create'",
	);
}

/** Says what a change also removes (contract: campaign-audience). */
export const removals = ({ audienceSegmentId, audienceFilter }: Body, of: string): string[] => [
	...(audienceSegmentId ? [`Audience: a segment removes the filter of the ${of}`] : []),
	...(audienceFilter ? [`Audience: a filter removes the segment of the ${of}`] : []),
];

/** Replaces the parts of a filter in a body by one filter under `key`, if there is one. */
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
