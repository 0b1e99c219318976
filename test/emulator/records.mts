import type { JsonObject, PropertyType, PropertyValue } from './values.mts';

export interface ContactProperty {
	key: string;
	label: string;
	type: PropertyType;
}

export interface MailingList {
	id: string;
	name: string;
	description: string | null;
	isPublic: boolean;
}

export interface Template {
	id: string;
	name: string;
	published: boolean;
	/** Variables the API lists and insists on. */
	dataVariables: string[];
	/** Variables the template knows but can do without; the API never lists them. */
	optionalVariables: string[];
	/** Of its email messages. */
	draftMessageId: string | null;
	publishedMessageId: string | null;
	groupId: string | null;
	/** ISO 8601 UTC. */
	createdAt: string;
	/** ISO 8601 UTC. */
	updatedAt: string;
}

export interface StoredContact {
	id: string;
	email: string;
	userId: string | null;
	/** Built-in and custom properties that hold a value; an absent one reads as its default. */
	values: Map<string, PropertyValue>;
	lists: Set<string>;
	optInStatus: 'accepted' | 'pending' | 'rejected' | null;
	/** Loops sends nothing there any more, after a hard bounce or a complaint. */
	isSuppressed: boolean;
}

/** How many suppressions may be removed in 30 days. */
export interface RemovalQuota {
	limit: number;
	remaining: number;
}

/** An event that is known to the account. */
export interface EventPattern {
	id: string;
	eventName: string;
	eventProperties: Array<{ name: string; type: PropertyType }>;
	/** Null for events of the API. */
	incomingWebhookPlatform: 'clerk' | 'polar' | 'stripe' | 'supabase' | null;
}

/** A contact as the API prints it, and what Find keeps to itself: `createdAt`, `isSuppressed`. */
export interface Contact {
	id: string;
	email: string;
	firstName: string | null;
	lastName: string | null;
	source: string;
	subscribed: boolean;
	userGroup: string;
	userId: string | null;
	mailingLists: Record<string, true>;
	optInStatus: StoredContact['optInStatus'];
	createdAt: string;
	isSuppressed: boolean;
	[customProperty: string]: unknown;
}

export interface SentEmail {
	/** Milliseconds since the epoch. */
	at: number;
	transactionalId: string;
	templateName: string;
	email: string;
	dataVariables: JsonObject;
	/** `bytes` is the size of the decoded file. */
	attachments: Array<{ filename: string; contentType: string; bytes: number }>;
	idempotencyKey?: string;
	addToAudience: boolean;
}

export interface LoggedEvent {
	/** Milliseconds since the epoch. */
	at: number;
	eventName: string;
	contactId: string;
	email: string;
	userId: string | null;
	eventProperties: JsonObject;
	/** The properties that were applied: unknown names are gone, dates are ISO 8601. */
	contactProperties: Record<string, PropertyValue | null>;
	mailingLists: Record<string, boolean>;
	idempotencyKey?: string;
}

/** A campaign or workflow email, which only the control endpoints send. */
export interface MarketingEmail {
	/** Milliseconds since the epoch. */
	at: number;
	sourceType: 'campaign' | 'loop';
	email: string;
	/** The list it was sent to, if it was. */
	mailingListId?: string;
}
