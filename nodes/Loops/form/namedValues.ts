import { isIdentifier } from '../account/propertyRoles';
import type { BodyValue } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused, readEach } from '../values/itemRefused';
import { NameIndex } from '../values/nameIndex';
import { suggester } from '../values/nearest';
import { parserOf, type ValueKind } from '../values/propertyValue';
import type { NamedValue, SectionValues } from './readSection';
import type { ParameterValue } from './parameterValue';

/** Names that an error lists. */
const MAX_SHOWN = 10;

/** How the input fields of an item are mapped. Validate Only shows it. */
export interface Mapping {
	/** The name that each input field is sent as. */
	sentAs: Record<string, string>;
	notMapped: string[];
	/** Unmapped input fields of a contact that say that the person wants no email. */
	saysNo?: string[];
	/** The name that an unmapped input field most likely misspells. */
	meant?(name: string): string | undefined;
}

/**
 * Parses values for the body, by name. Leaves out what has no value.
 * @throws ItemRefused for a value that does not fit
 */
export function parseValues(
	namedValues: NamedValue[],
	kind: ValueKind,
	typeOf: (name: string) => string | undefined = () => undefined,
): Map<string, BodyValue> {
	const values = new Map<string, BodyValue>();
	readEach(namedValues, ({ name, value, type }) => {
		if (name === '__proto__')
			refuse(value, " can't use the name '__proto__'", 'Choose another name');
		if (values.has(name))
			refuse(value, `: '${formatName(name)}' already has a value`, 'Set each name only once');
		const parsed = value.parse(parserOf(kind, type === undefined ? typeOf(name) : undefined), name);
		if (parsed !== undefined) values.set(name, parsed);
	});
	return values;
}

const refuse = (value: ParameterValue, problem: string, hint: string) =>
	value.refuse(`'${value.label}'${problem}`, hint);

/** True for objects that this node adds to items: a failed item may come in again. */
const isAddedByNode = (name: string, value: ParameterValue) =>
	value.isObject && /^(error|loops|_*input(Error|Loops))$/.test(name);

/** True for what this node added, and for the email and user ID, which have their own fields. */
const isHandledElsewhere = (
	{ sentElsewhere }: SectionValues,
	name: string,
	value: ParameterValue,
) =>
	isAddedByNode(name, value) ||
	(value.isEmpty
		? isIdentifier(name)
		: value.caseless !== '' && sentElsewhere.includes(value.caseless));

/** The input fields that need a name in Loops: not the email and user ID, which are sent elsewhere. */
export const namesToMap = ({ input, sentElsewhere }: SectionValues): string[] =>
	[...input].flatMap(([name, value]) =>
		isIdentifier(name) && sentElsewhere.includes(value.caseless) ? [] : name,
	);

/**
 * Maps input fields by name: to the exact name, or else to the only name that is spelled alike.
 * @throws ItemRefused if two fields have a value for the same name
 */
export function mapInput(
	given: SectionValues,
	index: NameIndex,
	canTake: (key: string) => boolean = () => true,
): { namedValues: NamedValue[]; mapping: Mapping } {
	const { input } = given;
	const sources = new Map<string, string[]>();
	const notMapped: string[] = [];
	let suggest: ReturnType<typeof suggester> | undefined;
	for (const [name, value] of input) {
		const [key, ...others] = index.find(name);
		if (key !== undefined && others.length === 0 && canTake(key)) {
			const names = sources.get(key);
			if (names) names.push(name);
			else sources.set(key, [name]);
		} else if (others.length > 0 || !isHandledElsewhere(given, name, value)) notMapped.push(name);
	}
	const picked = [...sources].map(([key, names]) => ({ key, from: pickSource(given, key, names) }));
	return {
		namedValues: picked.flatMap(({ key, from }) => {
			const value = input.get(from);
			return value && !value.isUndefined ? [{ name: key, value }] : [];
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
export function suggestMissing(given: string[], known: string[], missing: string[]): string[] {
	const [knownNames, suggest] = [new Set(known), suggester(missing.map((key) => ({ key })))];
	for (const name of given) {
		const meant = knownNames.has(name) ? undefined : suggest(name);
		if (meant !== undefined) {
			return [`The item has '${formatName(name)}'. Did you mean '${formatName(meant)}'?`];
		}
	}
	return [];
}

/** The values of a section by name. Input fields get the names that they match. */
export function mapByName(
	given: SectionValues,
	names: string[],
): { namedValues: NamedValue[]; mapping?: Mapping } {
	if (given.from !== 'input') return { namedValues: given.namedValues };
	const { namedValues, mapping } = mapInput(given, new NameIndex(names.map((key) => ({ key }))));
	return { namedValues: [...namedValues, ...given.namedValues], mapping };
}

/** If several input fields match one name, picks the one with a value, or else the exact name. */
function pickSource({ input, label }: SectionValues, key: string, names: string[]): string {
	const filled = names.filter((name) => input.get(name)?.isEmpty === false);
	if (filled.length > 1) {
		const shown = filled.slice(0, MAX_SHOWN).map((name) => `'${formatName(name)}'`);
		const last = filled.length > MAX_SHOWN ? `${filled.length - MAX_SHOWN + 1} more` : shown.at(-1);
		throw new ItemRefused(
			`'${label}': '${formatName(key)}' matches several input fields with a value: ${shown.slice(0, -1).join(', ')} and ${last}`,
			'Remove all but one of these input fields, for example with an Edit Fields node. Or map the fields one by one',
		);
	}
	return filled[0] ?? (names.includes(key) ? key : names[0]);
}
