import type { StoredContact } from '../records.mts';

/** All webhook events of Loops. */
const EVENT_NAMES = [
	'contact.created',
	'contact.unsubscribed',
	'contact.deleted',
	'contact.mailingList.subscribed',
	'contact.mailingList.unsubscribed',
	'campaign.email.sent',
	'loop.email.sent',
	'transactional.email.sent',
	'email.delivered',
	'email.softBounced',
	'email.hardBounced',
	'email.spamReported',
	'email.opened',
	'email.clicked',
	'email.unsubscribed',
	'email.resubscribed',
	'testing.testEvent',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** The posted JSON; other fields depend on the event. */
export interface WebhookEvent {
	eventName: EventName;
	/** Seconds since the epoch. */
	eventTime: number;
	webhookSchemaVersion: '1.0.0';
	[detail: string]: unknown;
}

/** The contact of an event. */
export interface ContactIdentity {
	id: string;
	email: string;
	userId: string | null;
}

export function identityOf({ id, email, userId }: StoredContact): ContactIdentity {
	return { id, email, userId };
}
