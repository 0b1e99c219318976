/** Loops' limit for a text in JSON, with its quotes (contract: value-too-long). */
export const MAX_TEXT = 500;

/** RFC 5321: 64 before the @, 255 after it. */
export const MAX_EMAIL = 320;

/** Nobody gives an item as many names or rows. Strangers give millions, each of which is read and compared. */
export const MAX_NAMES = 20_000;

/** In JSON text, at all levels: a list block with thousands of rows has fewer. Handling a million takes seconds. */
export const MAX_VALUES = 100_000;

/**
 * The size of all fields of an item, in characters: almost twice what a request can hold, since blanks in JSON
 * and line breaks in base64 are not sent. Strangers send 16 MB to a webhook, and eight expressions make 128 MB
 * of them: reading those takes seconds.
 */
export const MAX_FORM = 8_000_000;

/** Loops' limit for a request, with attachments in base64. */
export const MAX_REQUEST_MB = 4;

/** The same in bytes. */
export const MAX_REQUEST = MAX_REQUEST_MB * 1024 * 1024;

/** Invisible characters that end up around text by accident: BOM, zero width, direction marks. */
const PADDING = String.raw`\s\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
const [IS_PADDING, IS_OTHER] = [new RegExp(`[${PADDING}]`), new RegExp(`[^${PADDING}]`)];

/** No Unicode class covers the Braille blank. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u;

/** How many invisible characters are passed at once, since strangers send millions of them to a webhook. */
const STEP = 1_000;

/** Trims invisible characters; '' if none is visible. */
export function trimmed(text: string): string {
	if (!VISIBLE.test(text)) return '';
	let end = text.length;
	// No regular expression for the whole: it takes quadratic time for a long run of blanks within the text.
	while (!IS_OTHER.test(text.slice(Math.max(0, end - STEP), end))) end -= STEP;
	while (IS_PADDING.test(text[end - 1])) end--;
	return text.slice(text.search(IS_OTHER), end);
}

const MAX_NORMALIZED = 100;

/**
 * Longer names and those with many marks at a letter stay as they are: Node.js sorts marks in quadratic time, and
 * strangers choose the names of the fields that a webhook receives.
 */
export const canNormalize = (name: string): boolean =>
	name.length <= MAX_NORMALIZED && !/\p{M}{10}/u.test(name);

/** Blanks around a name and its Unicode form don't count. */
export function spellingKey(name: string): string {
	const text = trimmed(name);
	return canNormalize(text) ? text.normalize('NFC') : text;
}

/** True for no value, and for text without visible characters. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && !VISIBLE.test(value));

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const MAX_LENGTH = 60;

/** The beginning of a text, one character longer than what a message shows. A character takes at most two code units. */
const beginning = (text: string): string => text.slice(0, 2 * MAX_LENGTH + 2);

/** Shortens text for a message. */
export function truncate(text: string): string {
	const characters = [...beginning(text)];
	return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text;
}

/** Shortens a name for a message, on one line. Of 15 MB, replacing the blanks takes seconds. */
export const formatName = (name: string): string =>
	truncate(name.slice(0, 10_000).replace(/[\s\p{Cc}]+/gu, ' '));

/**
 * The beginning of a value as JSON: each value within it takes at least one of the characters that are shown. To
 * write millions of numbers takes seconds.
 */
function beginningOf(value: unknown, seen = { count: 0 }): unknown {
	if (typeof value === 'string') return beginning(value);
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
	const shown: Array<[string, unknown]> = [];
	for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
		if (seen.count++ > MAX_LENGTH) break;
		shown.push([
			String(name),
			beginningOf((value as Record<string | number, unknown>)[name], seen),
		]);
	}
	return Array.isArray(value) ? shown.map(([, each]) => each) : Object.fromEntries(shown);
}

/** Shortens a value for a message, on one line. */
export function format(value: unknown): string {
	// JSON has no NaN and no Infinity.
	if (typeof value === 'number' || typeof value === 'bigint') return truncate(String(value));
	try {
		return truncate(JSON.stringify(beginningOf(value)) ?? String(value));
	} catch {
		return 'an object that JSON has no form for';
	}
}

/** Adds a capital letter and a full stop. */
export function sentence(text: string): string {
	const [first = ''] = text;
	const whole = first.toUpperCase() + text.slice(first.length);
	return /[.?!…]$/.test(whole) ? whole : `${whole}.`;
}

/**
 * For hints, errors, notices and descriptions of options, which n8n shows as HTML in some places and as text in
 * others: a tag in a value could be a stranger's link.
 */
export const withoutTags = (text: string): string => text.replaceAll('<', '‹');

/** Lists up to `max` items, then an ellipsis. */
export const listed = (items: string[], max = 10): string =>
	(items.length > max ? [...items.slice(0, max), '…'] : items).join(', ');
