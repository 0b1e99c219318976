import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { moreEmailContent } from '../../fields/emailContent';
import type { Caller } from '../../http/request';
import type { WrittenDraft } from '../../sends/nodeMemory';
import { asDataObject, type Body, fromLoops } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { isEmptyLmx } from '../../values/lmx';
import { isPlainObject, asRecord } from '../../values/parse';
import { getById } from '../base/builders';
import { approvalOf, labelsOf } from '../email/approval';
import { getIfShown, isShown, isWritten } from '../email/message';
import { transactionalEmail } from '../base/resources';

/** An email message, or that Loops can't show it, such as one in MJML. */
type EmailContent = IDataObject | 'unreadable';

/** A transactional email with what is published and its draft. */
export interface Found {
	email: IDataObject;
	published?: EmailContent;
	draft?: EmailContent;
}

export async function getFound(get: Caller, id: string): Promise<Found> {
	const email = await getById(get, transactionalEmail, id);
	const [published, draft] = await Promise.all([
		getMessage(get, email.publishedEmailMessageId),
		getMessage(get, email.draftEmailMessageId),
	]);
	return { email, published, draft };
}

export async function getMessage(get: Caller, id: unknown): Promise<EmailContent | undefined> {
	if (typeof id !== 'string') return undefined;
	const message = await getIfShown(get, id, 404, 409);
	return isShown(message) ? message : 'unreadable';
}

/** Whether the draft is the one that was read before. */
export const isSeen = ({ draft }: Found, id: string, revisionNow: unknown): boolean =>
	draft === 'unreadable' ||
	(isPlainObject(draft) &&
		draft.id === id &&
		!!revisionNow &&
		draft.contentRevisionId === revisionNow);

/** What Loops shows for a draft that was just `written`. */
export async function getWritten(
	{ contentRevisionId }: IDataObject,
	content: Body,
	id: string,
	get: Caller,
): Promise<IDataObject> {
	const now = await getMessage(get, id);
	const isSame =
		isPlainObject(now) &&
		now.contentRevisionId === contentRevisionId &&
		// Loops may show other text than it took.
		(contentRevisionId || isWritten(content, now));
	if (isSame) return now;
	throw new ItemRefused(
		'The draft has changed since the node wrote it',
		'Check the draft in Loops, then run the workflow again with this item',
	);
}

const NAMES = Object.keys(moreEmailContent);

export const differing = (a: IDataObject, b: IDataObject): string[] =>
	NAMES.filter((name) => {
		const [one, other] = [a, b].map((message) =>
			approvalOf({ message: { [name]: message[name] } }),
		);
		return one !== other;
	});

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
export const messageDigest = (message: IDataObject) => digest(approvalOf({ message }));

/** What the node remembers of a draft with `content` that it wrote and Loops shows as `message`. */
export const writtenAs = (content: Body, message: IDataObject): WrittenDraft => ({
	revision: String(message.contentRevisionId),
	given: digest(JSON.stringify(content)),
	read: messageDigest(message),
});

/**
 * Whether the email has what the item gives (contract: published-same). Loops may show other text than
 * the node wrote (contract: lmx-kept).
 */
export const hasContent = (
	message: EmailContent | undefined,
	content: Body,
	written: WrittenDraft[],
): message is IDataObject =>
	isPlainObject(message) &&
	(isWritten(withOnlyItsFallbacks(content, message), message) ||
		written.some(
			({ given, read }) =>
				given === digest(JSON.stringify(content)) && read === messageDigest(message),
		));

/** Whether this node wrote the draft. Compares its content, since headers can change without a new revision. */
export const isOwn = (draft: EmailContent | undefined, written: WrittenDraft[]): boolean =>
	isPlainObject(draft) &&
	written.some(
		({ revision, read }) =>
			revision === draft.contentRevisionId && (!read || read === messageDigest(draft)),
	);

/** Warns of what others have published since this node published last. */
export function replacedWarnings(
	{ published }: Found,
	content: Body,
	written: WrittenDraft[],
): string[] {
	const liveDigests = written.flatMap(({ live }) => live ?? []);
	const isOwnOrFirst = liveDigests.length === 0 || !isPlainObject(published);
	if (isOwnOrFirst || liveDigests.includes(messageDigest(published))) return [];
	const changed = labelsOf(differing(published, { ...published, ...asDataObject(content) }));
	return changed
		? [`Saving this content replaces changes that others have published: ${changed}`]
		: [];
}

/** A draft that was never published began with the sender of the team, and no content (contract: draft-empty). */
function startOf(draft: IDataObject): IDataObject {
	const { fromName, fromEmail, replyToEmail, emailFormat, languageCode, lmx } = draft;
	const start = { fromName, fromEmail, replyToEmail, emailFormat, languageCode };
	return isEmptyLmx(lmx) ? { ...start, lmx } : start;
}

/** What an item asks for. */
export interface SaveValues {
	content: Body;
	publishes: boolean;
	replaces: boolean;
	options: { revision?: string };
}

/**
 * Returns what to write besides the content, so that no change of others is published.
 * @throws ItemRefused for a draft with changes that nobody else has
 */
export function checkDraft(
	{ email, published, draft }: Found,
	{ content, publishes, replaces, options: { revision } }: SaveValues,
	written: WrittenDraft[],
): Body {
	if (!draft && published === 'unreadable') throw notShown();
	if (!draft) return {};
	if (draft === 'unreadable') {
		if (replaces) return {};
		throw refused(email, "has a draft that Loops' API does not show, such as a draft in MJML");
	}
	const isExpected = revision !== undefined && revision === draft.contentRevisionId;
	if (isExpected || isOwn(draft, written)) return {};
	const base = published ?? startOf(draft);
	const others = NAMES.filter((name) => !(name in content));
	const changed = base === 'unreadable' ? NAMES : differing(draft, base);
	const isKept = hasContent(draft, content, written);
	if (changed.length === 0 || (isKept && !publishes)) return {};
	if (isKept && !changed.some((name) => others.includes(name))) return {};
	if (!replaces) {
		throw refused(
			email,
			base === 'unreadable'
				? "has a draft, and Loops' API does not show what is published"
				: `has unpublished changes in its draft: ${labelsOf(changed)}`,
		);
	}
	if (base === 'unreadable') return {};
	const names = changed.filter((name) => others.includes(name));
	return Object.fromEntries(
		names.map((name) => [name, fromLoops(restored(base[name], draft[name]))]),
	);
}

/** Loops would not take a draft of it either. */
const notShown = () =>
	new ItemRefused(
		"Loops' API can neither show nor change the content of this email, which may be written in MJML",
		'Change the email in Loops, or save the content under another name',
	);

/** The content with null for each fallback that only the email has: Loops would keep it. */
export const withOnlyItsFallbacks = (content: Body, message: EmailContent | undefined): Body =>
	Object.fromEntries(
		Object.entries(content).map(([name, value]) => [
			name,
			fromLoops(restored(value, asRecord(message)[name])),
		]),
	);

/** Fallbacks merge: null removes one. */
const restored = (value: unknown, now: unknown): unknown =>
	isPlainObject(now) || isPlainObject(value)
		? {
				...Object.fromEntries(Object.keys(asRecord(now)).map((name) => [name, null])),
				...asRecord(value),
			}
		: (value ?? '');

const refused = ({ url }: IDataObject, what: string) =>
	new ItemRefused(
		`The transactional email ${what}`,
		`This item would overwrite the draft, so nothing was written. Publish or discard the draft in Loops${typeof url === 'string' ? ` (${url})` : ''}, or turn on 'Overwrite Draft Changes'`,
	);
