import { readFileSync } from 'node:fs';
import type { Account } from './account.mts';
import { Refusal } from './answer.mts';
import { plantContent } from './content/plant.mts';
import { applyChanges, readContactChanges } from './contactChanges.mts';
import { isPropertyType, readProperty } from './properties.mts';
import { messageIdOf } from './templates.mts';
import type {
	EventPattern,
	MailingList,
	RemovalQuota,
	StoredContact,
	Template,
} from './records.mts';
import { isObject, readDate, type JsonObject, type PropertyType } from './values.mts';

/** The initial state of an account; omitted parts are empty. */
export interface Seed {
	teamName?: string;
	/** Custom contact properties. */
	properties?: Array<{ key: string; type: PropertyType }>;
	mailingLists?: Array<Pick<MailingList, 'id' | 'name'> & Partial<MailingList>>;
	/** Published unless `published` is false; without dates the first is the newest. */
	templates?: Array<Pick<Template, 'id' | 'name'> & Partial<Template>>;
	/** The body of a create request, with an optional `id`, `optInStatus` and `isSuppressed`. */
	contacts?: JsonObject[];
	eventPatterns?: Array<Pick<EventPattern, 'eventName'> & Partial<EventPattern>>;
	/** Default 100, all remaining; a limit of 0 means a free plan. */
	removalQuota?: Partial<RemovalQuota>;
	/** See `plantContent`. */
	content?: JsonObject;
}

const SEED_KEYS = [
	'teamName',
	'properties',
	'mailingLists',
	'templates',
	'contacts',
	'eventPatterns',
	'removalQuota',
	'content',
];
const NEWEST_TEMPLATE = Date.UTC(2026, 7, 31, 9);
const HOUR = 3_600_000;

let shippedText: string | undefined;

/** Read once, and parsed each time: an account keeps parts of its seed, and changes them. */
export function shippedSeed(): unknown {
	shippedText ??= readFileSync(new URL('./seed.json', import.meta.url), 'utf8');
	return JSON.parse(shippedText);
}

/** Replaces the state of the account; throws an error that names the invalid entry. */
export function plantSeed(account: Account, seed: unknown): void {
	if (!isObject(seed)) throw new Error('a seed must be a JSON object');
	const unknownKey = Object.keys(seed).find((key) => !SEED_KEYS.includes(key));
	if (unknownKey !== undefined) {
		throw new Error(`unknown key "${unknownKey}" (known: ${SEED_KEYS.join(', ')})`);
	}
	account.clear();
	account.teamName = optional(seed, 'teamName', 'string', 'seed') ?? '';
	each(seed, 'properties', ({ key, type }) => {
		const property = readProperty(key, type);
		account.properties.set(property.key, property);
	});
	each(seed, 'mailingLists', (entry, where) => {
		const list = readList(entry, where);
		account.mailingLists.set(list.id, list);
	});
	const templates: Template[] = [];
	each(seed, 'templates', (entry, where) => {
		templates.push(readTemplate(entry, where, templates.length));
	});
	for (const template of templates) {
		account.content.addTemplateMessage(template);
	}
	account.setTemplates(templates);
	each(seed, 'contacts', (entry, where) => plantContact(account, entry, where));
	each(seed, 'eventPatterns', (entry, where) => account.addEventPattern(readPattern(entry, where)));
	account.setRemovalQuota(readQuota(seed.removalQuota ?? {}));
	plantContent(account.content, seed.content ?? {});
}

function each(seed: JsonObject, key: string, plant: (entry: JsonObject, where: string) => void) {
	const entries = seed[key] ?? [];
	if (!Array.isArray(entries)) throw new Error(`${key} must be an array`);
	entries.forEach((entry: unknown, index) => {
		const where = `${key}[${index}]`;
		if (!isObject(entry)) throw new Error(`${where} must be an object`);
		try {
			plant(entry, where);
		} catch (error) {
			if (error instanceof Refusal) throw new Error(`${where}: ${error.message}`);
			throw error;
		}
	});
}

function readList(entry: JsonObject, where: string): MailingList {
	return {
		id: required(entry, 'id', where),
		name: required(entry, 'name', where),
		description: optional(entry, 'description', 'string', where) ?? null,
		isPublic: optional(entry, 'isPublic', 'boolean', where) ?? true,
	};
}

