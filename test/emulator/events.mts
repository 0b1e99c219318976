import type { ApiRequest } from './api.mts';
import { Refusal, type Answer } from './answer.mts';
import { learnEvent } from './eventPatterns.mts';
import { readContactChanges, upsertContact } from './contactChanges.mts';
import { isAbsent, isObject, type JsonObject } from './values.mts';

/**
 * Accepts an event. Contact properties are top-level fields of the body: the SDK flattens its
 * `contactProperties`.
 */
export function sendEvent({ account, body, at, idempotencyKey }: ApiRequest): Answer {
	const eventName = readEventName(body.eventName);
	const eventProperties = readEventProperties(body.eventProperties);
	const changes = readContactChanges(account, body);
	const contact = upsertContact(account, changes);
	learnEvent(account, eventName, eventProperties);
	account.eventLog.push({
		at,
		eventName,
		contactId: contact.id,
		email: contact.email,
		userId: contact.userId,
		eventProperties,
		contactProperties: Object.fromEntries(changes.values),
		mailingLists: Object.fromEntries(changes.lists),
		idempotencyKey,
	});
	return { status: 200, body: { success: true } };
}

function readEventName(eventName: unknown): string {
	if (typeof eventName !== 'string' || eventName === '') {
		throw new Refusal(400, 'eventName is required.');
	}
	// The docs forbid the colon in custom names; the answer is a guess.
	if (eventName.includes(':')) throw new Refusal(400, 'Invalid event name');
	return eventName;
}

function readEventProperties(eventProperties: unknown): JsonObject {
	if (isAbsent(eventProperties)) return {};
	if (!isObject(eventProperties)) throw new Refusal(400, 'eventProperties must be an object.');
	for (const [name, value] of Object.entries(eventProperties)) {
		// The types string, number, boolean and date are official; refusing others is a guess.
		if (value === null || typeof value === 'object') {
			throw new Refusal(400, `Invalid value for event property "${name}".`);
		}
	}
	return eventProperties;
}
