import type {
	Contact,
	ContactProperty,
	EventPattern,
	LoggedEvent,
	MailingList,
	MarketingEmail,
	RemovalQuota,
	SentEmail,
	StoredContact,
	Template,
} from './records.mts';
import { Content } from './content/content.mts';
import type { JsonObject } from './values.mts';
import type { EventName, WebhookEvent } from './webhooks/events.mts';

const REMOVAL_WINDOW_MS = 30 * 24 * 3_600_000;

/** The state of the emulated Loops team. */
export class Account {
	readonly content = new Content();
	teamName = '';
	readonly properties = new Map<string, ContactProperty>();
	readonly mailingLists = new Map<string, MailingList>();
	readonly templates = new Map<string, Template>();
	published: Template[] = [];
	newestFirst: Template[] = [];
	/** By name. */
	readonly eventPatterns = new Map<string, EventPattern>();
	private quota: RemovalQuota = { limit: 0, remaining: 0 };
	/** When suppressions were removed, in ms since the epoch. */
	private removals: number[] = [];
	readonly outbox: SentEmail[] = [];
	readonly eventLog: LoggedEvent[] = [];
	readonly marketingEmails: MarketingEmail[] = [];
	/** Called with each webhook event. */
	onEvent?: (event: WebhookEvent) => void;
	private readonly contactsById = new Map<string, StoredContact>();
	private readonly contactsByEmail = new Map<string, StoredContact>();
	private readonly contactsByUserId = new Map<string, StoredContact>();
	private contactsCreated = 0;

	/** Empties the account in place, so that returned arrays stay current. */
	clear(): void {
		this.content.clear();
		this.properties.clear();
		this.mailingLists.clear();
		this.contactsById.clear();
		this.contactsByEmail.clear();
		this.contactsByUserId.clear();
		this.contactsCreated = 0;
		this.setTemplates([]);
		this.eventPatterns.clear();
		this.outbox.length = 0;
		this.eventLog.length = 0;
		this.marketingEmails.length = 0;
	}

	setTemplates(templates: Template[]): void {
		this.templates.clear();
		for (const template of templates) this.templates.set(template.id, template);
		this.published = templates.filter((template) => template.published);
		this.newestFirst = [...templates].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
	}

	/** Adds an event, or replaces that with its name. */
	addEventPattern(pattern: Omit<EventPattern, 'id'> & { id?: string }): void {
		const { id = `cm9emuevent0${numbered(this.eventPatterns.size + 1, 13)}`, ...rest } = pattern;
		this.eventPatterns.set(pattern.eventName, { id, ...rest });
	}

	/** Restarts the quota of removals. */
	setRemovalQuota(quota: RemovalQuota): void {
		this.quota = quota;
		this.removals = [];
	}

	/** The removals left at a time in ms since the epoch: each removal counts for 30 days. */
	removalQuota(at: number): RemovalQuota {
		const { limit, remaining } = this.quota;
		const used = this.removals.filter((each) => each > at - REMOVAL_WINDOW_MS).length;
		return { limit, remaining: remaining - used };
	}

	removeSuppression(contact: StoredContact, at: number): void {
		contact.isSuppressed = false;
		this.removals.push(at);
	}

	/** Addresses match regardless of case: a guess. */
	byEmail(email: string): StoredContact | undefined {
		return this.contactsByEmail.get(email.toLowerCase());
	}

	byUserId(userId: string): StoredContact | undefined {
		return this.contactsByUserId.get(userId);
	}

	contacts(): IterableIterator<StoredContact> {
		return this.contactsById.values();
	}

	get contactCount(): number {
		return this.contactsById.size;
	}

	addContact(email: string, userId: string | null, id = this.nextContactId()): StoredContact {
		const contact: StoredContact = {
			id,
			email,
			userId: null,
			values: new Map([['createdAt', new Date().toISOString()]]),
			lists: new Set(),
			optInStatus: null,
			isSuppressed: false,
		};
		this.contactsById.set(id, contact);
		this.identify(contact, email, userId);
		return contact;
	}

	/** Sets the identifiers of a contact in both indexes. */
	identify(contact: StoredContact, email: string, userId: string | null): void {
		this.contactsByEmail.delete(contact.email.toLowerCase());
		if (contact.userId !== null) this.contactsByUserId.delete(contact.userId);
		contact.email = email;
		contact.userId = userId;
		this.contactsByEmail.set(email.toLowerCase(), contact);
		if (userId !== null) this.contactsByUserId.set(userId, contact);
	}

	removeContact(contact: StoredContact): void {
		this.contactsById.delete(contact.id);
		this.contactsByEmail.delete(contact.email.toLowerCase());
		if (contact.userId !== null) this.contactsByUserId.delete(contact.userId);
	}

	/** The contact as `GET /v1/contacts/find` returns it: all custom properties, null when unset. */
	printed(contact: StoredContact): Omit<Contact, 'createdAt'> {
		const { values } = contact;
		const custom = [...this.properties.keys()].map((key) => [key, values.get(key) ?? null]);
		return {
			id: contact.id,
			email: contact.email,
			firstName: (values.get('firstName') as string | undefined) ?? null,
			lastName: (values.get('lastName') as string | undefined) ?? null,
			source: (values.get('source') as string | undefined) ?? 'API',
			subscribed: isSubscribed(contact),
			userGroup: (values.get('userGroup') as string | undefined) ?? '',
			userId: contact.userId,
			mailingLists: Object.fromEntries([...contact.lists].map((id) => [id, true] as const)),
			optInStatus: contact.optInStatus,
			...(Object.fromEntries(custom) as JsonObject),
		};
	}

	/** @param details fields of the event beside its envelope */
	announce(eventName: EventName, details: JsonObject): void {
		const eventTime = Math.floor(Date.now() / 1000);
		this.onEvent?.({ eventName, eventTime, webhookSchemaVersion: '1.0.0', ...details });
	}

	private nextContactId(): string {
		this.contactsCreated += 1;
		return `cm9emucontact${numbered(this.contactsCreated, 12)}`;
	}
}

export function isSubscribed(contact: StoredContact): boolean {
	return contact.values.get('subscribed') !== false;
}

function numbered(count: number, length: number): string {
	return count.toString(36).padStart(length, '0');
}
