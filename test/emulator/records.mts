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
	/** Required variables, which the API lists. */
	dataVariables: string[];
	/** Optional variables, which the API does not list. */
	optionalVariables: string[];
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
	/** Built-in and custom properties with a value; others have their default. */
	values: Map<string, PropertyValue>;
	lists: Set<string>;
	optInStatus: 'accepted' | 'pending' | 'rejected' | null;
	/** Loops sends no more emails after a hard bounce or a complaint. */
	isSuppressed: boolean;
}

/** The number of suppressions that can be removed in 30 days. */
export interface RemovalQuota {
	limit: number;
	remaining: number;
}

export interface EventPattern {
	id: string;
	eventName: string;
	eventProperties: Array<{ name: string; type: PropertyType }>;
	/** Null for events of the API. */
	incomingWebhookPlatform: 'clerk' | 'polar' | 'stripe' | 'supabase' | null;
}

/** A contact as the API returns it, with `createdAt` and `isSuppressed`, which Find omits. */
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
	/** The applied properties: without unknown names, dates as ISO 8601. */
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
