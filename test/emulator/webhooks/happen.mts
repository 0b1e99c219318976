import { type Account, isSubscribed } from '../account.mts';
import { Refusal } from '../answer.mts';
import { changeContact } from '../contactChanges.mts';
import { isObject, type JsonObject, type PropertyValue } from '../values.mts';
import { announceEmail, announceSent, type Email, emailById, marketingEmail } from './emails.mts';
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
	if (eventName === 'email.hardBounced') subscribe(account, email, false);
	if (eventName === 'email.unsubscribed') subscribeByLink(account, email, false);
	if (eventName === 'email.resubscribed') subscribeByLink(account, email, true);
}

/** The link in an email to a list changes only that list. */
function subscribeByLink(account: Account, email: Email, subscribed: boolean): void {
	if (email.mailingLists.length === 0) return subscribe(account, email, subscribed);
	const lists = new Map(email.mailingLists.map(({ id }) => [id, subscribed]));
	change(account, email, { values: new Map(), lists });
}

function subscribe(account: Account, email: Email, subscribed: boolean): void {
	change(account, email, { values: new Map([['subscribed', subscribed]]), lists: new Map() });
}

function change(
	account: Account,
	{ recipient }: Email,
	changes: { values: Map<string, PropertyValue>; lists: Map<string, boolean> },
): void {
	const contact = account.byEmail(recipient);
	if (contact) changeContact(account, contact, changes);
}
