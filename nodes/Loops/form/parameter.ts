import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { AccountFacts } from '../account/facts';
import { idIn, NAMED, type NamedKind, pluralOf } from '../account/names';
import type { Checked, Identifier } from '../values/checked';
import { inZone, localTime, parseDate, timeOf } from '../values/date';
import { ItemRefused, readEach } from '../values/itemRefused';
import { idInUrl, isLoopsId, isPlainObject, parseBoolean, parseNumber } from '../values/parse';
import type { Field, Form } from './form';
import { type IdOrReference, Reference } from './formValue';
import type { ParameterValue } from './parameterValue';

interface NameOptions {
	/** For an empty value. */
	hint?: string;
	/** Throws ItemRefused for what does not fit: called with what is given, and with its ID. */
	check?(id: Identifier): void;
	/** Makes the lock of a reference. */
	lockOf?(own: string): () => string;
	/** Whether the operation itself looks the ID up under Validate Only. */
	isLookedUp?: boolean;
}

/** Something that is given by its ID or name. An ID of Loops is not looked up. */
export function idOrName(
	value: ParameterValue,
	kind: NamedKind,
	{ hint, check, lockOf = (own) => () => own, isLookedUp }: NameOptions = {},
): IdOrReference {
	const { isId = isLoopsId, mayBeUnknown } = NAMED[kind];
	const given = value.identifier(pluralOf(kind), { hint });
	check?.(given);
	if (isId(given) && !isLookedUp && !mayBeUnknown) value.confirm(kind, given);
	if (isId(given)) return given;
	const find = async (facts: AccountFacts): Promise<Identifier> => {
		const table = await facts.names(kind);
		const { id, problem, hint: fix } = table ? idIn(table, kind, given) : { id: given };
		if (id === undefined) throw new ItemRefused(`'${value.label}': ${problem}`, fix);
		check?.(id);
		return id;
	};
	return value.refer(new Reference(given, find, lockOf(`called ${given}`)));
}

/** Reads another parameter of the form, or another entry of the same collection. */
export type Beside = <T>(parameter: WithDefault<T>) => T;

/** A parameter and its reader: a field of a request's body, or an entry of a collection. */
export interface Parameter<T = unknown> {
	property: INodeProperties;
	/** Its own property, and those of the parameters beside it that its reader asks for. */
	properties?: INodeProperties[];
	/** The value of an entry that the user has not added. */
	absent?: T;
	/** An entry that an AI agent leaves blank counts as not added. */
	isOmittable?: true;
	/** @throws ItemRefused for a value that can't be sent */
	read(value: ParameterValue, beside: Beside): T;
}

export const propertiesOf = ({ property, properties }: Parameter): INodeProperties[] =>
	properties ?? [property];

export type ParameterSet<T = unknown> = Record<string, Parameter<T>>;

/** An entry that always has a value. */
export type WithDefault<T> = Parameter<T> & { absent: T };

type ValueOf<P extends Parameter> =
	| ReturnType<P['read']>
	| (P extends { absent: unknown } ? never : undefined);

/** From A to Z. localeCompare takes 9 ms when it is first called. */
const byLabel = (a: INodeProperties, b: INodeProperties): number =>
	a.displayName < b.displayName ? -1 : 1;

/** A collection, to which users add the entries they need. They are listed from A to Z. */
export function collection<E extends ParameterSet>(
	{ name, label }: { name: string; label: string },
	placeholder: string,
	entries: E,
): Field<{ [K in keyof E]: ValueOf<E[K]> }> {
	const sorted = Object.entries(entries).sort(([, { property: a }], [, { property: b }]) =>
		byLabel(a, b),
	);
	const options = sorted.flatMap(([, each]) => propertiesOf(each)).sort(byLabel);
	return {
		properties: [
			{ displayName: label, name, type: 'collection', placeholder, default: {}, options },
		],
		read: (form) => {
			const given = form.value(name, label, {}).entries();
			const read = <T>({ property, ...parameter }: Parameter<T>): T | undefined => {
				const entry = given.get(property.name)?.withLabel(property.displayName);
				const value = entry && chosenIn(property, entry);
				const isAdded = value && !(parameter.isOmittable && value.isOmitted);
				return isAdded ? parameter.read(value, read as Beside) : parameter.absent;
			};
			const values = readEach(sorted, ([key, parameter]) => [key, read(parameter)]);
			return Object.fromEntries(values) as { [K in keyof E]: ValueOf<E[K]> };
		},
	};
}

