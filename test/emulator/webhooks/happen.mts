import { type Account, isSubscribed } from '../account.mts';
import { Refusal } from '../answer.mts';
import { changeContact } from '../contactChanges.mts';
import { isObject, type JsonObject } from '../values.mts';
import { announceEmail, announceSent, emailById, marketingEmail } from './emails.mts';
import type { EventName } from './events.mts';

/** An event that the API can't cause. */
export interface Happening {
	event: EventName;
	/** The affected email. */
	emailId?: string;
	/** The recipient of a campaign or workflow email. */
	email?: string;
	/** The list to which this email is sent. */
	mailingListId?: string;
}

/** Events of any email, then those of campaign and workflow emails only. */
export const EMAIL_EVENTS = [
	'email.delivered',
	'email.softBounced',
	'email.hardBounced',
	'email.spamReported',
] as const;
export const MARKETING_EVENTS = [
	'email.opened',
	'email.clicked',
	'email.unsubscribed',
	'email.resubscribed',
] as const;

/** What these events do to a subscription. */
const SUBSCRIBED_AFTER: ReadonlyMap<string, boolean> = new Map([
	['email.hardBounced', false],
	['email.unsubscribed', false],
	['email.resubscribed', true],
]);

/** @throws Refusal if the event is impossible */
export function happen(account: Account, happening: unknown): void {
	if (!isObject(happening)) throw new Refusal(400, 'What happens must be a JSON object.');
	const { event } = happening;
	if (event === 'testing.testEvent') account.announce(event, { message: 'test' });
	else if (event === 'campaign.email.sent') sendMarketing(account, 'campaign', happening);
	else if (event === 'loop.email.sent') sendMarketing(account, 'loop', happening);
	else {
		const eventName = [...EMAIL_EVENTS, ...MARKETING_EVENTS].find((name) => name === event);
		if (!eventName) throw new Refusal(400, 'event must be one that the API does not make happen.');
		happenToEmail(account, eventName, happening);
	}
}

function sendMarketing(
	account: Account,
	sourceType: 'campaign' | 'loop',
	{ email, mailingListId }: JsonObject,
): void {
	const contact = typeof email === 'string' ? account.byEmail(email) : undefined;
	if (!contact) throw new Refusal(400, 'email must be the address of a contact.');
	if (!isSubscribed(contact)) throw new Refusal(400, 'The contact is unsubscribed.');
	if (mailingListId !== undefined && !contact.lists.has(mailingListId as string)) {
		throw new Refusal(400, 'The contact is not on that mailing list.');
	}
	account.marketingEmails.push({
		at: Date.now(),
		sourceType,
		email: contact.email,
		mailingListId: mailingListId as string | undefined,
	});
	announceSent(account, marketingEmail(account, account.marketingEmails.length - 1));
}

function happenToEmail(
	account: Account,
	eventName: (typeof EMAIL_EVENTS | typeof MARKETING_EVENTS)[number],
	{ emailId }: JsonObject,
): void {
	const email = typeof emailId === 'string' ? emailById(account, emailId) : undefined;
	if (!email) throw new Refusal(400, 'emailId must be the ID of an email that was sent.');
	const isMarketing = MARKETING_EVENTS.some((name) => name === eventName);
	if (isMarketing && email.sourceType === 'transactional') {
		throw new Refusal(400, `Loops has no ${eventName} of transactional emails.`);
	}
	announceEmail(account, eventName, email);
	const subscribed = SUBSCRIBED_AFTER.get(eventName);
	const contact = account.byEmail(email.recipient);
	if (subscribed === undefined || !contact) return;
	// The link in an email to a list changes only that list.
	const ids = eventName === 'email.hardBounced' ? [] : email.mailingLists.map(({ id }) => id);
	changeContact(account, contact, {
		values: new Map(ids.length === 0 ? [['subscribed', subscribed]] : []),
		lists: new Map(ids.map((id) => [id, subscribed])),
	});
}