function readTemplate(entry: JsonObject, where: string, index: number): Template {
	const createdAt = dateOf(entry, 'createdAt', where) ?? isoHoursBack(index);
	const id = required(entry, 'id', where);
	const published = optional(entry, 'published', 'boolean', where) ?? true;
	return {
		id,
		name: required(entry, 'name', where),
		published,
		draftMessageId: published ? null : messageIdOf({ id }),
		publishedMessageId: published ? messageIdOf({ id }) : null,
		groupId: null,
		dataVariables: namesOf(entry, 'dataVariables', where),
		optionalVariables: namesOf(entry, 'optionalVariables', where),
		createdAt,
		updatedAt: dateOf(entry, 'updatedAt', where) ?? createdAt,
	};
}

function plantContact(account: Account, entry: JsonObject, where: string): void {
	const changes = readContactChanges(account, entry);
	const { email, userId } = changes;
	if (email === undefined) throw new Error(`${where}: email is required`);
	if (account.byEmail(email) || (userId !== undefined && account.byUserId(userId))) {
		throw new Error(`${where}: email or userId is taken by another contact`);
	}
	const id = optional(entry, 'id', 'string', where);
	const contact = account.addContact(email, userId ?? null, id);
	contact.optInStatus = optInStatusOf(entry, where);
	contact.isSuppressed = optional(entry, 'isSuppressed', 'boolean', where) ?? false;
	applyChanges(contact, changes);
}

function optInStatusOf(entry: JsonObject, where: string): StoredContact['optInStatus'] {
	const status = entry.optInStatus ?? null;
	if (status === null || status === 'accepted' || status === 'pending' || status === 'rejected') {
		return status;
	}
	throw new Error(`${where}: optInStatus must be accepted, pending, rejected or null`);
}

function readPattern(entry: JsonObject, where: string): Omit<EventPattern, 'id'> & { id?: string } {
	const { eventProperties = [] } = entry;
	const isGood = (each: unknown) =>
		isObject(each) && typeof each.name === 'string' && isPropertyType(each.type);
	if (!Array.isArray(eventProperties) || !eventProperties.every(isGood)) {
		throw new Error(`${where}: eventProperties must be an array of { name, type }`);
	}
	return {
		id: optional(entry, 'id', 'string', where),
		eventName: required(entry, 'eventName', where),
		eventProperties: eventProperties as EventPattern['eventProperties'],
		incomingWebhookPlatform: platformOf(entry, where),
	};
}

function platformOf(entry: JsonObject, where: string): EventPattern['incomingWebhookPlatform'] {
	const platform = entry.incomingWebhookPlatform ?? null;
	const platforms = [null, 'clerk', 'polar', 'stripe', 'supabase'] as const;
	const known = platforms.find((each) => each === platform);
	if (known !== undefined) return known;
	throw new Error(`${where}: incomingWebhookPlatform must be one of ${platforms.join(', ')}`);
}

function readQuota(entry: unknown): RemovalQuota {
	const { limit = 100, remaining = limit } = isObject(entry) ? entry : {};
	const isCount = (value: unknown): value is number =>
		Number.isInteger(value) && Number(value) >= 0;
	if (!isObject(entry) || !isCount(limit) || !isCount(remaining)) {
		throw new Error('removalQuota must be an object with the whole numbers limit and remaining');
	}
	return { limit, remaining };
}

function required(entry: JsonObject, key: string, where: string): string {
	const value = optional(entry, key, 'string', where);
	if (value === undefined || value === '') throw new Error(`${where}: ${key} is required`);
	return value;
}

function optional<T extends 'string' | 'boolean'>(
	entry: JsonObject,
	key: string,
	type: T,
	where: string,
): { string: string; boolean: boolean }[T] | undefined {
	const value = entry[key] ?? undefined;
	if (value === undefined || typeof value === type) return value as never;
	throw new Error(`${where}: ${key} must be a ${type}`);
}

function namesOf(entry: JsonObject, key: string, where: string): string[] {
	const names = entry[key] ?? [];
	if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
	throw new Error(`${where}: ${key} must be an array of strings`);
}

function dateOf(entry: JsonObject, key: string, where: string): string | undefined {
	if (entry[key] === undefined) return undefined;
	const date = readDate(entry[key]);
	if (date === undefined) throw new Error(`${where}: ${key} is not a date`);
	return date;
}

function isoHoursBack(hours: number): string {
	return new Date(NEWEST_TEMPLATE - hours * HOUR).toISOString();
}
