/** One way in which an export or an API says that a person wants no email, or gets none. */
interface Fact {
	/**
	 * The fields that say so; `*` stands for any text. Case, accents and separators don't count, nor does what follows
	 * a colon or a parenthesis. A field in an object is called by the last two names of its path: `consent.state`.
	 */
	fields: string;
	/** Fields that `fields` includes but that say something else. */
	not?: string;
	/** The values that say no. */
	no: Says[];
	/** Fields that the row also has, all of them: the same words mean something else in other tables. */
	beside?: string;
	/** Whose export it is. */
	of: string;
}

/** A word, or a test of what the value says. */
type Says = string | ((word: string) => boolean);

const YES = ['yes', 'y', 'true', 't', '1', 'on', 'x', 'ja', 'oui', 'si', 'sí'];
const NO = ['no', 'n', 'false', 'f', '0', 'off', 'nein', 'non'];
const REFUSED = ['rejected', 'withdrawn', 'revoked', 'denied', 'declined'];
const PENDING = ['pending', 'unconfirmed', 'unactivated'];
const INACTIVE = ['inactive', 'validating', 'invalid', 'needs attention'];
const CANCELLED = ['cancelled', 'inactive'];
const UNDELIVERABLE = ['undeliverable', 'removed', 'blocked'];
const OPTED_OUT = [
	...['unsubscribed', 'unsubscribe', 'never subscribed', 'not subscribed', 'non subscribed'],
	...['opt out', 'opted out', 'no consent', 'do not email', 'do not contact'],
	...['blacklisted', 'blocklisted', 'suppressed', 'marked as spam', 'isp complained'],
];
const BOUNCED = [
	...['bounced', 'hard bounced', 'hard bounce', 'cleaned'],
	...['complained', 'complaint', 'spam complaint', 'spam', 'junk'],
];

/** Text for no value. A date of zeros is none either. */
const NOTHING = /^(?:none|null|undefined|never|n\/a|[^\p{L}1-9]*)$/u;

const ANY = (word: string) => !NO.includes(word) && !NOTHING.test(word);

/** A date since 1990, or Unix time: where there is none, some platforms write the first day of a calendar. */
const DATE = (word: string) =>
	!word.includes('://') &&
	/\b(?:199\d|20\d\d)\b|^1\d{9}(?:\d{3})?$|^\d\d?[./-]\d\d?[./-]\d\d\b/.test(word);

const status = { fields: 'status, state' };

/**
 * What other platforms call people who get no email. To add a line here, first add its fields and values to
 * test/exports/opt-outs.tsv.
 */
