import {
	type INodeExecutionData,
	isSafeObjectProperty,
	type ResourceMapperField,
} from 'n8n-workflow';

import type { AccountFacts } from '../account/facts';
import {
	buildNameIndex,
	isConclusive,
	isMappable,
	isPlainProperty,
	propertyKeys,
	roleOf,
	suggestProperty,
} from '../account/propertyRoles';
import type { ContactProperty } from '../api/contacts';
import type { IdOrReference } from '../form/formValue';
import {
	ADDITIONAL_FIELDS,
	choiceOption,
	CONTACT_FIELDS,
	idOrName,
	multiSelect,
	type Parameter,
	select,
	strictness,
	type Strictness,
} from '../form/parameter';
import {
	mapInput,
	type Mapping,
	parseValues,
	REFRESH,
	section,
	type SectionValues,
} from '../form/section';
import { memoized } from '../values/cache';
import type { Body, Identifier } from '../values/checked';
import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { didYouMean } from '../values/nameIndex';
import { optOutsIn } from '../values/optOut';
import {
	contactProperty,
	type EmptyInput,
	fitsType,
	PROPERTY_TYPES,
	type PropertyType,
	TYPE_WORDS,
	typeInWords,
} from '../values/propertyValue';
import { identifiersIn, listLabels, mailingListEntries, mailingListsBody } from './identifier';

const clearProperty: Parameter<IdOrReference[]> = {
	property: {
		...multiSelect('Clear Property', 'clearProperty', 'getContactProperties'),
		hint: 'The chosen properties lose their value in Loops',
	},
	read: (value) =>
		value.identifiers('properties', (each): IdOrReference => {
			const check = (name: Identifier): void => {
				if (isPlainProperty(name)) return;
				each.refuse(
					`'${value.label}' can't clear '${formatName(name)}'`,
					'Remove this name, because it is not a contact property, or it is read-only',
				);
			};
			return idOrName(each, 'contactProperty', { check });
		}),
};

/** Contact properties as one object, as several operations take them. */
export const CONTACT_DATA = 'Contact Data (JSON)';

const SUBSCRIPTION = 'Subscription (All Emails)';

/** Undefined if left as it is: `true` re-subscribes people who have opted out (contract: opt-out-kept). */
const subscription: Parameter<boolean | undefined> = {
	property: {
		displayName: SUBSCRIPTION,
		name: 'subscription',
		type: 'options',
		options: [
			{ name: 'Leave as Is', value: 'leaveAsIs' },
			{ name: 'Subscribe', value: 'subscribe' },
			{ name: 'Unsubscribe', value: 'unsubscribe' },
		],
		default: 'leaveAsIs',
		description: 'Whether the contact receives campaigns and workflow emails',
		hint: "'Subscribe' also resubscribes people who opted out",
	},
	read: (value) => {
		if (value.isEmpty) return undefined;
		const given = value.booleanIfAny();
		if (given !== undefined) return given;
		const chosen = value.choice(['leaveAsIs', 'subscribe', 'unsubscribe']);
		return chosen === 'leaveAsIs' ? undefined : chosen === 'subscribe';
	},
};

/** The fields of a new contact that few users need. */
export const newContactEntries = { subscription, ...mailingListEntries };

/** The fields of a contact that may exist, of those that few users need. */
export const contactEntries = { clearProperty, ...newContactEntries };

/** Entry of 'Options'. */
export const emptyInput = choiceOption<EmptyInput>({
	displayName: 'Empty Input Fields',
	name: 'emptyInputFields',
	type: 'options',
	options: [
		{ name: 'Clear Value in Loops', value: 'clear' },
		{ name: 'Leave Value in Loops', value: 'leave' },
	],
	default: 'leave',
	description:
		"What to do with a contact property whose input is empty, such as a blank cell or null. A field that the item lacks clears nothing. 'Contact Data (JSON)' is sent as it is.",
});

/** Entry of 'Options'. */
export const unknownProperties = strictness(
	'Unknown Properties',
	'unknownProperties',
	{
		dontSend: 'The item fails',
		sendAndWarn: 'The item is sent, and a warning is shown after the run',
	},
	'What to do about a contact property that the account does not have. Loops silently drops its value.',
);

const CONTACT_PROPERTIES = {
	name: 'contactProperties',
	label: 'Contact Properties',
	jsonLabel: CONTACT_DATA,
};

const json = {
	placeholder: 'e.g. { "firstName": "Kim", "seats": 4, "isBeta": true, "planName": null }',
	description:
		"Object of property names and values. A value can be text, a number, a boolean, a date, or null to clear the property. Use it instead of 'Contact Properties'.",
};

