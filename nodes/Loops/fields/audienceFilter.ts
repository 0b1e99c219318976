import type { INodeProperties } from 'n8n-workflow';

import { roleOf } from '../account/propertyRoles';
import { json } from '../form/body';
import { select, choice, type Parameter, idOrName } from '../form/parameter';
import type { UnresolvedBody } from '../form/formValue';
import type { ParameterValue } from '../form/parameterValue';
import { type Body, type BodyValue, type Checked, constant } from '../values/checked';
import { parseDate, timeOf } from '../values/date';
import { ItemRefused, readEach } from '../values/itemRefused';
import { asRecord, parseNumber } from '../values/parse';

const LABEL = 'Conditions';

type Kind = 'none' | 'text' | 'number' | 'date' | 'range';

/** Each operator by its stored value: its label, Loops' name for it, and what it compares with. */
const OPERATORS: Record<string, [label: string, operator: string, kind: Kind]> = {
	contains: ['Text Contains', 'contains', 'text'],
	notContains: ['Text Does Not Contain', 'notContains', 'text'],
	equals: ['Text Equals', 'equals', 'text'],
	notEquals: ['Text Does Not Equal', 'notEquals', 'text'],
	numberEquals: ['Number Equals', 'equals', 'number'],
	numberNotEquals: ['Number Does Not Equal', 'notEquals', 'number'],
	greaterThan: ['Number Is Greater Than', 'greaterThan', 'number'],
	lessThan: ['Number Is Less Than', 'lessThan', 'number'],
	isTrue: ['Is True', 'isTrue', 'none'],
	isFalse: ['Is False', 'isFalse', 'none'],
	after: ['Date Is After', 'after', 'date'],
	before: ['Date Is Before', 'before', 'date'],
	between: ['Date Is Between', 'between', 'range'],
	dateEmpty: ['Date Is Empty', 'dateEmpty', 'none'],
	dateNotEmpty: ['Date Is Not Empty', 'dateNotEmpty', 'none'],
	empty: ['Is Empty', 'empty', 'none'],
	notEmpty: ['Is Not Empty', 'notEmpty', 'none'],
	any: ['Any', 'any', 'none'],
};

const operatorsWith = (...kinds: Kind[]) =>
	Object.keys(OPERATORS).filter((value) => kinds.includes(OPERATORS[value][2]));

const columns: INodeProperties[] = [
	select('Property', 'property', 'getFilterProperties'),
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		options: Object.entries(OPERATORS).map(([value, [name]]) => ({ name, value })),
		default: 'equals',
		description: 'How to compare the property with the value',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		displayOptions: { show: { operator: operatorsWith('text', 'number', 'date', 'range') } },
		description:
			'Value to compare the property with. Enter a date in ISO 8601, such as 2026-01-31. Without a time zone, it is in UTC.',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		displayOptions: { show: { operator: operatorsWith('range') } },
		description: "End of the date range, which starts at 'Value'",
	},
];

const conditions: Parameter<UnresolvedBody[]> = {
	property: {
		displayName: LABEL,
		name: 'conditions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Condition',
		default: {},
		description: 'Contact properties that decide who is in the audience',
		options: [{ displayName: 'Condition', name: 'condition', values: columns }],
	},
	read: (value) => readEach(value.entries().get('condition')?.rows() ?? [], readCondition),
};

function readCondition(row: ParameterValue): UnresolvedBody {
	const cell = (label: string, name: string) => row.at(name, `${LABEL}: ${label}`);
	const property = cell('Property Name or ID', 'property');
	const key = idOrName(property, 'contactProperty', { hint: 'Choose a property' });
	confirmProperty(property, typeof key === 'string' ? key : key.given);
	const given = cell('Operator', 'operator');
	const chosen =
		given.isUndefined && given.isFixed ? 'equals' : given.choice(Object.keys(OPERATORS));
	const [, name, kind] = OPERATORS[chosen];
	const condition = { type: constant('property'), key, operator: name as Checked };
	if (kind === 'none') return condition;
	const value = valueOf(cell('Value', 'value'), kind);
	if (kind !== 'range') return { ...condition, value };
	return { ...condition, value: { from: value, to: valueOf(cell('To', 'to'), kind) } };
}

