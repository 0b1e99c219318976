import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import { contactByOneIdentifier } from './contacts.mts';
import type { StoredContact } from './records.mts';

export function checkSuppression(request: ApiRequest): Answer {
	const { account, at } = request;
	const { id, email, userId, isSuppressed } = suppressible(request);
	const removalQuota = account.removalQuota(at);
	return { status: 200, body: { contact: { id, email, userId }, isSuppressed, removalQuota } };
}

export function removeSuppression(request: ApiRequest): Answer {
	const { account, at } = request;
	const contact = suppressible(request);
	if (!contact.isSuppressed) throw new Refusal(400, 'Contact is not suppressed.');
	const { limit, remaining } = account.removalQuota(at);
	// That removals require a paid plan is official; status and text are guesses.
	if (limit === 0) throw new Refusal(400, 'Removing suppressions is not available on your plan.');
	if (remaining <= 0) throw new Refusal(400, 'Removal quota exceeded.');
	account.removeSuppression(contact, at);
	return {
		status: 200,
		body: {
			success: true,
			message: 'Email removed from suppression list.',
			removalQuota: account.removalQuota(at),
		},
	};
}

function suppressible(request: ApiRequest): StoredContact {
	const contact = contactByOneIdentifier(request, request.query);
	if (!contact) throw new Refusal(404, 'Contact not found.');
	return contact;
}
