import { isSafeObjectProperty, type ResourceMapperField } from 'n8n-workflow';

import {
	buildNameIndex,
	isConclusive,
	isMappable,
	isPlainProperty,
	roleOf,
} from '../account/propertyRoles';
import type { ContactProperty } from '../api/contactProperties';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { memoized } from '../values/memoized';
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
import { mapInput, type Mapping, parseValues } from '../form/namedValues';
import type { SectionValues } from '../form/readSection';

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
export const typesOf = (properties: EditorProperty[]) =>
	new Map(properties.map(({ key, type }) => [key, type]));

/** The names that can be read only by the account's list of properties. */
export function namesToRead(given: SectionValues): string[] {
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
export function resolveProperties(
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
		const values = parseValues(namedValues, kind, (name) => types.get(name));
		const found = { ...mapping, saysNo: fieldsThatSayNo(given, mapping.notMapped) };
		return { values, known: new Set(values.keys()), mapping: found, warnings: [] };
	}
	refuseOtherNames(given);
	if (given.from === 'json') {
		const typeIn = (name: string) => (name === 'subscribed' ? 'consent' : undefined);
		const values = parseValues(given.namedValues, contactProperty, typeIn);
		return { values, known: new Set(), warnings: list ? typeWarnings(values, list) : [] };
	}
	const types = typesOf(fromEditor);
	const accountTypes = list && typesOf(list);
	const untyped = given.namedValues.map(({ name }) => name).filter((name) => !types.get(name));
	for (const name of untyped) {
		// Without the list, names count as known: the warning about types covers them.
		if (!accountTypes || accountTypes.has(name)) types.set(name, accountTypes?.get(name));
	}
	return {
		values: parseValues(given.namedValues, kind, (name) => types.get(name)),
		known: new Set(types.keys()),
		warnings: untyped.length > 0 && !list ? [UNREAD] : [],
	};
}

/** Of these input fields, those that say that the person wants no email. */
function fieldsThatSayNo({ input }: SectionValues, names: string[]): string[] {
	const saysNo = optOutsIn(input.keys());
	return names.filter((name) => input.get(name)?.is((value) => saysNo(name, value)));
}

/** Values in JSON go as they are. */
function typeWarnings(values: ResolvedProperties['values'], list: ContactProperty[]): string[] {
	const types = typesOf(list);
	return [...values].flatMap(([name, value]) => {
		const type = types.get(name);
		return value === null || fitsType(value, type)
			? []
			: `the contact property '${formatName(name)}' is ${typeInWords(value)} here, but ${TYPE_WORDS[type as PropertyType]} in Loops, and Loops might not convert the value`;
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