export const FACTS: Fact[] = [
	// Fields that say no by a yes, a date or a reason.
	{ fields: '*unsubscribed, *unsubscribe, *unsub', no: [...YES, DATE], of: 'any' },
	{ fields: '*unsubscribe* from*', no: [...YES, DATE], of: 'HubSpot, Intercom' },
	{ fields: '*unsub*at, *unsub*on, *unsub*date, *unsub*time, date unsub*', no: [DATE], of: 'any' },
	{ fields: '*unsub*reason*, *unsub*source, *unsub*campaign*', no: [ANY], of: 'Mailchimp' },
	{ fields: 'unsubscribed*ids', no: [ANY], of: 'Iterable' },
	{ fields: '*opt out, *opted out, *opted out of*mail*', no: [...YES, DATE], of: 'any' },
	{ fields: '*mail opt out*', no: [...YES, DATE], of: 'HubSpot, Zoho' },
	{ fields: '*opt out at, *opt out on, *opt out date, *opted out at', no: [DATE], of: 'any' },
	{ fields: '*opt out reason, *opt out source', no: [ANY], of: 'Constant Contact' },
	{ fields: '*black list*, *block list*', no: [...YES, DATE], of: 'Brevo, Marketo' },
	{ fields: '*do not*email, *do not contact', no: YES, of: 'Pardot, Dynamics' },
	{ fields: 'do not allow*mail*', no: [...YES, 'do not allow'], of: 'Dynamics' },
	{ fields: '*mail disabled, *excluded from campaigns', no: YES, of: 'Substack, Mailjet' },
	{ fields: '*suppressed, *suppression, *suppressions', no: [ANY], of: 'Klaviyo, Customer.io' },
	{ fields: '*suppression*reason', no: [ANY], of: 'Klaviyo, Postmark' },
	{ fields: '*complained, *spam complain*', no: [...YES, DATE], of: 'Mailjet' },
	{ fields: '*marked*as spam, *confirmed spam, is spam', no: YES, of: 'HubSpot, Intercom' },
	{ fields: 'bounced, *hard bounced, *mail bounced, has bounced', no: [...YES, DATE], of: 'any' },
	{ fields: 'bounced at, *bounced hard, *bounced date', no: [ANY], of: 'ActiveCampaign' },
	{ fields: '*bounce*reason*', no: [ANY], of: 'HubSpot, Salesforce' },
	{ fields: '*bad address, *invalid email*, *quarantined', no: YES, of: 'HubSpot' },
	{ fields: 'globally ineligible', no: YES, of: 'HubSpot' },
	{ fields: 'clean time, cleaned at, clean campaign*', no: [ANY], of: 'Mailchimp' },
	{ fields: 'archived', no: YES, beside: 'member rating', of: 'Mailchimp' },
	{ fields: '*opt in pending', no: YES, of: 'Mailjet' },
	{ fields: '*abgemeldet, *desinscrit', no: [...YES, DATE], of: 'German, French' },

	// Fields that say no by a no.
	{ fields: '*subscribed, *subscribed to*', not: '*unsub*', no: [...NO, ...OPTED_OUT], of: 'any' },
	{ fields: '*accepts*marketing, *accepts emails', no: [...NO, ...OPTED_OUT], of: 'Shopify' },
	{ fields: '*receive*marketing, *receive emails, *receive*newsletter*', no: NO, of: 'Klaviyo' },
	{ fields: '*newsletter, *newsletters', no: [...NO, ...OPTED_OUT, '[]'], of: 'Ghost' },
	{ fields: '*newsletter subscription', no: NO, of: 'forms' },
	{ fields: 'wants emails, allows emails, *agree to*emails', no: NO, of: 'forms' },
	{ fields: 'can contact, *can we contact*, *can we email*, *may we email*', no: NO, of: 'forms' },
	{ fields: '*mail marketing, *marketing emails', no: [...NO, ...OPTED_OUT], of: 'Mailchimp' },
	{ fields: '*marketing allowed, *mail allowed', no: NO, of: 'forms' },
	{ fields: 'consent, gdpr consent, has consent', no: [...NO, ...REFUSED], of: 'forms' },
	{ fields: '*mail consent, *newsletter consent', no: [...NO, ...REFUSED], of: 'forms' },
	{ fields: '*marketing consent, *marketing permission', no: [...NO, ...REFUSED], of: 'Clerk' },
	{ fields: '*opt in, *opted in', no: [...NO, ...REFUSED], of: 'any' },
	{ fields: '*opt in status', no: [...NO, ...REFUSED, ...PENDING], of: 'Loops' },
	{ fields: 'topics.topic*', no: NO, of: 'Customer.io' },
	{ fields: 'werbeeinwilligung, *mail einwilligung', no: NO, of: 'German' },
	{ fields: 'inscrit, abonne, *suscrito', no: NO, of: 'French, Spanish' },

	// Fields whose value is a word of their platform.
	{ fields: '*status, *state, *type, *reason', no: OPTED_OUT, of: 'any' },
	{ fields: '*consent, *permission, *subscription, *subscribe', no: OPTED_OUT, of: 'any' },
	{ fields: '*permission status*', no: [...OPTED_OUT, ...REFUSED], of: 'Constant Contact' },
	{ fields: 'status, state, list status, global status', no: BOUNCED, of: 'any' },
	{ fields: '*mail*status, *marketing status', no: BOUNCED, of: 'any' },
	{ fields: '*mail*state, *subscription state', no: BOUNCED, of: 'any' },
	{ fields: '*subscriber*status, *subscription status', no: BOUNCED, of: 'any' },
	{ fields: '*marketing state, *consent state', no: [...PENDING, 'redacted'], of: 'Shopify' },
	{ fields: '*mail subscriber status', no: PENDING, of: 'Wix' },
	{ fields: 'mailpoet status, global status', no: [...PENDING, 'inactive'], of: 'MailPoet' },
	{ fields: 'marketing status', no: ['archived'], of: 'Pipedrive' },
	{ fields: 'marketing contact status', no: ['non marketing contact'], of: 'HubSpot' },
	{ fields: 'subscriber type', no: [...UNDELIVERABLE, ...BOUNCED, ...PENDING], of: 'Buttondown' },

	// Words that mean something else in tables of other kinds.
	{
		fields: 'type',
		no: [...UNDELIVERABLE, ...BOUNCED, ...PENDING],
		beside: 'secondary id',
		of: 'Buttondown',
	},
	{ ...status, no: PENDING, beside: 'id, date created', of: 'ActiveCampaign' },
	{ ...status, no: ['2', '3'], beside: 'sdate, udate', of: 'ActiveCampaign' },
	{ ...status, no: [...PENDING, ...INACTIVE], beside: 'subscription tier', of: 'beehiiv' },
	{ ...status, no: PENDING, beside: 'opens*, clicks*', of: 'MailerLite' },
	{
		...status,
		no: [...PENDING, 'transactional', 'archived'],
		beside: 'email type',
		of: 'Mailchimp',
	},
	{ ...status, no: ['undeliverable'], beside: 'base lead score', of: 'Drip' },
	{ ...status, no: CANCELLED, beside: 'first name, created at, tags', of: 'Kit' },
	{ ...status, no: CANCELLED, beside: 'first name, created at, fields', of: 'Kit' },
	{ ...status, no: [...PENDING, 'deleted'], beside: 'reads email with', of: 'Campaign Monitor' },
];
