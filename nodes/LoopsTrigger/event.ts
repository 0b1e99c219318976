import type { IDataObject } from 'n8n-workflow';

import { asRecord } from '../Loops/http/request';

/** What the node puts out: the same fields for all events, null or [] for what an event lacks. IDs come last. */
export interface LoopsEvent extends IDataObject {
	/** `eventName` of Loops, such as `email.hardBounced`. */
	event: string;
	/** Of the contact. */
	email: string | null;
	/** ISO 8601, UTC. Null unless Loops gives a time from 2000 to 2100 in seconds. */
	time: string | null;
	subject: string | null;
	/** What sent the email: `campaign`, `loop` (a workflow in Loops) or `transactional`. */
	sourceType: string | null;
	sourceName: string | null;
	/** The list that the contact joined or left. */
	mailingListName: string | null;
	/** That list, or those that the email was sent to. */
	mailingLists: IDataObject[];
	/** With all its properties, when it is created. */
	contact: IDataObject | null;
	userId: string | null;
	contactId: string | null;
	sourceId: string | null;
	emailId: string | null;
	emailMessageId: string | null;
	mailingListId: string | null;
	/** The same each time that Loops sends the same event. */
	webhookId: string | null;
}

/** `loop` became "workflow" in Loops' dashboard, but not in its API. */
const SOURCES = ['campaign', 'loop', 'transactional', 'workflow'];

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The payload in a body; undefined unless it is an event in JSON and UTF-8. */
export function payloadIn(body: unknown): IDataObject | undefined {
	if (!Buffer.isBuffer(body)) return undefined;
	try {
		const payload = asRecord(JSON.parse(decoder.decode(body)));
		return payload.eventName && typeof payload.eventName === 'string' ? payload : undefined;
	} catch {
		return undefined;
	}
}

/** The event in a payload that has a name. */
export function eventOf(payload: IDataObject, webhookId: unknown): LoopsEvent {
	const identity = asRecord(payload.contactIdentity);
	const contact = asRecord(payload.contact);
	const email = asRecord(payload.email);
	const mailingList = listOf(payload.mailingList);
	const given = text(payload.sourceType);
	// The events of a send give no type: they have the ID alone.
	const source = [given, ...SOURCES].find((type) => text(payload[`${type}Id`])) ?? null;
	return {
		event: payload.eventName as string,
		email: text(identity.email),
		time: isoTime(payload.eventTime),
		subject: text(email.subject),
		sourceType: given ?? source,
		sourceName: text(payload[`${source}Name`]),
		mailingListName: text(mailingList.name),
		mailingLists: (Array.isArray(payload.mailingLists) ? payload.mailingLists : [mailingList])
			.map(listOf)
			.filter(({ id }) => text(id)),
		contact: Object.keys(contact).length > 0 ? contact : null,
		userId: text(identity.userId),
		contactId: text(identity.id),
		sourceId: text(payload[`${source}Id`]),
		emailId: text(email.id),
		emailMessageId: text(email.emailMessageId),
		mailingListId: text(mailingList.id),
		webhookId: text(webhookId),
	};
}

/** A list by its ID alone is kept, too. */
const listOf = (value: unknown): IDataObject => {
	const id = text(value);
	return id === null ? asRecord(value) : { id };
};

const text = (value: unknown): string | null => {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
};

/** @param seconds since the epoch. Milliseconds would give the year 58,000. */
function isoTime(seconds: unknown): string | null {
	const time = new Date(typeof seconds === 'number' ? seconds * 1_000 : NaN);
	const year = time.getUTCFullYear();
	return year >= 2000 && year <= 2100 ? time.toISOString() : null;
}