/** Entries that fill the body. An AI agent may leave them blank. */
export const bodyEntries = <E extends ParameterSet>(entries: E): E =>
	Object.fromEntries(
		// n8n would ask for a required one although it was not added.
		Object.entries(entries).map(([key, { property, ...parameter }]) => [
			key,
			{ ...parameter, property: { ...property, required: false }, isOmittable: true },
		]),
	) as E;

/** What a locator names, in any mode; any other parameter as it is. */
const chosenIn = ({ type }: INodeProperties, value: ParameterValue): ParameterValue =>
	type === 'resourceLocator' && value.isPlainObject ? value.at('value') : value;

/** The label of the parameter, or of the entry of a collection, with this name. */
export function labelIn(properties: INodeProperties[], name: string): string | undefined {
	const property = properties
		.flatMap((each) => (each.type === 'collection' ? (each.options as INodeProperties[]) : each))
		.find((each) => each.name === name);
	return property?.displayName;
}

/** A parameter outside of a collection. */
export const fieldOf = <T>(parameter: Parameter<T>): Field<T> => ({
	properties: propertiesOf(parameter),
	read: (form) => readIn(form, parameter),
});

function readIn<T>(form: Form, { property, read }: Parameter<T>): T {
	const value = form.value(property.name, property.displayName, property.default);
	return read(chosenIn(property, value), (other) => readIn(form, other));
}

type Switch = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'displayOptions'> & {
	default?: boolean;
};

/** On or off. In a collection, the default applies until users add it. */
export const checkbox = ({ default: initial = false, ...texts }: Switch): WithDefault<boolean> => ({
	property: { ...texts, type: 'boolean', default: initial },
	absent: initial,
	read: (value) => value.boolean(),
});

/** On as soon as users add it to a collection, and off without it. */
const onOnceAdded = (texts: Omit<Switch, 'default'>): WithDefault<boolean> => ({
	...checkbox({ ...texts, default: true }),
	absent: false,
});

/** A text in the form. */
export const notice = (
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): Field<undefined> => ({
	properties: [
		{ displayName, name, type: 'notice', default: '', ...(displayOptions && { displayOptions }) },
	],
	read: () => undefined,
});

export const choice = <T extends string>(property: INodeProperties): Parameter<T & Checked> => ({
	property,
	read: (value) =>
		value.choice((property.options as INodePropertyOptions[]).map(({ value }) => value as T)),
});

/** Whether an AI agent calls the node. */
export const byAgent: Field<boolean> = { properties: [], read: ({ isToolCall }) => isToolCall };

export const ADDITIONAL_FIELDS = { name: 'additionalFields', label: 'Additional Fields' };
export const OPTIONS = { name: 'options', label: 'Options' };
/** The optional fields of a contact, in an operation about something else. */
export const CONTACT_FIELDS = { name: ADDITIONAL_FIELDS.name, label: 'Contact Fields' };

/** Fields of the body that few users need. */
export const additionalFields = <E extends ParameterSet>(entries: E) =>
	collection(ADDITIONAL_FIELDS, 'Add Field', bodyEntries(entries));

export const choiceOption = <T extends string>(property: INodeProperties): WithDefault<T> => ({
	...choice(property),
	absent: property.default as T,
});

const TIMEOUT_S = { min: 0.1, max: 3_600 };

/** What to do about an unknown name or a missing value. */
export type Strictness = 'dontSend' | 'sendAndWarn';

/** `texts` say what happens to the item. */
export const strictness = (
	displayName: string,
	name: string,
	texts: Record<Strictness, string>,
	description: string,
) =>
	choiceOption<Strictness>({
		displayName,
		name,
		type: 'options',
		options: [
			{ name: "Don't Send", value: 'dontSend', description: texts.dontSend },
			{ name: 'Send and Warn', value: 'sendAndWarn', description: texts.sendAndWarn },
		],
		default: 'sendAndWarn',
		description,
	});

/** For operations that change something in Loops. */
export const validateOnly = onOnceAdded({
	displayName: 'Validate Only',
	name: 'validateOnly',
	description:
		'Whether to only check the items, without changing or sending anything. The output then shows the exact request, with warnings about it.',
});

