import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';

import type { NamedKind } from '../account/names';
import { isIdentifier } from '../account/propertyRoles';
import type { BodyValue } from '../values/checked';
import { formatName, listed, MAX_NAMES, sentence } from '../values/format';
import { ItemRefused, readEach } from '../values/itemRefused';
import { NameIndex, suggester } from '../values/nameIndex';
import { isAddedByNode, type ParseResult } from '../values/parse';
import { isSingle, parserOf, type ValueKind } from '../values/propertyValue';
import type { Field, Form } from './form';
import type { Reference } from './formValue';
import { idOrName, type Parameter } from './parameter';
import type { ParameterValue } from './parameterValue';

interface Labeled {
	name: string;
	label: string;
}

/**
 * The part of a form that takes names and values: in fields that the editor loads from Loops, in rows,
 * or in one JSON object. `name` is the parameter with the fields.
 */
interface Section extends Labeled {
	/** The label of the JSON, if it is not that of the fields. */
	jsonLabel?: string;
	/** The name of the locator of the email or event that the names belong to, if not to the account. */
	chosenIn?: string;
	/** The collection to which users add the rows and the JSON. */
	collection: Labeled;
	/**
	 * The entry with rows; `key` is the name of the array, `kind` what a row also names by label. `takesLists`: a value
	 * can be a list.
	 */
	rows?: Labeled & { key: string; kind?: NamedKind; takesLists?: true };
	/** What other fields send, in lower case: an input field with the same value needs no name. */
	sentElsewhere(form: Form): string[];
}

const jsonOf = ({ name, label, jsonLabel }: Section): Labeled => ({
	name: `${name}Json`,
	label: jsonLabel ?? `${label} (JSON)`,
});

/** A value by name. Its label is that of the field that holds it. */
interface NamedValue<Name = string> {
	name: Name;
	value: ParameterValue;
	/** The type that the user chose in a row, to which the value was converted. */
	type?: string;
}

type GivenValue = NamedValue<string | Reference>;

/** What a section holds for an item. */
export interface SectionValues<Value = NamedValue> {
	label: string;
	from: 'json' | 'form' | 'input';
	/** Values given by name; with a mapped input, only those in rows. */
	namedValues: Value[];
	/** The fields that the editor loaded from Loops; none with JSON. */
	schema: ResourceMapperField[];
	/** The names of fields that the user removed from the form. */
	removed: string[];
	/** The input to map, by name. */
	input: Map<string, ParameterValue>;
	/** What other fields of the item send, in lower case. */
	sentElsewhere: string[];
}

/** What the form gives: the name in a row may be a label. */
type GivenSection = SectionValues<GivenValue>;

const NOTHING = {
	namedValues: [],
	schema: [],
	removed: [],
	input: new Map<string, ParameterValue>(),
	sentElsewhere: [],
};

/**
 * `hasFields` is false if there are rows and JSON only.
 * @throws ItemRefused if the JSON and another part both hold values
 */
function readSection(form: Form, of: Section, hasFields: boolean): GivenSection {
	const { label, collection } = of;
	const added = form.value(collection.name, collection.label, {}).entries();
	const none: SectionValues = { label, from: 'form', ...NOTHING };
	const inFields = hasFields ? readMapper(form, of) : none;
	const isGiven = ({ value }: GivenValue) => !value.isUndefined;
	const namedValues = [...inFields.namedValues, ...readAddedRows(of, added)].filter(isGiven);
	const inJson = readAddedJson(of, added);
	if (inJson.length === 0) return { ...inFields, namedValues };
	if (inFields.from === 'input' || namedValues.length > 0) {
		const other = inFields.from === 'input' ? label : namedValues[0].value.label;
		throw new ItemRefused(
			`'${other}' and '${jsonOf(of).label}' are both set`,
			'Remove the values from one of them',
		);
	}
	return { ...none, label: jsonOf(of).label, from: 'json', namedValues: inJson.filter(isGiven) };
}

