import { type ContactProperty, isPropertyKey } from '../api/contacts';
import { memoized } from '../values/cache';
import { type Named, NameIndex, suggester } from '../values/nameIndex';

/**
 * What a name stands for in the flat body of a contact or event call:
 * - `builtIn`: a property of every account, written like a custom one
 * - `creation`: when the contact was created; an input field of this name belongs to another record
 * - `identifier`: has its own field, so it is never mapped automatically
 * - `consent`: changes what people receive, so it is never mapped automatically
 * - `readOnly`: Loops lists it but ignores writes
 * - `bodyPart`: another part of the body, which a property of this name would overwrite
 * - `reserved`: Loops creates no property with this name (contract: property-reserved)
 */
type Role =
	| 'builtIn'
	| 'creation'
	| 'identifier'
	| 'consent'
	| 'readOnly'
	| 'bodyPart'
	| 'reserved';

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

/** The fields of every contact besides custom properties, the most wanted first. */
export const CONTACT_FIELDS = [
	...['email', 'firstName', 'lastName', 'userId', 'id', 'subscribed', 'userGroup'],
	...['mailingLists', 'mailingListNames', 'optInStatus', 'source'],
];

/** Undefined for a custom property. */
export const roleOf = (name: string): Role | undefined => ROLES.get(name);

/** True for a property that users may set like any other. */
export function isPlainProperty(name: string): boolean {
	const role = roleOf(name);
	return role === undefined || ['builtIn', 'creation', 'reserved'].includes(role);
}

/** True if an input field of this name means the property. An `id`, for example, is another system's. */
export function isMappable(name: string): boolean {
	const role = roleOf(name);
	return role === undefined || role === 'builtIn';
}

/** Names that are never mapped, in any spelling. */
const neverMapped = [...ROLES.keys()]
	.filter((name) => !isMappable(name) && roleOf(name) !== 'bodyPart')
	.map((key) => ({ key }));
const neverMappedNames = new NameIndex(neverMapped);

/** True for any spelling of `email` and `userId`. */
export const isIdentifier = (name: string): boolean =>
	neverMappedNames.find(name).some((key) => roleOf(key) === 'identifier');

export const reservedNames = [...ROLES.keys()].filter((name) => roleOf(name) === 'reserved');

export const propertyKeys = memoized(
	(list: readonly Named[]): ReadonlySet<string> => new Set(list.map(({ key }) => key)),
);

/** Finds which properties an input field may mean. Also finds names that are never mapped. */
export const buildNameIndex = memoized(
	(properties: readonly Named[]) => new NameIndex([...properties, ...neverMapped]),
);

/** False if a newer property may have exactly this name, which would win over other spellings. */
export const isConclusive = (keys: string[], name: string): boolean =>
	keys.includes(name) || (keys.length > 0 && !isPropertyKey(name));

/** Whether a list has properties for all these names of the input or the form. */
export const hasAll = (names: string[], list: ContactProperty[]): boolean =>
	names.every((name) => isConclusive(buildNameIndex(list).find(name), name));

const suggesterOf = memoized((list: ContactProperty[]) =>
	suggester(list.filter(({ key }) => isMappable(key))),
);

/** The property that a name is most likely a misspelling of. */
export const suggestProperty = (name: string, list: ContactProperty[]): string | undefined =>
	suggesterOf(list)(name);
