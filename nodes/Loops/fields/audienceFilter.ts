import type { GenericValue, IDataObject, INodeProperties } from 'n8n-workflow';

import { asRecord } from '../http/request';
import { isBlank } from '../values/blank';
import { parseDate, timeOf } from '../values/date';
import { format } from '../values/format';
import { isNoName } from '../values/identity';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { parseNumber } from '../values/parse';
import type { PropertyType } from '../values/propertyValue';
import { json } from '../form/body';
import { type Form, isOmitted, type Path } from '../form/form';
import { choice, type Part } from '../form/part';
import { readChoice, readCollection, readRows, readText } from '../form/read';
import { checkParts, isFixed } from '../form/templateParts';

export const LABEL = 'Conditions';

type Kind = 'none' | 'text' | 'number' | 'date' | 'range';

/** By stored value: label, Loops' operator, the kind of its value, and the type of property it is for. */
export const OPERATORS: Record<
	string,
	[label: string, operator: string, kind: Kind, type?: PropertyType]
> = {
	any: ['Has Any Value', 'any', 'none'],
	empty: ['Is Empty', 'empty', 'none'],
	notEmpty: ['Is Not Empty', 'notEmpty', 'none'],
	contains: ['Text Contains', 'contains', 'text', 'string'],
	notContains: ['Text Does Not Contain', 'notContains', 'text', 'string'],
	equals: ['Text Equals', 'equals', 'text', 'string'],
	notEquals: ['Text Does Not Equal', 'notEquals', 'text', 'string'],
	numberEquals: ['Number Equals', 'equals', 'number', 'number'],
	numberNotEquals: ['Number Does Not Equal', 'notEquals', 'number', 'number'],
	greaterThan: ['Number Is Greater Than', 'greaterThan', 'number', 'number'],
	lessThan: ['Number Is Less Than', 'lessThan', 'number', 'number'],
	isTrue: ['Is True', 'isTrue', 'none', 'boolean'],
	isFalse: ['Is False', 'isFalse', 'none', 'boolean'],
	after: ['Date Is After', 'after', 'date', 'date'],
	before: ['Date Is Before', 'before', 'date', 'date'],
	between: ['Date Is Between', 'between', 'range', 'date'],
	dateEmpty: ['Date Is Empty', 'dateEmpty', 'none', 'date'],
	dateNotEmpty: ['Date Is Not Empty', 'dateNotEmpty', 'none', 'date'],
};

const operatorsWith = (...kinds: Kind[]) =>
	Object.keys(OPERATORS).filter((value) => kinds.includes(OPERATORS[value][2]));

const columns: INodeProperties[] = [
	{
		displayName: 'Property Name or ID',
		name: 'property',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getFilterProperties' },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
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
		description: 'What to compare with. A date is in ISO 8601, such as 2026-01-31.',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		displayOptions: { show: { operator: operatorsWith('range') } },
		description: 'The end of the range',
	},
];

const conditions: Part<IDataObject[]> = {
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
	read: (form, value, path) =>
		readRows(LABEL, readCollection(LABEL, value).condition).map((row, index) =>
			readCondition(form, row, [...path, 'condition', index]),
		),
};

function readCondition(form: Form, row: Record<string, unknown>, path: Path): IDataObject {
	const textOf = (label: string, name: string, fallback = '') => {
		checkParts(form, `${LABEL}: ${label}`, [...path, name]);
		return readText(form, `${LABEL}: ${label}`, row[name] ?? fallback);
	};
	const key = textOf('Property', 'property');
	if (key === '') throw new ItemRefused(`'${LABEL}: Property' is empty`, 'Choose a property');
	const chosen = readChoice(
		`${LABEL}: Operator`,
		textOf('Operator', 'operator', 'equals'),
		Object.keys(OPERATORS),
	);
	const [, operator, kind] = OPERATORS[chosen];
	const condition = { type: 'property', key, operator };
	if (kind === 'none') return condition;
	const given = (label: string, name: string) => {
		const text = textOf(label, name);
		if (text !== '' && isFixed(form, [...path, name])) return text;
		if (!mayMatchAll(form, text)) return text;
		const what = text === '' ? 'is empty' : `can't be ${format(text)}`;
		throw new ItemRefused(`'${LABEL}: ${label}' ${what}`, expressionHint('a value'));
	};
	const text = given('Value', 'value');
	// Blanks count: 'contains " pro"' is not 'contains "pro"'.
	const isExact = kind === 'text' && typeof row.value === 'string';
	const value = isExact ? (row.value as string) : valueOf('Value', text, kind);
	if (kind !== 'range') return { ...condition, value };
	return { ...condition, value: { from: value, to: valueOf('To', given('To', 'to'), kind) } };
}

function valueOf(label: string, given: string, kind: Kind): GenericValue {
	const refuse = (hint: string) =>
		new ItemRefused(`'${LABEL}: ${label}' can't be ${format(given)}`, hint);
	if (kind === 'text') return given;
	const { value, hint } = kind === 'number' ? parseNumber(given) : parseDate(given);
	if (hint !== undefined) throw refuse(hint);
	// `new Date(null)`: everybody is later.
	if (kind !== 'number' && /^1970-01-01T00:00:00/.test(given))
		throw refuse(expressionHint('a date'));
	// The filter takes dates with a time only.
	return kind === 'number' ? value : new Date(timeOf(value) ?? Number(value)).toISOString();
}

const filterJson = json({
	displayName: 'Filter (JSON)',
	name: 'filterJson',
	type: 'json',
	default: '{}',
	description:
		'The filter as Loops takes it, in place of conditions: also for opt-in status and for what contacts have opened or clicked',
});

/** A value that an expression did not find, or an AI agent left open: 'not undefined' is everybody. */
const mayMatchAll = (form: Form, value: unknown): boolean =>
	typeof value === 'string' && (isBlank(value) || isNoName(value) || isOmitted(form, value));

/** @throws ItemRefused for a filter as Loops takes it that may match every contact */
export function refuseOpen(form: Form, field: string, { conditions: all }: IDataObject): void {
	const values = Array.isArray(all) ? all.map((each) => asRecord(each).value) : [undefined];
	if (values.length > 0 && !values.some((each) => mayMatchAll(form, each))) return;
	throw new ItemRefused(
		`'${field}' may match every contact`,
		'Give it at least one condition, and each condition a value that is not empty',
	);
}

/** Who is in an audience: rows of conditions, or JSON. */
export const filterParts = {
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
		read: (form, value, path) => {
			if (typeof value === 'string') checkParts(form, 'Filter (JSON)', path);
			const filter = filterJson.read(form, value, path);
			refuseOpen(form, 'Filter (JSON)', filter);
			return filter;
		},
	} satisfies Part,
};