function readAddedJson(of: Section, added: Map<string, ParameterValue>): NamedValue[] {
	const { name, label } = jsonOf(of);
	const entries = [...(added.get(name)?.withLabel(label).jsonEntries() ?? [])];
	for (const [each, value] of entries) value.warnOfUndefinedWord(each);
	return entries.map(([each, value]) => ({ name: each, value }));
}

function readMapper(form: Form, of: Section): SectionValues {
	const { name, label, sentElsewhere } = of;
	const whole = form.value(name, label, {});
	const mapper = whole.entries();
	const isMapper = mapper.size === 0 || mapper.has('mappingMode') || mapper.has('value');
	if (!isMapper) {
		whole.refuse(
			`'${label}' can't be ${whole.shown}`,
			`Return an object such as {"value": {"plan": "team"}}, or use '${jsonOf(of).label}'`,
		);
	}
	const modes = ['defineBelow', 'autoMapInputData'] as const;
	const chosen = whole.at('mappingMode', `${label}: Mapping Mode`);
	const mode = chosen.isUndefined ? modes[0] : chosen.choice(modes);
	const fields = whole.at('schema').list().filter(isField);
	if (mode === 'autoMapInputData') {
		// AI Agent 3 merges what its model gives into the input, also fields that nobody asked it for.
		if (form.isToolCall) {
			chosen.refuse(
				`'${label}' can't be mapped automatically in a tool`,
				'Choose Map Each Column Manually, because the model decides which fields the input has',
			);
		}
		const names = Object.keys(form.input.json);
		if (names.length > MAX_NAMES) {
			chosen.refuse(
				`The item has ${names.length} fields, and '${label}' can map at most ${MAX_NAMES}`,
				'Choose Map Each Column Manually, or remove the other fields before this node',
			);
		}
		return {
			label,
			from: 'input',
			namedValues: [],
			// Includes fields that were removed from the form, which is hidden in this mode.
			schema: fields,
			removed: [],
			input: new Map(names.map((each) => [each, form.inputValue(label, each)])),
			sentElsewhere: sentElsewhere(form),
		};
	}
	const values = [...whole.at('value').entries()]
		// In the form, null is an untouched field; from an expression, it is a value.
		.filter(([, value]) => !value.isUndefined && !value.isUntouched)
		.map(([each, value]) => ({ name: each, value }));
	for (const { name: each, value } of values) value.warnOfEmptyExpressions(each);
	return {
		...NOTHING,
		label,
		from: 'form',
		namedValues: values,
		schema: fields.filter(({ removed }) => !removed),
		removed: fields.filter(({ removed }) => removed).map(({ id }) => id),
	};
}

/** A schema that the editor did not write may be anything. */
const isField = (field: unknown): field is ResourceMapperField =>
	typeof (field as Partial<ResourceMapperField> | null)?.id === 'string';

const textOf = (name: GivenValue['name']) => (typeof name === 'string' ? name : name.given);

function readAddedRows(of: Section, added: Map<string, ParameterValue>): GivenValue[] {
	if (!of.rows) return [];
	const { name: parameter, label, key, kind, takesLists } = of.rows;
	const whole = added.get(parameter)?.withLabel(label);
	const given = whole?.entries();
	if (!whole || !given || given.size === 0) return [];
	if (!given.has(key)) {
		whole.refuse(
			`'${label}' can't be ${whole.shown}`,
			`Return an object such as {"${key}": [{"name": "plan", "value": "team"}]}, or use '${jsonOf(of).label}'`,
		);
	}
	const rows = readEach(whole.at(key).rows(), (row): GivenValue[] => {
		const [name, value, type] = [row.at('name', `${label}: Name`), row.at('value'), row.at('type')];
		// A new row that is still empty.
		if (name.isOmitted || (name.isEmpty && value.isEmpty)) return [];
		const hint = 'Enter a name for the row, or remove the row';
		const given = kind ? idOrName(name, kind, { hint }) : name.identifier('values', { hint });
		value.warnOfEmptyExpressions(textOf(given));
		return [{ name: given, value, ...(!type.isUndefined && { type: type.text() }) }];
	}).flat();
	// Once: Loops' list of variables is awaited between two readings.
	const isScalar = ({ type }: GivenValue) =>
		type !== undefined && type !== 'array' && type !== 'object';
	return readEach(takesLists ? rows : withoutSingles(rows, isScalar), (row) =>
		row.type === undefined || row.value.isUndefined
			? row
			: { ...row, value: row.value.ofType(row.type, textOf(row.name)) },
	);
}