const TEAM_HINT = "Enter the name of the team, or remove the option 'Only for Team'";

const onlyForTeam: Parameter<Identifier> = {
	property: {
		displayName: 'Only for Team',
		name: 'onlyForTeam',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $vars.loopsTeam }}',
		description:
			"Name of the team, as 'API Key > Test' shows it. With the API key of another team, the item fails.",
	},
	read: (value) => value.identifier('teams', { hint: TEAM_HINT }),
};

const teamOption = collection(OPTIONS, '', { onlyForTeam });

/** The only team whose account an item may change. */
export const teamOf = (form: Form): Identifier | undefined => teamOption.read(form).onlyForTeam;

/** Hides a parameter from AI agents that is useless to them, or not theirs to decide. */
export const NOT_FOR_TOOLS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** Options of all operations. The first item sets all but `includeInputFields` for the whole run. */
const runOptions = {
	includeInputFields: onOnceAdded({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		displayOptions: NOT_FOR_TOOLS,
		description:
			"Whether to keep the input item's fields and files. Loops' response is then in the field 'loops'.",
	}),
	timeout: {
		property: {
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description:
				"How many seconds to wait for the whole response. The first item's value applies to all items.",
		},
		read: (value) => value.number(TIMEOUT_S),
	} satisfies Parameter<number | undefined>,
};

/**
 * What the node itself needs of an item's options, as n8n gives them. A value that can't be read counts as not given:
 * the item is refused for it.
 */
export function itemOptions(read: () => unknown) {
	const given = (() => {
		try {
			return read();
		} catch {
			return undefined;
		}
	})();
	const values = isPlainObject(given) ? given : {};
	const isOn = (name: string) => parseBoolean(values[name]).value === true;
	const { value: seconds = NaN } = parseNumber(values.timeout);
	const isInRange = seconds >= TIMEOUT_S.min && seconds <= TIMEOUT_S.max;
	return {
		validatesOnly: isOn('validateOnly'),
		includesInput: isOn('includeInputFields'),
		hasFiles: values.attachments !== undefined,
		timeoutMs: isInRange ? seconds * 1_000 : undefined,
	};
}

/** The collection 'Options': the entries of the operation, and those of all operations. */
export const options = <E extends ParameterSet>(entries: E) =>
	collection(OPTIONS, 'Add Option', {
		...entries,
		...('validateOnly' in entries && { onlyForTeam }),
		...runOptions,
	});

type Mode = 'list' | 'name' | 'id' | 'url';

interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** The method of the dropdown; without one, the ID is entered. */
	search?: string;
	/** How it can be chosen. Loops shows some things at an address that ends with their ID. */
	modes?: Mode[];
	exampleName?: string;
	/** The locator whose choice decides what the dropdown lists. */
	dependsOn?: string;
	isOptional?: boolean;
	hint?: string;
	displayOptions?: INodeProperties['displayOptions'];
}

/** One with the mode 'name'. */
interface NamedLocator extends Locator {
	/** The list in which it looks. */
	kind: NamedKind;
}

/** The parameter of something in Loops. */
export const locatorProperty = ({
	displayName,
	name,
	description,
	search,
	modes = search ? ['list', 'id'] : ['id'],
	exampleName,
	dependsOn,
	isOptional = false,
	hint,
	displayOptions,
}: Locator): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	required: !isOptional,
	default: { mode: modes[0], value: '' },
	description,
	...(hint && { hint }),
	...(displayOptions && { displayOptions }),
	...(dependsOn && { typeOptions: { loadOptionsDependsOn: [`${dependsOn}.value`] } }),
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list' as const,
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string' as const,
			placeholder: `e.g. ${exampleName}`,
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string' as const,
			placeholder: 'e.g. clfq6dinn000yl70fgwwyp82l',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string' as const,
			placeholder: 'e.g. https://app.loops.so/…/clfq6dinn000yl70fgwwyp82l',
		},
	].filter((mode) => modes.includes(mode.name as Mode)),
});

/** Anything else would lead to another path. */
const ID = /^[\w-]+$/;

export const isIdOrUrl = (text: string): boolean => idInUrl(text) !== undefined || isLoopsId(text);