/** Refuses an expression that finds nothing: 'contains nothing' would match everybody. */
function valueOf(value: ParameterValue, kind: Kind): BodyValue {
	// Blanks count: 'contains " pro"' is not 'contains "pro"'.
	const text = value.identifier('audiences', { isExact: kind === 'text' });
	if (kind === 'text') return text;
	if (kind === 'number') return value.parse(parseNumber);
	const date = value.parse(parseDate);
	// The filter takes dates with a time only.
	return new Date(timeOf(date) ?? Number(date)).toISOString() as Checked;
}

const filterJson = json({
	displayName: 'Filter (JSON)',
	name: 'filterJson',
	type: 'json',
	default: '{}',
	description:
		"Filter in the format of Loops' API, instead of 'Conditions'. It can also check the opt-in status, and what contacts have opened or clicked.",
});

const takesValue = (operator: unknown): boolean =>
	Object.values(OPERATORS).some(([, name, kind]) => name === operator && kind !== 'none');

/** Every account has these. */
const BUILT_IN = ['builtIn', 'creation', 'identifier', 'consent', 'readOnly'];

/** Loops refuses a filter with an unknown property. */
function confirmProperty(value: ParameterValue, key: string): void {
	if (!BUILT_IN.includes(roleOf(key) ?? '')) value.confirm('contactProperty', key);
}

/**
 * Checks a filter as Loops takes it.
 * @throws ItemRefused for one that may match every contact
 */
export function checkFilter(filter: ParameterValue, { conditions: all }: Body): void {
	const given = Array.isArray(all) ? all.map(asRecord) : [];
	for (const { type, key, operator, value } of given) {
		if (type === 'property' && typeof key === 'string') confirmProperty(filter, key);
		if (typeof value === 'string' || (takesValue(operator) && (value ?? null) === null))
			filter.within(value, `${filter.label}: value`).identifier('audiences');
	}
	if (given.length > 0) return;
	filter.refuse(`'${filter.label}' may match every contact`, 'Add at least one condition');
}

/** Who is in an audience: rows of conditions, or JSON. */
export const audienceFields = {
	conditions,
	match: choice({
		displayName: 'Match',
		name: 'match',
		type: 'options',
		options: [
			{ name: 'All Conditions', value: 'all' },
			{ name: 'Any Condition', value: 'any' },
		],
		default: 'all',
		description: 'Whether a contact has to meet all conditions or any of them',
	}),
	filterJson: {
		...filterJson,
		read: (value) => {
			const filter = value.json();
			checkFilter(value, filter);
			return filter;
		},
	} satisfies Parameter,
};

/**
 * According to one of Loops' pages, the filter would change the segment for all that use it (contract:
 * segment-kept).
 * @throws ItemRefused
 */
export function refuseBoth({ audienceSegmentId, audienceFilter }: Body): void {
	if (!audienceSegmentId || !audienceFilter) return;
	throw new ItemRefused(
		'An audience segment and a filter are both set',
		"Loops may write the filter into the segment. Set only one of them. To combine them, make a segment with 'Audience Segment > Create'",
	);
}

/** Says what a change also removes (contract: campaign-audience). */
export const removals = ({ audienceSegmentId, audienceFilter }: Body, of: string): string[] => [
	...(audienceSegmentId
		? [`Audience of the ${of}: setting a segment removes the filter, if there is one`]
		: []),
	...(audienceFilter
		? [`Audience of the ${of}: setting a filter removes the segment, if there is one`]
		: []),
];

/** Replaces the fields of a filter in a body with one filter under `key`, if any is set. */
export function withFilter(
	{ conditions: rows, match, filterJson, ...others }: Body,
	key: string,
): Body {
	const given = (rows ?? []) as Body[];
	const object = (filterJson ?? {}) as Body;
	const hasJson = Object.keys(object).length > 0;
	if (given.length > 0 && hasJson) {
		throw new ItemRefused(`'${LABEL}' and 'Filter (JSON)' are both set`, 'Remove one of them');
	}
	// 'All' may be the default.
	if (hasJson && match === 'any' && object.match !== 'any') {
		throw new ItemRefused(
			"'Match' and 'Filter (JSON)' are both set",
			"Remove 'Match', and set it in the JSON instead",
		);
	}
	if (hasJson) return { ...others, [key]: object };
	if (given.length > 0)
		return { ...others, [key]: { match: match ?? constant('all'), conditions: given } };
	if (rows === undefined && match === undefined && filterJson === undefined) return others;
	// Without the filter, the audience may be everybody.
	throw new ItemRefused(`'${LABEL}' is empty`, "Add a condition, or use 'Filter (JSON)'");
}
