import type { GenericValue } from 'n8n-workflow';

import { isIdentifier } from '../account/contactProperties';
import { isBlank } from '../values/blank';
import { format, formatName } from '../values/format';
import { InvalidValue } from '../values/invalidValue';
import type { NameIndex } from '../values/nameIndex';
import type { ParseResult } from '../values/parse';
import { parseRow, parseTyped, type PropertyType, type ValueKind } from '../values/propertyValue';
import { type Given, inAnyCase, type NamedValue } from './readSection';
import { refuseInvalidDate } from './templateParts';

/** Names in an error. */
const MAX_NAMES = 10;

/** Where the fields of an item's input go: Validate Only shows it. */
export interface Mapping {
	/** Input fields with what each is sent as. */
	sentAs: Record<string, string>;
	notMapped: string[];
}

/** Warnings of expressions that find nothing. */
export const gapsIn = (named: NamedValue[]): string[] => named.flatMap(({ gaps = [] }) => gaps);

/**
 * Values as they go into the body, by name; without blanks where the type has none.
 * @throws InvalidValue for a value that does not fit
 */
export function parseValues(
	named: NamedValue[],
	kind: ValueKind,
	typeOf: (name: string) => PropertyType | 'consent' | undefined = () => undefined,
): Map<string, GenericValue> {
	const values = new Map<string, GenericValue>();
	for (const each of named) {
		const { field, name, value } = each;
		const refuse = (hint: string) =>
			new InvalidValue(`'${field}': '${formatName(name)}' can't be ${format(value)}`, hint);
		if (name === '__proto__') throw refuse('Choose another name');
		if (values.has(name)) throw refuse('It has a value already: give it once');
		const parsed = parse(each, kind, typeOf(name));
		if (parsed.hint !== undefined) throw refuse(parsed.hint);
		if (parsed.value !== undefined) values.set(name, parsed.value as GenericValue);
	}
	return values;
}

function parse(
	{ value, row }: NamedValue,
	kind: ValueKind,
	type: PropertyType | 'consent' | undefined,
): ParseResult<unknown> {
	if (row) {
		const chosen = parseRow(value, row.type);
		return chosen.hint === undefined ? kind.parse(chosen.value) : chosen;
	}
	if (value === null && type !== 'consent') return kind.isNullable ? { value } : kind.parse(value);
	return type === undefined ? kind.parse(value) : parseTyped(value, type);
}

/** What this node itself adds to items, which come in again once they have failed: objects. */
const isAddedByNode = (name: string, value: unknown) =>
	typeof value === 'object' && /^(error|loops|_*input(Error|Loops))$/.test(name);

/** True for what a name alone identifies elsewhere, or what goes out as the email or user ID. */
const isHandledElsewhere = ({ identifiers }: Given, name: string, value: unknown) =>
	isAddedByNode(name, value) ||
	(isBlank(value) ? isIdentifier(name) : identifiers.includes(inAnyCase(value)));

/** Whether names from before the run are enough to map the input fields that are open. */
export const areEnough = (given: Given, open: string[], names: { has(name: string): boolean }) =>
	open.every(
		(name) =>
			names.has(name) ||
			(isIdentifier(name) && given.identifiers.includes(inAnyCase(given.input[name]))),
	);

/**
 * Maps the input by name: a field goes to what has its very name, else to the one name that it is
 * another spelling of.
 * @throws InvalidValue where two fields have a value for the same name
 */
export function mapInput(
	given: Given,
	index: NameIndex,
	canTake: (key: string) => boolean = () => true,
): { named: NamedValue[]; mapping: Mapping } {
	const { input, label } = given;
	const sources = new Map<string, string[]>();
	const notMapped: string[] = [];
	for (const [name, value] of Object.entries(input)) {
		const [key, ...others] = index.find(name);
		if (key !== undefined && others.length === 0 && canTake(key)) {
			const names = sources.get(key);
			if (names) names.push(name);
			else sources.set(key, [name]);
		} else if (others.length > 0 || !isHandledElsewhere(given, name, value)) notMapped.push(name);
	}
	const picked = [...sources].map(([key, names]) => ({ key, from: pickSource(given, key, names) }));
	return {
		named: picked
			.filter(({ from }) => input[from] !== undefined)
			.map(({ key, from }) => {
				refuseInvalidDate(label, key, input[from]);
				return { field: label, name: key, value: input[from] };
			}),
		mapping: { sentAs: Object.fromEntries(picked.map(({ key, from }) => [from, key])), notMapped },
	};
}

/** Of several input fields for one name: the one with a value, else the one of that very name. */
function pickSource({ input, label }: Given, key: string, names: string[]): string {
	const filled = names.filter((name) => !isBlank(input[name]));
	if (filled.length > 1) {
		const shown = filled.slice(0, MAX_NAMES).map((name) => `'${formatName(name)}'`);
		const last = filled.length > MAX_NAMES ? `${filled.length - MAX_NAMES + 1} more` : shown.at(-1);
		throw new InvalidValue(
			`'${label}': '${formatName(key)}' would get the values of ${shown.slice(0, -1).join(', ')} and ${last}`,
			'Leave all but one of these input fields out, for example with an Edit Fields node, or map the fields one by one',
		);
	}
	return filled[0] ?? (names.includes(key) ? key : names[0]);
}

/** An item may map its input twice: what neither sends stays behind. */
export function mergeMappings(...mappings: Array<Mapping | undefined>): Mapping | undefined {
	const given = mappings.filter((each) => each !== undefined);
	if (given.length === 0) return undefined;
	const sentAs = new Map<string, string>();
	for (const [name, key] of given.flatMap((each) => Object.entries(each.sentAs))) {
		const other = sentAs.get(name);
		sentAs.set(name, other === undefined || other === key ? key : `${other}, ${key}`);
	}
	const [first, ...others] = given.map((each) => new Set(each.notMapped));
	const notMapped = [...first].filter((name) => others.every((each) => each.has(name)));
	return { sentAs: Object.fromEntries(sentAs), notMapped };
}