/** Replaces lists of one value by this value, and tells of it once. `isScalar`: the value can be no list. */
function withoutSingles<Name extends string | Reference>(
	namedValues: Array<NamedValue<Name>>,
	isScalar: (given: NamedValue<Name>) => boolean,
): Array<NamedValue<Name>> {
	const isMeant = (each: NamedValue<Name>) => each.value.is(isSingle) && isScalar(each);
	const [first, ...others] = namedValues.filter(isMeant);
	if (!first) return namedValues;
	const names = [first, ...others].map(({ name }) => formatName(textOf(name)));
	first.value.warn(
		`Arrays with one value are sent as this value: ${listed(names)}. An item with several values fails: to prevent this, join them before this node`,
	);
	return namedValues.map((each) => (isMeant(each) ? { ...each, value: each.value.at(0) } : each));
}

/** Names that an error lists. */
const MAX_SHOWN = 10;

/** How the input fields of an item are mapped. Validate Only shows it. */
export interface Mapping {
	/** The name that each input field is sent as. */
	sentAs: Record<string, string>;
	notMapped: string[];
	/** The name that an unmapped input field most likely misspells. */
	meant?(name: string): string | undefined;
}

/**
 * Parses values for the body, by name. Leaves out what has no value. `isOfForm` tells of a type that the form has:
 * it may have changed in Loops since.
 * @throws ItemRefused for a value that does not fit
 */
export function parseValues(
	namedValues: NamedValue[],
	kind: ValueKind,
	typeOf: (name: string) => string | undefined = () => undefined,
	isOfForm: (name: string) => boolean = () => false,
): Map<string, BodyValue> {
	const values = new Map<string, BodyValue>();
	const typeIn = ({ name, type }: NamedValue) => (type === undefined ? typeOf(name) : undefined);
	const isScalar = (given: NamedValue) => !kind.takesLists && typeIn(given) !== 'consent';
	readEach(withoutSingles(namedValues, isScalar), ({ name, value, type }) => {
		if (name === '__proto__')
			refuse(value, " can't use the name '__proto__'", 'Choose another name');
		if (values.has(name))
			refuse(value, `: '${formatName(name)}' already has a value`, 'Set each name only once');
		const parser = parserOf(kind, typeIn({ name, value, type }));
		const mayBeStale = type === undefined && isOfForm(name);
		const parsed = value.parse(mayBeStale ? orRefresh(parser) : parser, name);
		if (parsed !== undefined) values.set(name, parsed);
	});
	return values;
}

/** What to do about a type that has changed in Loops since the form was filled in. */
export const REFRESH =
	'If its type has changed in Loops, refresh the fields: ⋮ > Refresh Property List';

const orRefresh =
	<T>(parser: (value: unknown) => ParseResult<T>) =>
	(value: unknown): ParseResult<T> => {
		const result = parser(value);
		return result.hint === undefined ? result : { hint: `${sentence(result.hint)} ${REFRESH}` };
	};

const refuse = (value: ParameterValue, problem: string, hint: string) =>
	value.refuse(`'${value.label}'${problem}`, hint);

