import { createHash } from 'node:crypto';

import type { ContactIds } from '../api/contacts';
import type { DoneBy } from '../http/request';
import type { Body } from '../values/checked';
import { formatName, MAX_EMAIL } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { sortKeys } from '../values/parse';
import { KEY_HEADER, type KeyOptions, ONCE_KEY } from './sendOptions';

/** Loops refuses a key that it has seen within 24 hours, with 409 (contract: key-window). */
export interface IdempotencyKey {
	value: string;
	path: string; // of the call: Loops keeps the keys of each apart
	option?: string; // the user's field, unless the key is automatic
	given?: string; // its value, shortened: n8n stores it with the execution
	content?: string; // of the message with a user's key: a digest
	scope?: AutomaticKeyScope;
	fingerprint: string; // of the message: a hash of path, target and recipient
}

/** How far an automatic key is stable. A retry of the parent runs a sub-workflow with new keys. */
export type AutomaticKeyScope = 'execution' | 'subWorkflow' | 'toolCall';

/** A message that was sent, or may have been: then `by` is absent. */
export interface Sent {
	by?: DoneBy;
	key: IdempotencyKey;
	account: string;
}

/** The item, run and execution that a message comes from. Its idempotency key depends on them. */
export interface Origin {
	/** Unique across items, loop rounds, nodes, executions and databases. */
	id: string;
	scope: AutomaticKeyScope;
	/** Names the Loops account. */
	account: string;
	/** What an earlier try or the retried execution sent for this item, or may have sent. */
	sent?: Sent;
	/** True in a Retry. Another Retry of the same execution may already have sent the message. */
	isRetry: boolean;
	/** True if the node ran before in this execution. */
	wasCalled: boolean;
}

/** An item's claim that a key, such as a user ID, goes with a value, such as an email. */
export interface Claim {
	index: number;
	key: string;
	value: string;
}

/** What the items of a run claim. Items may share a key only with the same value. */
export class Claims {
	/** The items that hold each value, by key. */
	private readonly holders = new Map<string, Map<string, Set<number>>>();
	private readonly ofItem = new Map<number, Map<string, string>>();
	private readonly kept: ReadonlySet<string>;

	/** @param kept claims of earlier tries or runs, which no failure of this one frees */
	constructor(kept: Claim[] = []) {
		for (const each of kept) this.add(each);
		this.kept = new Set(kept.map(({ key }) => key));
	}

	/** A claim of another item on the key, with another value. */
	conflict({ index, key, value }: Claim): Claim | undefined {
		for (const [claimed, items] of this.holders.get(key) ?? []) {
			const other = claimed === value ? undefined : [...items].find((item) => item !== index);
			if (other !== undefined) return { index: other, key, value: claimed };
		}
		return undefined;
	}

	/** Replaces what the item claimed of the key before. */
	add({ index, key, value }: Claim): void {
		this.remove(index, key);
		const values = this.holders.get(key) ?? new Map<string, Set<number>>();
		this.holders.set(key, values.set(value, (values.get(value) ?? new Set()).add(index)));
		this.ofItem.set(index, (this.ofItem.get(index) ?? new Map<string, string>()).set(key, value));
	}

	/** Frees what was claimed by an item that has certainly changed nothing. */
	release(index: number): void {
		const keys = [...(this.ofItem.get(index)?.keys() ?? [])];
		for (const key of keys.filter((each) => !this.kept.has(each))) this.remove(index, key);
	}

	private remove(index: number, key: string): void {
		const claimed = this.ofItem.get(index);
		const value = claimed?.get(key);
		if (value === undefined) return;
		claimed?.delete(key);
		const values = this.holders.get(key);
		values?.get(value)?.delete(index);
		if (values?.get(value)?.size === 0) values.delete(value);
	}
}

const nameOf = ({ path, value }: IdempotencyKey) => `key ${path} ${value}`;

/** The claim of an item that has sent a user's key, or may have, in an earlier try or run. */
export const usedKey = (index: number, key: IdempotencyKey): Claim => ({
	index,
	key: nameOf(key),
	value: key.content ?? '',
});

/**
 * Claims a user's idempotency key for one message: Loops would accept only the first one. The same message
 * again goes to Loops, which ignores it. Items with the same key take turns.
 * @throws ItemRefused if another item used the key for another message
 */
export function claimKey(claims: Claims, index: number, key?: IdempotencyKey): void {
	if (!key?.option) return;
	const claim = usedKey(index, key);
	const other = claims.conflict(claim);
	if (other) {
		throw new ItemRefused(
			`'${key.option}' has the same value as in item ${other.index}`,
			'Loops accepts only one message for each value. Use a value that is different for each message.',
		);
	}
	claims.add(claim);
}

/**
 * Claims the user ID of a contact for its email. Loops finds a contact by its user ID and gives it the
 * email (contract: update-changes-email). So where people share an ID, such as the number of their company,
 * each row would rename the contact of the row before. Returns warnings.
 * @throws ItemRefused if another item of the run has written the user ID with another email
 */
