import { allPages, type Page } from './pages';
import { isOk, type Outcome, type Caller } from '../http/request';
import { asRecord } from '../values/parse';
import type { Body } from '../values/checked';
import type { PropertyType } from '../values/propertyValue';
import { contentCall, pageOf } from './content';

/** An event that Loops lists for the account. */
export interface EventPattern {
	id: string;
	eventName: string;
	/** The service that sends it to Loops, such as stripe; null for events sent through the API. */
	incomingWebhookPlatform: string | null;
}

export interface EventProperty {
	name: string;
	type: PropertyType;
}

/** One page of events: `data` is an `EventPattern[]` (contract: event-patterns). */
export const pageOfEventPatterns = async (get: Caller, qs: Body): Promise<Page> =>
	await pageOf(get, '/event-patterns', qs);

/** How many events to read for a suggestion. */
const MAX_SUGGESTED = 150;

/** The names of events, for a suggestion: a long list is not read to its end. */
export async function someEventNames(get: Caller): Promise<string[]> {
	const fetchPage = async (qs: Body) => await pageOfEventPatterns(get, qs);
	const patterns = await allPages(fetchPage, { limit: MAX_SUGGESTED });
	return patterns.map(({ eventName }) => String(eventName));
}

/** Undefined if the account has no event with exactly this name. */
export async function propertiesOfEvent(
	get: Caller,
	eventName: string,
): Promise<EventProperty[] | undefined> {
	const { eventProperties } = asRecord(
		await get(
			contentCall({
				method: 'GET',
				path: `/event-patterns/by-name/${encodeURIComponent(eventName)}`,
				isAnswer: (outcome) => isPatternOf(eventName, outcome) || isUnknown(outcome),
			}),
		),
	);
	return eventProperties as EventProperty[] | undefined;
}

/** A name such as '..' may lead to another call and its answer. */
const isPatternOf = (eventName: string, outcome: Outcome): boolean => {
	const pattern = asRecord(outcome.body);
	return (
		isOk(outcome) &&
		pattern.eventName === eventName &&
		Array.isArray(pattern.eventProperties) &&
		pattern.eventProperties.every((property) => typeof asRecord(property).name === 'string')
	);
};

/** Loops' own 404, which has no `success` for this call (contract: event-by-name-unknown). */
const isUnknown = ({ statusCode, body }: Outcome): boolean =>
	statusCode === 404 && typeof asRecord(body).message === 'string';
