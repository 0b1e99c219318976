import type { IDataObject } from 'n8n-workflow';

import { asRecord } from '../Loops/transport/request';

/** What the node puts out: one shape for all events, null or [] for what an event does not have. */
export interface LoopsEvent extends IDataObject {
	/** `eventName` of Loops, such as `email.hardBounced`. */
	event: string;
	/** ISO 8601, UTC. Null where Loops gives no time from 2000 to 2100 in seconds. */
	time: string | null;
	/** The same each time that Loops sends the same event. */
	webhookId: string | null;
	contactId: string | null;
	/** Of the contact. */
	email: string | null;
	userId: string | null;
	/** What the email was sent by: `campaign`, `loop` (a workflow in Loops) or `transactional`. */
	sourceType: string | null;
	sourceId: string | null;
	sourceName: string | null;
	emailId: string | null;
	emailMessageId: string | null;
	subject: string | null;
	/** The list that was subscribed to or unsubscribed from. */
	mailingListId: string | null;
	mailingListName: string | null;
	/** That list, or those that the email was sent to. */
	mailingLists: IDataObject[];
	/** As Loops sends it when it is created, with all its properties. */
	contact: IDataObject | null;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The payload in a body; undefined where it isn't an event in JSON and UTF-8. */
export function payloadIn(body: unknown): IDataObject | undefined {
	if (!Buffer.isBuffer(body)) return undefined;
	try {
		const payload = asRecord(JSON.parse(decoder.decode(body)));
		return text(payload.eventName) ? payload : undefined;
	} catch {
		return undefined;
	}
}

/** The event in a payload that has a name. */
export function eventOf(payload: IDataObject, webhookId: unknown): LoopsEvent {
	const identity = asRecord(payload.contactIdentity);
	const contact = asRecord(payload.contact);
	const email = asRecord(payload.email);
	const mailingList = asRecord(payload.mailingList);
	// The events of a send give no type: they have the ID alone.
	const sourceType =
		text(payload.sourceType) ??
		['campaign', 'loop', 'transactional'].find((type) => text(payload[`${type}Id`])) ??
		null;
	return {
		event: payload.eventName as string,
		time: isoTime(payload.eventTime),
		webhookId: text(webhookId),
		contactId: text(identity.id),
		email: text(identity.email),
		userId: text(identity.userId),
		sourceType,
		sourceId: text(payload[`${sourceType}Id`]),
		sourceName: text(payload[`${sourceType}Name`]),
		emailId: text(email.id),
		emailMessageId: text(email.emailMessageId),
		subject: text(email.subject),
		mailingListId: text(mailingList.id),
		mailingListName: text(mailingList.name),
		mailingLists: (Array.isArray(payload.mailingLists) ? payload.mailingLists : [mailingList])
			.map(asRecord)
			.filter(({ id }) => text(id)),
		contact: Object.keys(contact).length > 0 ? contact : null,
	};
}

const text = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value : null;

/** @param seconds since the epoch. Milliseconds would give the year 58,000. */
function isoTime(seconds: unknown): string | null {
	const time = new Date(typeof seconds === 'number' ? seconds * 1_000 : NaN);
	const year = time.getUTCFullYear();
	return year >= 2000 && year <= 2100 ? time.toISOString() : null;
}
