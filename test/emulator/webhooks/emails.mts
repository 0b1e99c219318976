import { createHash } from 'node:crypto';
import type { Account } from '../account.mts';
import type { MailingList } from '../records.mts';
import { messageIdOf } from '../templates.mts';
import { type ContactIdentity, type EventName, identityOf } from './events.mts';

/** A sent email as in webhook events. */
export interface Email {
	id: string;
	/** A `loop` is a workflow. */
	sourceType: 'campaign' | 'loop' | 'transactional';
	sourceId: string;
	sourceName: string;
	emailMessageId: string;
	subject: string;
	recipient: string;
	mailingLists: MailingList[];
}

/** The emulator sends emails of one campaign and one workflow. */
const MARKETING = {
	campaign: { sourceId: 'cm9emucampaign00000000001', sourceName: 'Example campaign' },
	loop: { sourceId: 'cm9emuworkflow00000000001', sourceName: 'Example workflow' },
};
const TRANSACTIONAL_ID = 'cm9emutxemail';
const MARKETING_ID = 'cm9emumkemail';

/** @param index in the outbox */
export function transactionalEmail(account: Account, index: number): Email {
	const { transactionalId, templateName, email } = account.outbox[index];
	const template = account.templates.get(transactionalId);
	return {
		id: idOf(TRANSACTIONAL_ID, index),
		sourceType: 'transactional',
		sourceId: transactionalId,
		sourceName: templateName,
		emailMessageId: template ? messageIdOf(template) : '',
		// The API has no subjects of templates.
		subject: templateName,
		recipient: email,
		mailingLists: [],
	};
}

/** @param index in `account.marketingEmails` */
export function marketingEmail(account: Account, index: number): Email {
	const { sourceType, email, mailingListId } = account.marketingEmails[index];
	const { sourceId, sourceName } = MARKETING[sourceType];
	const list = mailingListId === undefined ? undefined : account.mailingLists.get(mailingListId);
	return {
		id: idOf(MARKETING_ID, index),
		sourceType,
		sourceId,
		sourceName,
		emailMessageId: `cm9msg${sourceId.slice(6)}`,
		subject: sourceName,
		recipient: email,
		mailingLists: list ? [list] : [],
	};
}

export function emailById(account: Account, id: string): Email | undefined {
	const index = parseInt(id.slice(TRANSACTIONAL_ID.length), 36) - 1;
	if (id.startsWith(TRANSACTIONAL_ID) && index in account.outbox) {
		return transactionalEmail(account, index);
	}
	if (id.startsWith(MARKETING_ID) && index in account.marketingEmails) {
		return marketingEmail(account, index);
	}
	return undefined;
}

function idOf(prefix: string, index: number): string {
	return `${prefix}${(index + 1).toString(36).padStart(12, '0')}`;
}

/** Sends the events of a sent and a delivered email. */
export function announceSent(account: Account, email: Email): void {
	const { sourceType, sourceId, sourceName, mailingLists } = email;
	account.announce(`${sourceType}.email.sent`, {
		contactIdentity: recipientOf(account, email),
		[`${sourceType}Id`]: sourceId,
		[`${sourceType}Name`]: sourceName,
		email: shown(email),
		...(sourceType !== 'transactional' && { mailingLists }),
	});
	announceEmail(account, 'email.delivered', email);
}

export function announceEmail(account: Account, eventName: EventName, email: Email): void {
	account.announce(eventName, {
		sourceType: email.sourceType,
		[`${email.sourceType}Id`]: email.sourceId,
		email: shown(email),
		contactIdentity: recipientOf(account, email),
	});
}

function shown({ id, emailMessageId, subject }: Email) {
	return { id, emailMessageId, subject };
}

/**
 * The recipient of a transactional email need not be a contact. The spec requires an identity; a
 * constant ID for each address is a guess.
 */
function recipientOf(account: Account, { recipient }: Email): ContactIdentity {
	const contact = account.byEmail(recipient);
	if (contact) return identityOf(contact);
	const hash = createHash('sha256').update(recipient.toLowerCase()).digest('hex');
	return { id: `cm9emuother${hash.slice(0, 14)}`, email: recipient, userId: null };
}
