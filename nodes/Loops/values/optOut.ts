import { LruCache } from './cache';
import { isMoment, isoOf } from './date';
import { format, isBlank } from './format';
import { normalizeName } from './nameIndex';
import { FACTS } from './optOutTable';
import { isAddedByNode, isPlainObject } from './parse';

/** Other ways to reach a person, other emails, and figures about emails. */
const OTHER_CHANNELS = [
	...['sms', 'whatsapp', 'phone', 'mobile', 'call', 'fax', 'push', 'postal', 'print', 'inapp'],
	...['transactional', 'stats', 'statistic', 'metric'],
];

/** Consent to other things. */
const OTHER_CONSENT = ['pay', 'sale', 'order', 'invoice', 'double'];

const MAX_NAME = 100;

const MAX_JSON = 10_000;

/** How many fields of an item are judged, how many within its objects, and how deep. */
const MAX_FIELDS = 2_000;
const MAX_NESTED = 300;
const MAX_LEVELS = 5;

/** A pattern of names, as the parts between its asterisks. */
type Pattern = string[];

const patternsIn = (names = ''): Pattern[] =>
	names.split(',').flatMap((each) => (each === '' ? [] : [normalizeName(each).split('*')]));

/** Takes linear time: strangers choose the names of the fields that a webhook receives. */
function matches(name: string, [first, ...others]: Pattern): boolean {
	const last = others.pop();
	if (last === undefined) return name === first;
	if (!name.startsWith(first)) return false;
	let rest = name.slice(first.length);
	for (const part of others) {
		const at = rest.indexOf(part);
		if (at < 0) return false;
		rest = rest.slice(at + part.length);
	}
	return rest.endsWith(last);
}

const withoutSeparators = (word: string) => word.replace(/[\s_-]/g, '');

const facts = FACTS.map(({ fields, not, no, beside }) => ({
	fields: patternsIn(fields),
	not: patternsIn(not),
	no: no.map((each) => (typeof each === 'string' ? withoutSeparators(each) : each)),
	beside: patternsIn(beside),
}));

type Facts = typeof facts;

const includesAny = (name: string, parts: string[]) => parts.some((part) => name.includes(part));

/** The facts that a field may state, by its name. */
const byName = new LruCache<Facts>(MAX_FIELDS);

function factsAbout(name: string): Facts {
	const known = byName.get(name);
	if (known) return known;
	// As in 'Opted out of email: News', 'newsletter (metadata)' and 'Subscribed?'.
	const [field] = normalizeName(name).split(/[:(?]/, 1);
	const isOther = includesAny(field, [...OTHER_CHANNELS, ...OTHER_CONSENT]);
	const found = facts.filter(
		({ fields, not }) =>
			!isOther &&
			fields.some((each) => matches(field, each)) &&
			!not.some((each) => matches(field, each)),
	);
	byName.set(name, found);
	return found;
}

/** True if the value is one of those by which the field says no. */
function saysNo(value: unknown, { no }: Facts[number]): boolean {
	const given = isMoment(value) ? (isoOf(value) ?? '') : value;
	const text = typeof given === 'object' ? format(given) : String(given);
	const word = text.slice(0, MAX_NAME).trim().toLowerCase();
	const plain = withoutSeparators(word);
	return no.some((each) => (typeof each === 'string' ? each === plain : each(word)));
}

/** An object, also as the JSON text that databases and files hold. */
function objectIn(value: unknown): Record<string, unknown> | undefined {
	if (isPlainObject(value)) return value;
	if (typeof value !== 'string' || value.length > MAX_JSON || !value.startsWith('{'))
		return undefined;
	try {
		return JSON.parse(value) as Record<string, unknown>;
	} catch {
		return undefined;
	}
}

/**
 * The fields of an item that say that a person wants no email, or gets none; those in objects by their path. That is a
 * guess, good enough for a hint only. Fields that are `sent` to Loops under their own name don't count.
 */
export function optOutsIn(item: Record<string, unknown>, sent: Iterable<string>): string[] {
	const found: string[] = [];
	const sentNames = new Set([...sent].map(normalizeName));
	const isIgnored = (name: string, value: unknown) =>
		isAddedByNode(name, value) || sentNames.has(normalizeName(name));
	const rest = { fields: MAX_FIELDS, nested: MAX_NESTED };
	let names: string[] | undefined;
	const has = (pattern: Pattern) =>
		(names ??= Object.keys(item).map(normalizeName)).some((name) => matches(name, pattern));
	const visit = (object: Record<string, unknown>, path: string[]) => {
		for (const key in object) {
			if (rest[path.length > 0 ? 'nested' : 'fields']-- === 0) return;
			const value = object[key];
			if (isBlank(value) || key.length > MAX_NAME || (path.length === 0 && isIgnored(key, value)))
				continue;
			const isSaid = factsAbout([...path.slice(-1), key].join(' ')).some(
				(fact) => fact.beside.every(has) && saysNo(value, fact),
			);
			if (isSaid) found.push([...path, key].join('.'));
			const isLast = rest.nested <= 0 || path.length === MAX_LEVELS;
			const inner = isLast ? undefined : objectIn(value);
			if (inner && !includesAny(normalizeName(key), OTHER_CHANNELS)) visit(inner, [...path, key]);
		}
	};
	visit(item, []);
	return found;
}
