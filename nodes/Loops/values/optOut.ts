import { isBlank, format } from './format';
import { normalizeName } from './nameIndex';

const regExp = (...parts: string[]) => new RegExp(parts.join(''));

/** Other ways to reach a person, and consent to other things. */
const OTHER =
	/sms|whatsapp|phone|mobile|call|fax|push|postal|print|pay|sale|order|invoice|inapp|double/;

/** Names of fields that say no by a yes, a date or a reason: `EMAIL_BLACKLISTED`, `UNSUB_TIME`. */
const AGAINST = regExp(
	'(?:unsub|unsubscribed?|unsubscription|opt(?:ed)?out|(?:black|block)listed|emaildisabled',
	'|do(?:es)?not(?:e?mail|contact)|excludedfromcampaigns|suppress(?:ed|ions?)|complained',
	'|(?<!emails)bounced|hardbounced?|spamcomplain(?:ed|ing|t)|(?:as|is|confirmed)spam',
	'|clean(?:ed)?(?=time|date|at|campaign))',
	'(?:at|on|date|time|reason(?:other|enum)?|source|campaign(?:title|id)',
	'|(?:from|of)?(?:all|marketing)?e?mails?)?$',
);

/** Names of fields that say no by a no: `subscribed`, `Accepts Email Marketing`. */
const FOR = regExp(
	'(?:(?<!un)subscribed(?:to)?(?:all|our|the)?(?:e?mails?|newsletters?|marketing)?',
	'|(?:accepts?|receives?|wants?|allows?|agree[sd]?to|consent(?:s|ed)?to)(?:e?mail)?(?:marketing|newsletters?|e?mails?)',
	'|receiveemailmarketing|cancontact|newsletters?|(?:^|newsletter|marketing|e?mail|gdpr|has)consent',
	'|(?:newsletter|marketing|e?mail)(?:subscription|permission|allowed)|marketinge?mails?|opt(?:ed)?in(?:status)?)$',
);

/** Names of fields whose value is a word of their platform. */
const STATUS = /(?:status|state|consent|type|reason|permission|subscription|subscribe)$/;

const YES = /^(?:yes|y|true|t|1|on|x)$/;
const NO = /^(?:no|n|false|f|0|off)$/;
const REFUSED = /^(?:rejected|withdrawn|revoked|denied|declined)$/;
const STATUS_NO = regExp(
	'^(?:unsubscribed?|(?:never|not|non)subscribed|opt(?:ed)?out|noconsent|donot(?:email|contact)',
	'|(?:hard)?bounced?|cleaned|(?:isp)?complained|(?:spam)?complaint|(?:markedas)?spam|junk|(?:black|block)listed|suppressed)$',
);

/** Text for no value. A date of zeros is none either. */
const NOTHING = /^(?:none|null|undefined|never|n\/a|[^\p{L}1-9]*)$/u;

/** Short numbers: how often, not when. */
const COUNT = /^\d{1,8}$/;

/** Kit's word for people who unsubscribed, and Drip's for dead addresses. Orders and plans have the same states. */
const UNCERTAIN = /^(?:cancelled|undeliverable)$/;
const COMMERCE =
	/plan|subscription|price|amount|total|order|invoice|paid|pay|product|customer|currency|interval|period|billing|trial|ticket|event|booking|appointment|quantity|membership|tier|renew|expir|seats?$|sku|shipping|charge/;

/**
 * Returns whether a field of a row says that a person wants no email, or that none arrives. That is a guess, good
 * enough for a hint only. `names` has the names of all fields of the row, which are read at most once.
 */
export function optOutsIn(names: Iterable<string>): (name: string, value: unknown) => boolean {
	let isCommerce: boolean | undefined;
	const ofCommerce = () =>
		(isCommerce ??= [...names].some((name) => COMMERCE.test(normalizeName(name))));
	return (name, value) => saysNo(name, value, ofCommerce);
}

function saysNo(name: string, value: unknown, isCommerce: () => boolean): boolean {
	if (isBlank(value) || name.length > 100) return false;
	// As in 'Opted out of email: News', 'newsletter (metadata)' and 'Subscribed?'.
	const [field] = normalizeName(name).split(/[:(?]/, 1);
	if (OTHER.test(field)) return false;
	const text = typeof value === 'object' ? format(value) : String(value);
	const word = text.slice(0, 100).trim().toLowerCase();
	const state = word.replace(/[\s_-]/g, '');
	if (STATUS.test(field) && STATUS_NO.test(state)) return true;
	if (AGAINST.test(field)) {
		return YES.test(word) || ![NO, NOTHING, COUNT].some((each) => each.test(word));
	}
	if (FOR.test(field)) return [NO, STATUS_NO, REFUSED].some((each) => each.test(state));
	return /^(?:status|state)$/.test(field) && UNCERTAIN.test(state) && !isCommerce();
}
