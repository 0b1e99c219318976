import { isSubscribed, type Account } from './account.mts';
import { Refusal } from './answer.mts';
import type { StoredContact } from './records.mts';
import {
	isAbsent,
	isEmailAddress,
	isObject,
	readTyped,
	type JsonObject,
	type PropertyType,
	type PropertyValue,
} from './values.mts';
import { identityOf } from './webhooks/events.mts';

/** Built-in properties that the API writes. The docs give `notes` no API name. */
const WRITABLE: ReadonlyMap<string, PropertyType> = new Map([
	['firstName', 'string'],
	['lastName', 'string'],
	['source', 'string'],
	['userGroup', 'string'],
	['subscribed', 'boolean'],
	['createdAt', 'date'],
]);

export interface Identifiers {
	email?: string;
	userId?: string;
}

/** Changes of a request body, validated as a whole before any is applied. */
export interface ContactChanges extends Identifiers {
	/** null resets the property. */
	values: Map<string, PropertyValue | null>;
	lists: Map<string, boolean>;
}

const NO_CHANGES: ContactChanges = { values: new Map(), lists: new Map() };

/** Reads the identifiers; null counts as absent because the PHP and Ruby SDKs send it. */
export function readIdentifiers(source: JsonObject): Identifiers {
	const { email, userId } = source;
	const identifiers: Identifiers = {};
	if (!isAbsent(email)) {
		if (!isEmailAddress(email)) throw new Refusal(400, 'Invalid email address.');
		identifiers.email = email;
	}
	if (!isAbsent(userId) && userId !== '') {
		// The answer is a guess; that a userId is a string is official.
		if (typeof userId !== 'string') throw new Refusal(400, 'userId must be a string.');
		identifiers.userId = userId;
	}
	return identifiers;
}

export function readContactChanges(account: Account, body: JsonObject): ContactChanges {
	const values = new Map<string, PropertyValue | null>();
	for (const [key, value] of Object.entries(body)) {
		const type = WRITABLE.get(key) ?? account.properties.get(key)?.type;
		// Loops ignores unknown names (changelog, 13 March 2024).
		if (type === undefined) continue;
		values.set(key, readPropertyValue(key, value, type));
	}
	return { ...readIdentifiers(body), values, lists: readLists(account, body.mailingLists) };
}

function readPropertyValue(key: string, value: unknown, type: PropertyType): PropertyValue | null {
	// Guess: null is refused, since resetting `subscribed` to its default would resubscribe.
	if (value === null && key !== 'subscribed') return null;
	const stored = readTyped(value, type);
	if (stored === undefined) {
		throw new Refusal(400, `Invalid value for property "${key}": expected a ${type}.`);
	}
	return stored;
}

function readLists(account: Account, mailingLists: unknown): Map<string, boolean> {
	const lists = new Map<string, boolean>();
	if (isAbsent(mailingLists)) return lists;
	if (!isObject(mailingLists)) throw new Refusal(400, 'mailingLists must be an object.');
	for (const [id, subscribed] of Object.entries(mailingLists)) {
		// Both refusals are guesses.
		if (!account.mailingLists.has(id)) throw new Refusal(400, `Mailing list not found: ${id}`);
		if (typeof subscribed !== 'boolean') {
			throw new Refusal(400, 'mailingLists values must be true or false.');
		}
		lists.set(id, subscribed);
	}
	return lists;
}

/**
 * The contact of an update or event: a contact with either identifier matches and gets the other.
 */
export function matchContact(account: Account, ids: Identifiers): StoredContact | undefined {
	if (ids.email === undefined && ids.userId === undefined) {
		throw new Refusal(400, 'An email or userId is required.');
	}
	const byEmail = ids.email === undefined ? undefined : account.byEmail(ids.email);
	const byUserId = ids.userId === undefined ? undefined : account.byUserId(ids.userId);
	if (byEmail && byUserId && byEmail !== byUserId) {
		// Observed in production for events; a guess for updates.
		throw new Refusal(400, 'Multiple contacts found for the given criteria');
	}
	return byEmail ?? byUserId;
}

/** Updates the matching contact, or creates one if there is an email address. */
export function upsertContact(account: Account, changes: ContactChanges): StoredContact {
	const match = matchContact(account, changes);
	if (match) {
		account.identify(match, changes.email ?? match.email, changes.userId ?? match.userId);
		changeContact(account, match, changes);
		return match;
	}
	if (changes.email === undefined) throw new Refusal(400, 'Contact not found.');
	return enterContact(account, changes.email, changes);
}

/** Adds a contact and sends its events. */
export function enterContact(
	account: Account,
	email: string,
	changes: ContactChanges = NO_CHANGES,
): StoredContact {
	const contact = account.addContact(email, changes.userId ?? null);
	applyChanges(contact, changes);
	account.announce('contact.created', {
		contactIdentity: identityOf(contact),
		contact: account.printed(contact),
	});
	// Guess: the lists of a new contact cause events of their own.
	announceLists(account, contact, new Set());
	return contact;
}

/** Changes a contact and sends events about its subscriptions. */
export function changeContact(
	account: Account,
	contact: StoredContact,
	changes: Pick<ContactChanges, 'values' | 'lists'>,
): void {
	const wasSubscribed = isSubscribed(contact);
	const listsBefore = new Set(contact.lists);
	applyChanges(contact, changes);
	if (wasSubscribed && !isSubscribed(contact)) {
		account.announce('contact.unsubscribed', { contactIdentity: identityOf(contact) });
	}
	announceLists(account, contact, listsBefore);
}

function announceLists(account: Account, contact: StoredContact, before: Set<string>): void {
	for (const [id, mailingList] of account.mailingLists) {
		if (contact.lists.has(id) === before.has(id)) continue;
		account.announce(
			before.has(id) ? 'contact.mailingList.unsubscribed' : 'contact.mailingList.subscribed',
			{ contactIdentity: identityOf(contact), mailingList },
		);
	}
}

export function applyChanges(
	contact: StoredContact,
	changes: Pick<ContactChanges, 'values' | 'lists'>,
): void {
	for (const [key, value] of changes.values) {
		if (value === null) contact.values.delete(key);
		else contact.values.set(key, value);
	}
	for (const [id, subscribed] of changes.lists) {
		if (!subscribed) contact.lists.delete(id);
		// Unsubscribed contacts cannot be added to a list (docs); that the call succeeds is a guess.
		else if (isSubscribed(contact)) contact.lists.add(id);
	}
}