export function claimPerson(
	claims: Claims,
	index: number,
	{ email, userId }: ContactIds,
): string[] {
	if (email === undefined || userId === undefined) return [];
	// Loops compares emails without case (contract: email-case).
	const address = email.toLowerCase();
	const ofId = { index, key: `user ID ${userId}`, value: address };
	const ofEmail = { index, key: `email ${address}`, value: String(userId) };
	const other = claims.conflict(ofId);
	if (other) {
		throw new ItemRefused(
			`'User ID' ${formatName(userId)} already belongs to ${formatName(other.value)} in item ${other.index}: ${formatName(email)} would replace that email`,
			"If several people have this ID, set 'Identify Contact By' to 'Email'. To change the email of one person, use 'Contact > Update' with 'Change Email To'",
		);
	}
	const before = claims.conflict(ofEmail);
	claims.add(ofId);
	claims.add(ofEmail);
	return before
		? [
				`The email ${formatName(email)} has two user IDs in this run, ${formatName(before.value)} and ${formatName(userId)}: Loops keeps the last one`,
			]
		: [];
}

/**
 * Claims the fields of an email for their values. Two files of the same name would overwrite each other,
 * and each run would write both again.
 * @throws ItemRefused if an earlier item of the run gives one of the fields another value
 */
export function claimEmail(claims: Claims, index: number, email: string, content: Body): void {
	const ofFields = Object.entries(content).map(([name, value]) => ({
		index,
		key: `content ${email} ${name}`,
		value: JSON.stringify(value),
	}));
	const other = ofFields.map((each) => claims.conflict(each)).find(Boolean);
	if (other) {
		throw new ItemRefused(
			`Item ${other.index} writes other content to the same email`,
			'Only one version can be kept. Let each item write to a different email, for example one for each language',
		);
	}
	for (const each of ofFields) claims.add(each);
}

/** One person, in upper or lower case (contract: email-case). Anything else, such as an order ID, is exact. */
const EMAIL = /^[^\s@]+@(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu;

const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);

const HEADER = 'Header Idempotency-Key';

/** What is sent, and to whom. */
export interface Message {
	path: string;
	/** The ID of the email or the name of the event. */
	target: string;
	to: ContactIds;
}

/** The user's key, if there is one. */
function userKey(
	{ path, target }: Pick<Message, 'path' | 'target'>,
	{ once: { mode, key }, headers: { [KEY_HEADER]: header } }: KeyOptions,
): Omit<IdempotencyKey, 'fingerprint'> | undefined {
	if (key !== undefined && header !== undefined) {
		throw new ItemRefused(
			`'${ONCE_KEY}' and the header 'Idempotency-Key' are both set`,
			'Remove one of them, because both set the idempotency key of the message',
		);
	}
	const given = key ?? header;
	if (given === undefined) return undefined;
	const named = { path, option: key === undefined ? HEADER : ONCE_KEY, given: formatName(given) };
	if (mode !== 'perKey') return { value: given, ...named };
	// Hashed, so that any length fits and no two values share a key.
	const once = isEmail(given) ? given.toLowerCase() : given;
	return { value: hash(['once', path, target, once]), ...named };
}

/** Messages with the same key take turns, so that none leaves while another is retried. */
export function keyLocks(options: KeyOptions, path: string, target: string): string[] {
	const key = userKey({ path, target }, options);
	return key ? [`key ${path} ${key.value}`] : [];
}

/**
 * The key of a message, if it has one. An automatic key is the same whenever n8n repeats the item. It
 * leaves out the body, which may contain the time. A tool call includes the body, since an AI agent may
 * send two messages from the same position.
 */
export function messageKey(
	message: Message,
	body: Body,
	options: KeyOptions,
	{ id, scope }: Origin,
): IdempotencyKey | undefined {
	const { path, target } = message;
	const fingerprint = fingerprintOf(message);
	const own = userKey(message, options);
	if (own) return { ...own, fingerprint };
	if (options.once.mode === 'off') return undefined;
	const to = recipientOf(message);
	const identity = scope === 'toolCall' ? sortKeys({ ...body, ...to }) : to;
	return { value: hash([id, path, target, JSON.stringify(identity)]), path, scope, fingerprint };
}

/** Whether a message gets a key. */
export const isKeyed = ({ once, headers }: KeyOptions): boolean =>
	once.mode !== 'off' || headers[KEY_HEADER] !== undefined;

/** Equal for messages of the same kind to the same person. */
export const fingerprintOf = (message: Message): string => {
	const { email, userId } = recipientOf(message);
	return hash([message.path, message.target, String(email ?? userId)]).slice(0, 12);
};

/** Loops compares addresses without case. */
const recipientOf = ({ to: { email, userId } }: Message) => ({
	...(email !== undefined && { email: email.toLowerCase() }),
	...(userId !== undefined && { userId }),
});

const hash = (parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');
