import { isListWith, type LoopsRequest } from '../http/request';
import { NameIndex } from '../values/nameIndex';
import { nearest } from '../values/nearest';
import type { PropertyType } from '../values/propertyValue';

/** A contact property as Loops lists it: built-in ones first. */
export interface ContactProperty {
	key: string;
	label: string;
	type: PropertyType;
}

/**
 * What a name stands for in the flat body of a contact or event call:
 * - `builtIn`: a property of every account, written like a custom one
 * - `creation`: when the contact was created; an input field of that name is that of another record
 * - `identifier`: found and written through a field of its own, as is an input column of that name
 * - `consent`: changes what people receive, so that it is never mapped by itself
 * - `readOnly`: listed by Loops, but dropped when it is written
 * - `bodyPart`: another part of the body, which a property of that name would overwrite
 * - `reserved`: Loops creates no property of that name
 */
type Role =
	| 'builtIn'
	| 'creation'
	| 'identifier'
	| 'consent'
	| 'readOnly'
	| 'bodyPart'
	| 'reserved';

/** The names that are more than a custom property. */
const ROLES = new Map<string, Role>([
	['firstName', 'builtIn'],
	['lastName', 'builtIn'],
	['source', 'builtIn'],
	['userGroup', 'builtIn'],
	['createdAt', 'creation'],
	['email', 'identifier'],
	['userId', 'identifier'],
	['subscribed', 'consent'],
	['mailingLists', 'consent'],
	['notes', 'readOnly'],
	['eventName', 'bodyPart'],
	['eventProperties', 'bodyPart'],
	['__proto__', 'bodyPart'],
	['id', 'reserved'],
	['listId', 'reserved'],
	['softDeleteAt', 'reserved'],
	['teamId', 'reserved'],
	['updatedAt', 'reserved'],
]);

/** What a name stands for; undefined for a custom property. */
export const roleOf = (name: string): Role | undefined => ROLES.get(name);

/** True for a property that takes a value like any other: built-in or custom. */
export function isPlainProperty(name: string): boolean {
	const role = roleOf(name);
	return role === undefined || ['builtIn', 'creation', 'reserved'].includes(role);
}

/** True for a property that an input field of its name is meant for: `id` is that of another system. */
export function isMappable(name: string): boolean {
	const role = roleOf(name);
	return role === undefined || role === 'builtIn';
}

/** What no input field is mapped to, in whatever writing. */
const neverMapped = [...ROLES.keys()]
	.filter((name) => !isMappable(name) && roleOf(name) !== 'bodyPart')
	.map((key) => ({ key }));
const neverMappedNames = new NameIndex(neverMapped);

/** True for what people call the email address and the user ID, in whatever writing. */
export const isIdentifier = (name: string): boolean =>
	neverMappedNames.find(name).some((key) => roleOf(key) === 'identifier');

/** Names that no property can be created with. */
export const reservedNames = [...ROLES.keys()].filter((name) => roleOf(name) === 'reserved');

type Named = Pick<ContactProperty, 'key'> & { label?: string };

/** What is worked out from a list, which holds for thousands of items. */
const derived = new WeakMap<
	readonly Named[],
	{
		keys?: ReadonlySet<string>;
		index?: NameIndex;
		suggestions?: Map<string, string | undefined>;
	}
>();

function derivedFrom(list: readonly Named[]) {
	const known = derived.get(list) ?? {};
	derived.set(list, known);
	return known;
}

export function keysOf(list: readonly Named[]): ReadonlySet<string> {
	const known = derivedFrom(list);
	known.keys ??= new Set(list.map(({ key }) => key));
	return known.keys;
}

/** Which of the properties an input field may be meant for, or what else that is never mapped. */
export function buildNameIndex(properties: readonly Named[]): NameIndex {
	const known = derivedFrom(properties);
	known.index ??= new NameIndex([...properties, ...neverMapped]);
	return known.index;
}

/** Says whether a list has properties of these very names. */
export const hasAll = (names: string[]) => (list: ContactProperty[]) =>
	names.every((name) => keysOf(list).has(name));

/** Lists all contact properties, or the custom ones only. Answers with `ContactProperty[]`. */
export const listContactProperties = (list: 'all' | 'custom' = 'all'): LoopsRequest => ({
	method: 'GET',
	path: '/contacts/properties',
	qs: { list },
	repeat: { kind: 'safe' },
	isAnswer: isListWith('key'),
});

/** To compare many names with thousands of properties takes a while. */
const MAX_COMPARED = 200_000;

/** The property that a name is most likely a misspelling of. */
export function suggestProperty(name: string, list: ContactProperty[]): string | undefined {
	const known = derivedFrom(list);
	known.suggestions ??= new Map();
	if (!known.suggestions.has(name) && known.suggestions.size * list.length < MAX_COMPARED) {
		known.suggestions.set(name, nearest(name, [...keysOf(list)].filter(isMappable)));
	}
	return known.suggestions.get(name);
}
