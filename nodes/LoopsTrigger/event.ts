import type { IDataObject } from 'n8n-workflow';

import { asRecord } from '../Loops/values/parse';

/** The output: the same fields for every event. */
export type LoopsEvent = ReturnType<typeof eventOf>;

/** What can send an email, as in `campaignId`. Loops' dashboard calls a `loop` a workflow. */
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

/** The event in a payload, with null or [] for what it lacks. IDs come last. */
export function eventOf(payload: IDataObject, webhookId: unknown) {
	const identity = asRecord(payload.contactIdentity);
	const contact = asRecord(payload.contact);
	const email = asRecord(payload.email);
	const mailingList = listOf(payload.mailingList);
	const sourceType = text(payload.sourceType);
	// The events of a send have an ID without a type.
	const source = [sourceType, ...SOURCES].find((type) => text(payload[`${type}Id`])) ?? null;
	const mailingLists = Array.isArray(payload.mailingLists) ? payload.mailingLists : [mailingList];
	return {
		event: payload.eventName as string,
		email: text(identity.email),
		time: isoTime(payload.eventTime),
		subject: text(email.subject),
		sourceType: sourceType ?? source,
		sourceName: text(payload[`${source}Name`]),
		mailingListName: text(mailingList.name),
		mailingLists: mailingLists.map(listOf).filter(({ id }) => text(id)),
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

/** A mailing list, which may be given by its ID alone. */
function listOf(value: unknown): IDataObject {
	const id = text(value);
	return id === null ? asRecord(value) : { id };
}

function text(value: unknown): string | null {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
}

/** Null unless the time is in seconds: milliseconds would give the year 58,000 (contract: webhook-time). */
function isoTime(seconds: unknown): string | null {
	const time = new Date(typeof seconds === 'number' ? seconds * 1_000 : NaN);
	const year = time.getUTCFullYear();
	return year >= 2000 && year <= 2100 ? time.toISOString() : null;
}