/** The ID of something in Loops: chosen from a list, entered, or taken from its address. */
export const locator = (of: Locator): Field<Identifier> => ({
	properties: [locatorProperty(of)],
	read: (form) => readId(form, of),
});

function readId(form: Form, { displayName, name, search, modes = [] }: Locator): Identifier {
	const byName = modes.includes('name') ? '. Or choose By Name, and enter its name' : '';
	const hint = search
		? `Choose from the list, or enter the ID that Loops shows${byName}`
		: 'Enter the ID';
	const { value } = form.locator(name, displayName);
	const given = value.identifier('items', { hint });
	const found = ((modes.includes('url') && idInUrl(given)) || given) as Identifier;
	return ID.test(found)
		? found
		: value.refuse(`'${displayName}' is not an ID: ${value.shown}`, hint);
}

/** A locator in a body or a collection, also by name. In any mode, its value may be a name or an ID. */
export const locatorEntry = (of: NamedLocator): Parameter<IdOrReference> => ({
	property: locatorProperty({ modes: ['list', 'name', 'id'], ...of }),
	read: (value) => idOrName(value, of.kind),
});

/** As `locator`, but also by name. */
export const namedLocator = (of: NamedLocator): Field<IdOrReference> => ({
	properties: [locatorProperty(of)],
	read: (form) => {
		const { value, mode, mayVary } = form.locator(of.name, of.displayName);
		// Items that name one thing in both ways have to take turns.
		const isMixed = () => mayVary && form.isGivenBothWays(of.name);
		const lockOf = (own: string) => () => (isMixed() ? 'any' : own);
		// In a name's place, an ID is one as well.
		const names = { hint: 'Enter the name', lockOf, isLookedUp: true };
		const given = mode === 'name' ? idOrName(value, of.kind, names) : readId(form, of);
		if (typeof given !== 'string' || !mayVary) return given;
		const find = async () => await Promise.resolve(given);
		return value.refer(new Reference(given, find, lockOf(given)));
	},
});

/** A dropdown of names for one ID. */
export const select = (
	displayName: string,
	name: string,
	loadOptionsMethod: string,
): INodeProperties => ({
	displayName: `${displayName} Name or ID`,
	name,
	type: 'options',
	typeOptions: { loadOptionsMethod },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** A dropdown of several: of names for IDs, which a method loads, or of fixed values. */
export const multiSelect = (
	displayName: string,
	name: string,
	from: string | string[],
): INodeProperties => ({
	displayName: `${displayName} Names or IDs`,
	name,
	type: 'multiOptions',
	...(typeof from === 'string'
		? { typeOptions: { loadOptionsMethod: from } }
		: { options: from.map((each) => ({ name: each, value: each })) }),
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** A dropdown whose expression may give a name or an ID. */
export const selectIdOrName = (
	kind: NamedKind,
	displayName: string,
	name: string,
	loadOptionsMethod: string,
): Parameter<IdOrReference> => ({
	property: select(displayName, name, loadOptionsMethod),
	read: (value) => idOrName(value, kind),
});

/** The hint of a field that `timeIn` reads. */
export const zoneHint =
	"In the workflow's time zone. If the value has its own, that one applies, e.g. 2026-01-31T09:00+01:00";

const CLOCK = {
	twice: 'exists twice, because the clocks go back. The node takes the later one',
	never: 'does not exist, because the clocks go forward. The node takes a time after the change',
};

/**
 * A time in ms since the epoch, and whether it is a date without a time, which means midnight. Without an offset of its
 * own, it is in the time zone.
 */
export function timeIn(
	value: ParameterValue,
	zone: string,
	hint: string,
): { ms: number; isMidnight: boolean } {
	const given = value.identifier('times', { hint });
	const local = inZone(given, zone);
	const parsed = parseDate(local?.iso ?? given);
	const ms = typeof parsed.value === 'number' ? parsed.value : timeOf(parsed.value);
	if (ms === undefined) {
		value.refuse(`'${value.label}' can't be ${value.shown}`, parsed.hint ?? hint);
	}
	if (local?.clock) {
		const taken = `${localTime(ms, zone)}, which is ${local.iso}`;
		value.warn(`In ${zone}, ${value.shown} ${CLOCK[local.clock]}: ${taken}`);
	}
	return { ms, isMidnight: local?.isMidnight ?? false };
}
