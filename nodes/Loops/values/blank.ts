/** Invisible characters that end up around text by accident: BOM, zero width, direction marks. */
const PADDING = /[\s\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Text without visible characters. No Unicode class covers the Braille blank. */
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]*$/u;

/** Trims invisible characters; '' if none is visible. */
export function trimmed(text: string): string {
	if (INVISIBLE.test(text)) return '';
	let [start, end] = [0, text.length];
	while (PADDING.test(text[start])) start++;
	// No regular expression: it takes quadratic time for a long run of blanks within the text.
	while (PADDING.test(text[end - 1])) end--;
	return text.slice(start, end);
}

/**
 * Longer names stay as they are: Node.js takes 20 s to normalize 100,000 accents, and strangers choose the
 * names of the fields that a webhook receives.
 */
export const MAX_NORMALIZED = 500;

/** Blanks around a name and its Unicode form don't count. */
export function spellingKey(name: string): string {
	const text = trimmed(name);
	return text.length > MAX_NORMALIZED ? text : text.normalize('NFC');
}

/** True for no value, and for text without visible characters. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && INVISIBLE.test(value));