/** True for what this node added, and for the email and user ID, which have their own fields. */
const isHandledElsewhere = (
	{ sentElsewhere }: SectionValues,
	name: string,
	value: ParameterValue,
) =>
	value.is((given) => isAddedByNode(name, given)) ||
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
				// The item may have any other field, so that a look of likeness says little.
				suggest ??= suggester(
					index.named.filter(({ key }) => canTake(key)),
					true,
				);
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

type Texts = Pick<INodeProperties, 'description' | 'hint' | 'placeholder' | 'builderHint'>;

interface SectionTexts {
	mapper?: Texts & {
		method: string;
		fieldWords: { singular: string; plural: string };
	};
	rows?: Partial<INodeProperties>;
	json: Texts;
}

/**
 * Whether an expression is in a locator. n8n leaves it unresolved where it decides what to show. n8n 1 fails with
 * `startsWith` for a value that is no text, such as a number, or a locator that another program wrote.
 */
const IS_EXPRESSION = [{ _cnd: { regex: '^=' } }];

/**
 * n8n empties a mapper when the value of what it depends on changes, and resolves expressions for that. If an
 * expression chooses the email or event, the value changes with the input item, so the mapper may not depend on it.
 * It depends on the operation instead: from or to an expression, n8n empties it and loads its fields again.
 */
function mappersOf(
	{ name, label, chosenIn }: Section,
	{ method, fieldWords, ...texts }: NonNullable<SectionTexts['mapper']>,
): INodeProperties[] {
	const mapper = (
		dependsOn?: string,
		displayOptions?: INodeProperties['displayOptions'],
	): INodeProperties => ({
		displayName: label,
		name,
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			...(dependsOn && { loadOptionsDependsOn: [dependsOn] }),
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: label,
				fieldWords,
				addAllFields: true,
				supportAutoMap: true,
				allowEmptyValues: true,
				// n8n would show an error above our own notice.
				hideNoDataError: true,
			},
		},
		...(displayOptions && { displayOptions }),
		...texts,
	});
	if (!chosenIn) return [mapper()];
	return [
		mapper(`${chosenIn}.value`, { hide: { [chosenIn]: IS_EXPRESSION } }),
		mapper('operation', { show: { [chosenIn]: IS_EXPRESSION } }),
	];
}

const SPELLINGS =
	"Input fields are matched by name. Upper and lower case, accents, spaces, hyphens, underscores and dots are ignored: 'Plan Name' and plan_name both match planName.";

/**
 * Shown below n8n's own notice, which asks for fields with exactly the same names. n8n shows no hint and
 * no description of a resource mapper that maps automatically.
 */
const matchNotice = ({ name, chosenIn }: Section): INodeProperties => ({
	displayName: chosenIn
		? SPELLINGS
		: `${SPELLINGS} An input field can also match the label of a property.`,
	name: `${name}Match`,
	type: 'notice',
	default: '',
	// n8n 1 finds a part of a parameter only by a path from the root.
	displayOptions: { show: { [`/${name}.mappingMode`]: ['autoMapInputData'] } },
});

/** A section reads its entries together with its fields. */
const entry = (property: INodeProperties): Parameter<void> => ({ property, read: () => undefined });

/** A section, and the entries of its collection: the JSON, and the rows if it has some. */
export function section(
	of: Section,
	{ mapper, rows, json }: SectionTexts,
): Field<GivenSection> & { entries: { json: Parameter<void> } } {
	const ofJson = jsonOf(of);
	return {
		properties: mapper ? [...mappersOf(of, mapper), matchNotice(of)] : [],
		entries: {
			...(of.rows && {
				rows: entry({
					displayName: of.rows.label,
					name: of.rows.name,
					type: 'assignmentCollection',
					default: {},
					...rows,
				}),
			}),
			json: entry({
				displayName: ofJson.label,
				name: ofJson.name,
				type: 'json',
				default: '{}',
				...json,
			}),
		},
		read: (form) => readSection(form, of, mapper !== undefined),
	};
}
