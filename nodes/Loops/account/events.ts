import type { IDataObject } from 'n8n-workflow';

import { isPage, type Page } from '../http/pages';
import { asRecord, isOk, type LoopsRequest, type Outcome } from '../http/request';
import type { PropertyType } from '../values/propertyValue';

/** An event that the account knows, as Loops lists it. */
export interface EventPattern {
	id: string;
	eventName: string;
	/** The service that sends it to Loops, such as stripe; null for events that are sent by the API. */
	incomingWebhookPlatform: string | null;
}

/** A property that an event has in Loops. */
export interface EventProperty {
	name: string;
	type: PropertyType;
}

/** Makes a call and gives back the body of its answer. */
type Read = (request: LoopsRequest) => Promise<unknown>;

/** One page of the events that the account knows: `data` are `EventPattern`s. */
export const pageOfEventPatterns = async (read: Read, qs: IDataObject): Promise<Page> =>
	(await read({
		method: 'GET',
		path: '/event-patterns',
		isGated: true,
		qs,
		repeat: { kind: 'safe' },
		isAnswer: isPage,
	})) as Page;

/** The properties of an event; undefined where the account has none of this very name. */
export async function propertiesOfEvent(
	read: Read,
	eventName: string,
): Promise<EventProperty[] | undefined> {
	const { eventProperties } = asRecord(
		await read({
			method: 'GET',
			path: `/event-patterns/by-name/${encodeURIComponent(eventName)}`,
			isGated: true,
			repeat: { kind: 'safe' },
			isAnswer: (outcome) => isPatternOf(eventName, outcome) || isUnknown(outcome),
		}),
	);
	return eventProperties as EventProperty[] | undefined;
}

/** A name such as '..' may lead to the answer of another call. */
const isPatternOf = (eventName: string, outcome: Outcome): boolean => {
	const pattern = asRecord(outcome.body);
	return (
		isOk(outcome) &&
		pattern.eventName === eventName &&
		Array.isArray(pattern.eventProperties) &&
		pattern.eventProperties.every((property) => typeof asRecord(property).name === 'string')
	);
};

/** Loops' own 404, which has no `success` here. */
const isUnknown = ({ statusCode, body }: Outcome): boolean =>
	statusCode === 404 && typeof asRecord(body).message === 'string';
