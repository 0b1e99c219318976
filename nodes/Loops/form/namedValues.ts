import type { GenericValue } from 'n8n-workflow';

import { isIdentifier } from '../account/contactProperties';
import { isBlank } from '../values/blank';
import { format, formatName } from '../values/format';
import { ItemRefused, refuseAll } from '../values/itemRefused';
import { NameIndex } from '../values/nameIndex';
import { suggester } from '../values/nearest';
import type { ParseResult } from '../values/parse';
import {
	isKnownType,
	parseRow,
	parseTyped,
	type PropertyType,
	type ValueKind,
} from '../values/propertyValue';
import { type SectionValues, foldCase, type NamedValue } from './readSection';
import { refuseInvalidDate } from './templateParts';

/** Names that an error lists. */
const MAX_NAMES = 10;

/** Where the input fields of an item go. Validate Only shows it. */
export interface Mapping {
	/** The name that each input field is sent as. */
	sentAs: Record<string, string>;
	notMapped: string[];
	/** What an input field that is not mapped most likely misspells. */
	meant?(name: string): string | undefined;
}

/** Warnings about expressions that find nothing. */
export const gapsIn = (named: NamedValue[]): string[] => named.flatMap(({ gaps = [] }) => gaps);

/**
 * Parses values for the body, by name. Leaves out blank numbers, booleans and dates.
 * @throws ItemRefused for a value that does not fit
 */
export function parseValues(
	named: NamedValue[],
	kind: ValueKind,
	typeOf: (name: string) => PropertyType | 'consent' | undefined = () => undefined,
): Map<string, GenericValue> {
	const values = new Map<string, GenericValue>();
	const refused: ItemRefused[] = [];
	for (const each of named) {
		const { field, name, value } = each;
		const refuse = (hint: string) =>
			new ItemRefused(`'${field}': '${formatName(name)}' can't be ${format(value)}`, hint);
		if (name === '__proto__') throw refuse('Choose another name');
		if (values.has(name)) throw refuse('It has a value already: give it once');
		const parsed = parse(each, kind, typeOf(name));
		if (parsed.hint !== undefined) refused.push(refuse(parsed.hint));
		else if (parsed.value !== undefined) values.set(name, parsed.value as GenericValue);
	}
	refuseAll(refused);
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
	if (kind.blank && isBlank(value)) return { value: kind.blank === 'clear' ? null : undefined };
	if (value === null && type !== 'consent') return kind.isNullable ? { value } : kind.parse(value);
	return isKnownType(type) ? parseTyped(value, type) : kind.parse(value);
}

/** True for objects that this node adds to items: a failed item may come in again. */
const isAddedByNode = (name: string, value: unknown) =>
	typeof value === 'object' && /^(error|loops|_*input(Error|Loops))$/.test(name);

/** True for what this node added, and for the email and user ID, which have their own fields. */
const isHandledElsewhere = ({ identifiers }: SectionValues, name: string, value: unknown) =>
	isAddedByNode(name, value) ||
	(isBlank(value)
		? isIdentifier(name)
		: foldCase(value) !== '' && identifiers.includes(foldCase(value)));

/** Whether these names are enough to map the `open` input fields. */
export const areEnough = (
	given: SectionValues,
	open: string[],
	names: { has(name: string): boolean },
) =>
	open.every(
		(name) =>
			names.has(name) ||
			(isIdentifier(name) && given.identifiers.includes(foldCase(given.input[name]))),
	);

/**
 * Maps input fields by name: to the exact name, or else to the only name that is spelled alike.
 * @throws ItemRefused if two fields have a value for the same name
 */
export function mapInput(
	given: SectionValues,
	index: NameIndex,
	canTake: (key: string) => boolean = () => true,
): { named: NamedValue[]; mapping: Mapping } {
	const { input, label } = given;
	const sources = new Map<string, string[]>();
	const notMapped: string[] = [];
	let suggest: ReturnType<typeof suggester> | undefined;
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
		mapping: {
			sentAs: Object.fromEntries(picked.map(({ key, from }) => [from, key])),
			notMapped,
			meant: (name) => {
				suggest ??= suggester(index.named.filter(({ key }) => canTake(key)));
				// A name that is spelled like a key is left out for another reason.
				const key = index.find(name).length > 0 ? undefined : suggest(name);
				return key === undefined || sources.has(key) ? undefined : key;
			},
		},
	};
}

/** Asks whether one of the `missing` names is meant by one of `given` that is not `known`. */
export function meantByUnknown(given: string[], known: string[], missing: string[]): string[] {
	const [knownNames, suggest] = [new Set(known), suggester(missing.map((key) => ({ key })))];
	for (const name of given) {
		const meant = knownNames.has(name) ? undefined : suggest(name);
		if (meant !== undefined) {
			return [`Did you mean '${formatName(meant)}' by '${formatName(name)}'?`];
		}
	}
	return [];
}

/** What a section gives, with its input mapped to exact names if it maps its input. */
export function namedIn(
	given: SectionValues,
	names: string[],
): { named: NamedValue[]; mapping?: Mapping } {
	if (given.from !== 'input') return { named: given.named };
	const { named, mapping } = mapInput(given, new NameIndex(names.map((key) => ({ key }))));
	return { named: [...named, ...given.named], mapping };
}

/** Of several input fields for one name, picks the one with a value, or else the exact name. */
function pickSource({ input, label }: SectionValues, key: string, names: string[]): string {
	const filled = names.filter((name) => !isBlank(input[name]));
	if (filled.length > 1) {
		const shown = filled.slice(0, MAX_NAMES).map((name) => `'${formatName(name)}'`);
		const last = filled.length > MAX_NAMES ? `${filled.length - MAX_NAMES + 1} more` : shown.at(-1);
		throw new ItemRefused(
			`'${label}': '${formatName(key)}' would get the values of ${shown.slice(0, -1).join(', ')} and ${last}`,
			'Remove all but one of these input fields, for example with an Edit Fields node. Or map the fields one by one',
		);
	}
	return filled[0] ?? (names.includes(key) ? key : names[0]);
}
