import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import {
	enterContact,
	matchContact,
	readContactChanges,
	readIdentifiers,
	upsertContact,
} from './contactChanges.mts';
import type { StoredContact } from './records.mts';
import { identityOf } from './webhooks/events.mts';

export function createContact({ account, body }: ApiRequest): Answer {
	const changes = readContactChanges(account, body);
	const { email, userId } = changes;
	// The text is a guess; the spec declares only the status.
	if (email === undefined) throw new Refusal(400, 'Email is required.');
	if (account.byEmail(email) || (userId !== undefined && account.byUserId(userId))) {
		throw new Refusal(409, 'Email or userId is already on list.');
	}
	const contact = enterContact(account, email, changes);
	return { status: 200, body: { success: true, id: contact.id } };
}

export function updateContact({ account, body }: ApiRequest): Answer {
	const contact = upsertContact(account, readContactChanges(account, body));
	return { status: 200, body: { success: true, id: contact.id } };
}

export function findContact(request: ApiRequest): Answer {
	const contact = contactByOneIdentifier(request, request.query);
	return { status: 200, body: contact ? [request.account.printed(contact)] : [] };
}

export function deleteContact(request: ApiRequest): Answer {
	const contact = contactByOneIdentifier(request, request.body);
	if (!contact) throw new Refusal(404, 'Contact not found.');
	request.account.removeContact(contact);
	const contactIdentity = identityOf(contact);
	// Both events are in the spec; their order is a guess.
	request.account.announce('contact.unsubscribed', { contactIdentity });
	request.account.announce('contact.deleted', { contactIdentity });
	return { status: 200, body: { success: true, message: 'Contact deleted.' } };
}

/** Finds a contact by exactly one identifier. */
export function contactByOneIdentifier(
	{ account }: ApiRequest,
	source: Record<string, unknown>,
): StoredContact | undefined {
	const identifiers = readIdentifiers(source);
	if (identifiers.email !== undefined && identifiers.userId !== undefined) {
		// The text is that of the SDK, a guess; the 400 is official.
		throw new Refusal(400, 'Only one parameter is permitted.');
	}
	return matchContact(account, identifiers);
}