export const contactProperties = section(
	{ ...CONTACT_PROPERTIES, collection: ADDITIONAL_FIELDS, sentElsewhere: identifiersIn },
	{
		mapper: {
			method: 'getContactPropertyFields',
			fieldWords: { singular: 'property', plural: 'properties' },
			hint: 'Optional. A property that you do not set keeps its value in Loops. Dates without a time zone are in UTC.',
			builderHint: {
				propertyHint:
					"Values by property name, without a schema: { mappingMode: 'defineBelow', value: { firstName: 'Kim', seats: 4 } }. The loadOptions method getContactProperties gives the names. Leave out what is not to change. { mappingMode: 'autoMapInputData', value: null } sends the input fields that have the name of a property.",
			},
		},
		json,
	},
);

/** Operations that rarely write properties have rows, to which users add the ones they need. */
export const contactPropertyRows = section(
	{
		...CONTACT_PROPERTIES,
		collection: CONTACT_FIELDS,
		sentElsewhere: identifiersIn,
		rows: { ...CONTACT_PROPERTIES, key: 'property', kind: 'contactProperty' },
	},
	{
		rows: {
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Property',
			description:
				'Properties of the contact to set. Others keep their values. Dates without a time zone are in UTC.',
			options: [
				{
					displayName: 'Property',
					name: 'property',
					values: [
						{ ...select('', 'name', 'getContactProperties'), displayName: 'Name or ID' },
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
		},
		json,
	},
);

/** A property in the form's schema, which might not come from the editor. */
type EditorProperty = Pick<ContactProperty, 'key'> & { label?: string; type?: PropertyType };

/** Memoized because each item reads its schema several times. */
const editorProperties = memoized((schema: ResourceMapperField[]): EditorProperty[] => {
	const fields = schema.map((field) => {
		const label = String(field.displayName ?? '');
		const key = ` (${field.id})`;
		return { field, label, bare: label.endsWith(key) ? label.slice(0, -key.length) : undefined };
	});
	const counts = new Map<string | undefined, number>();
	for (const { bare } of fields) counts.set(bare, (counts.get(bare) ?? 0) + 1);
	return fields.map(({ field, label, bare }) => {
		// The editor appends the key to a label that several properties share.
		const isShared = bare !== undefined && counts.get(bare) !== 1;
		return { key: field.id, label: isShared ? bare : label, type: typeOf(field) };
	});
});

/** Undefined for a schema that the editor did not write. */
export function typeOf({ type }: ResourceMapperField): PropertyType | undefined {
	// In the form, a boolean is a choice between true and false.
	if (type === 'options') return 'boolean';
	if (type === 'dateTime') return 'date';
	return PROPERTY_TYPES.find((each) => each === type);
}

/** Types by name; undefined if only the name is known. */
const typesOf = (properties: EditorProperty[]) =>
	new Map(properties.map(({ key, type }) => [key, type]));

/** The names that can be read only by the account's list of properties. */
function namesToRead(given: SectionValues): string[] {
	const fromEditor = editorProperties(given.schema);
	const types = typesOf(fromEditor);
	if (given.from === 'form') {
		return given.namedValues.map(({ name }) => name).filter((name) => !types.get(name));
	}
	if (given.from === 'json') return [];
	const index = buildNameIndex(fromEditor);
	const isUnmapped = (name: string) => {
		const keys = index.find(name).filter((key) => types.has(key));
		// n8n drops some names from the form, which the account may still have.
		if (keys.length === 0) return !isSafeObjectProperty(name);
		return !isConclusive(keys, name) || keys.some((key) => !types.get(key));
	};
	return [...given.input.keys()]
		.filter(isMappable)
		.filter((name) => fromEditor.length === 0 || isUnmapped(name));
}

/** The contact properties of an item as they go into the body. */
interface ResolvedProperties {
	values: ReturnType<typeof parseValues>;
	/** Names that exist according to the editor or the account. */
	known: ReadonlySet<string>;
	mapping?: Mapping;
	warnings: string[];
}

const UNREAD =
	"the types of the account's contact properties could not be read, so values are sent unchanged";

/** @throws ItemRefused for a value that can't be sent */
function resolveProperties(
	given: SectionValues,
	list?: ContactProperty[],
	emptyInput: EmptyInput = 'leave',
): ResolvedProperties {
	const fromEditor = editorProperties(given.schema);
	// JSON writes null itself.
	const kind = { ...contactProperty, blank: emptyInput };
	if (given.from === 'input') {
		const properties = (namesToRead(given).length > 0 ? list : undefined) ?? fromEditor;
		const types = typesOf(properties);
		const isTyped = (key: string) => isMappable(key) && types.get(key) !== undefined;
		const { namedValues, mapping } = mapInput(given, buildNameIndex(properties), isTyped);
		const isOfForm = () => properties === fromEditor;
		const values = parseValues(namedValues, kind, (name) => types.get(name), isOfForm);
		const warnings = typeWarnings(values, list, fromEditor);
		return { values, known: new Set(values.keys()), mapping, warnings };
	}
	refuseOtherNames(given);
	if (given.from === 'json') {
		const typeIn = (name: string) => (name === 'subscribed' ? 'consent' : undefined);
		const values = parseValues(given.namedValues, contactProperty, typeIn);
		return { values, known: new Set(), warnings: typeWarnings(values, list) };
	}
	const types = typesOf(fromEditor);
	const accountTypes = list && typesOf(list);
	const untyped = given.namedValues.map(({ name }) => name).filter((name) => !types.get(name));
	for (const name of untyped) {
		// Without the list, names count as known: the warning about types covers them.
		if (!accountTypes || accountTypes.has(name)) types.set(name, accountTypes?.get(name));
	}
	const isOfForm = (name: string) => !untyped.includes(name);
	const values = parseValues(given.namedValues, kind, (name) => types.get(name), isOfForm);
	const unread = untyped.length > 0 && !list ? [UNREAD] : [];
	return {
		values,
		known: new Set(types.keys()),
		warnings: [...unread, ...typeWarnings(values, list, fromEditor)],
	};
}

/** Values in JSON go as they are, and a form may have older types than Loops. */
function typeWarnings(
	values: ResolvedProperties['values'],
	list: ContactProperty[] = [],
	fromEditor: EditorProperty[] = [],
): string[] {
	const [types, typesInForm] = [typesOf(list), typesOf(fromEditor)];
	return [...values].flatMap(([name, value]) => {
		const type = types.get(name);
		if (value === null || fitsType(value, type)) return [];
		const refresh = typesInForm.get(name) === undefined ? '' : `. ${REFRESH}`;
		return `the contact property '${formatName(name)}' is ${typeInWords(value)} here, but ${TYPE_WORDS[type as PropertyType]} in Loops, and Loops might not convert the value${refresh}`;
	});
}

/** Other names would overwrite another part of the flat body. */
function refuseOtherNames({ namedValues, from, label }: SectionValues): void {
	const isOther = (name: string) =>
		!isPlainProperty(name) &&
		// The subscription has its own field, but in JSON users write it deliberately.
		!(name === 'subscribed' && from === 'json');
	const other = namedValues.map(({ name }) => name).find(isOther);
	if (other === undefined) return;
	if (roleOf(other) === 'readOnly') {
		throw new ItemRefused(
			`'${label}' contains '${other}', a read-only property in Loops`,
			`Remove '${other}'`,
		);
	}
	throw new ItemRefused(
		`'${label}' contains '${other}', which is not a contact property`,
		`Remove '${other}'. To set this value, use its own field of the node.`,
	);
}

/** The values of a contact's fields. */
interface ContactValues {
	properties: SectionValues;
	additional: Parameters<typeof mailingListsBody>[0] & {
		subscription?: boolean;
		clearProperty?: string[];
		userId?: Identifier;
	};
	options: {
		unknownProperties: Strictness;
		/** Absent for a new contact, which has nothing to clear. */
		emptyInput?: EmptyInput;
		validateOnly: boolean;
	};
}

/** Every account has these. */
const isBuiltIn = (name: string) => ['builtIn', 'creation', 'consent'].includes(roleOf(name) ?? '');

/**
 * The contact properties of the account, as far as the item needs them to be read or checked. Undefined if
 * it does not, or if Loops did not tell and the item can do without.
 */
export async function contactPropertiesFor(
	{ properties: given, additional, options }: ContactValues,
	facts: AccountFacts,
): Promise<ContactProperty[] | undefined> {
	const toRead = namesToRead(given);
	const isStrict = options.unknownProperties === 'dontSend';
	const editorNames = given.schema.map(({ id }) => id);
	const formNames =
		given.from === 'input' ? editorNames : given.namedValues.map(({ name }) => name);
	const confirmed = new Set(isStrict || options.validateOnly ? [] : editorNames);
	const toConfirm = [...formNames, ...(additional.clearProperty ?? [])].filter(
		(name) => !isBuiltIn(name) && !confirmed.has(name),
	);
	const names = [...toRead, ...toConfirm];
	if (names.length === 0) return undefined;
	// Without the list, nothing of the input is mapped.
	const isRequired = isStrict || (toRead.length > 0 && given.from === 'input');
	const use = isRequired ? 'require' : toRead.length > 0 ? 'read' : 'warn';
	return await facts.contactProperties(names, use);
}

/** @throws ItemRefused for properties that are wrong whatever the account has */
export function validateProperties({
	properties: given,
}: Partial<Pick<ContactValues, 'properties'>>): void {
	if (given && (given.from !== 'input' || namesToRead(given).length === 0))
		resolveProperties(given);
}

/** The contact's part of a flat body. */
interface ResolvedContact {
	body: Body;
	/** Labels of the fields that fill parts of the body with other names. */
	labels: Record<string, string[]>;
	mapping?: Mapping;
	warnings: string[];
	/** Properties that lose their value by input, which may surprise. */
	cleared: string[];
	/** Input fields that say that the person wants no email, although the item leaves the subscription as it is. */
	optedOut: string[];
}

/** @throws ItemRefused for a value that can't be sent */
export function resolveContact(
	contact: ContactValues,
	list: ContactProperty[] | undefined,
	{ json: input }: INodeExecutionData,
): ResolvedContact {
	const { properties: given, additional, options } = contact;
	const { values, known, mapping, warnings } = resolveProperties(given, list, options.emptyInput);
	const isCleared = ([, value]: [string, unknown]) => value === null || value === '';
	const cleared = [...values].filter(isCleared).map(([name]) => name);
	for (const name of additional.clearProperty ?? []) clear(name, values);
	const { subscription: subscribed, userId } = additional;
	if (subscribed !== undefined && values.has('subscribed')) {
		throw new ItemRefused(
			`'${SUBSCRIPTION}' is set twice`,
			"Remove 'subscribed' from the JSON object, or set the field to 'Leave as Is'",
		);
	}
	const body: Body = {
		...Object.fromEntries(values),
		...(subscribed !== undefined && { subscribed }),
		...(userId !== undefined && { userId }),
		...mailingListsBody(additional),
	};
	const isStrict = options.unknownProperties === 'dontSend';
	const names = [...values.keys()].filter((name) => !isBuiltIn(name));
	const isKnown = (name: string) => !isStrict && !options.validateOnly && known.has(name);
	const unconfirmed = names.filter((name) => !isKnown(name));
	if (isStrict && list) refuseUnknown(unconfirmed, list);
	const sent = mapping ? Object.keys(mapping.sentAs) : values.keys();
	const isIgnored =
		body.subscribed === false && Object.values(body.mailingLists ?? {}).includes(true);
	return {
		body,
		labels: { ...listLabels(additional), subscribed: [SUBSCRIPTION], userId: ['User ID'] },
		mapping,
		// Whoever sets the subscription has seen what the input says.
		optedOut: body.subscribed === undefined ? optOutsIn(input, sent) : [],
		cleared: options.emptyInput ? cleared : [],
		warnings: [
			...(isIgnored
				? [
						'the contact is unsubscribed from all emails: Loops probably adds the contact to no mailing list',
					]
				: []),
			...warnings,
			...warningsOf(unconfirmed, list),
		],
	};
}

/** Sends null (contract: update-null-clears). */
function clear(name: string, values: ReturnType<typeof parseValues>): void {
	if ((values.get(name) ?? null) !== null) {
		throw new ItemRefused(
			`'${formatName(name)}' is both cleared and set`,
			"Remove the property from 'Clear Property Names or IDs', or remove its value from the other field. Empty text counts as a value",
		);
	}
	values.set(name, null);
}

const nextFor = (meant: string | undefined): string =>
	meant === undefined ? "Create it with 'Contact Property > Create'" : didYouMean(meant).trim();

/** Loops accepts any name, but drops the values of unknown ones (contract: property-unknown). */
function warningsOf(names: string[], list?: ContactProperty[]): string[] {
	if (names.length === 0) return [];
	if (list) {
		return unknownNames(names, list).map(
			(name) =>
				`the account has no contact property '${formatName(name)}', so Loops drops its value. ${nextFor(suggestProperty(name, list))}`,
		);
	}
	const shown = listed(names.map((name) => `'${formatName(name)}'`));
	return [
		`the account's contact properties could not be read. If the account does not have ${shown}, Loops drops the value`,
	];
}

function refuseUnknown(names: string[], list: ContactProperty[]): void {
	const [first] = unknownNames(names, list);
	if (first === undefined) return;
	throw new ItemRefused(
		`The account has no contact property '${formatName(first)}'`,
		`Nothing was sent for this item, because Loops would drop the value.${didYouMean(suggestProperty(first, list))} Correct the name, or create the property with 'Contact Property > Create'.`,
	);
}

const unknownNames = (names: string[], list: ContactProperty[]) =>
	names.filter((name) => !propertyKeys(list).has(name));
