import type { Account } from './account.mts';
import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import { page } from './pages.mts';
import type { EventPattern } from './records.mts';
import { readDate, type JsonObject, type PropertyType } from './values.mts';

/** Without properties. The order of creation is a guess. */
export function listEventPatterns(request: ApiRequest): Answer {
	const patterns = [...request.account.eventPatterns.values()];
	return page(request, 'event-patterns', patterns, ({ eventProperties: _, ...summary }) => summary);
}

export function eventPatternById({ account, params }: ApiRequest): Answer {
	return found([...account.eventPatterns.values()].find(({ id }) => id === params.eventPatternId));
}

/** Names are case-sensitive. */
export function eventPatternByName({ account, params }: ApiRequest): Answer {
	return found(account.eventPatterns.get(params.eventName));
}

/** The spec declares only the status. */
function found(pattern: EventPattern | undefined): Answer {
	if (!pattern) throw new Refusal(404, 'Event pattern not found.');
	return { status: 200, body: pattern };
}

/** An unknown name creates an event; with the properties of its first send is a guess. */
export function learnEvent(account: Account, eventName: string, properties: JsonObject): void {
	if (account.eventPatterns.has(eventName)) return;
	const eventProperties = Object.entries(properties).map(([name, value]) => ({
		name,
		type: typeOf(value),
	}));
	account.addEventPattern({ eventName, eventProperties, incomingWebhookPlatform: null });
}

function typeOf(value: unknown): PropertyType {
	if (typeof value === 'number' || typeof value === 'boolean') {
		return typeof value as 'number' | 'boolean';
	}
	return typeof value === 'string' && !/^\d+$/.test(value) && readDate(value) ? 'date' : 'string';
}
