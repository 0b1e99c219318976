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
