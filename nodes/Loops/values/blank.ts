/** Characters that nobody sees, as far as they are put around text by accident: BOM, zero width, marks of direction. */
const AROUND = /[\s\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;

/** A text in which there is nothing to see: Hangul fillers and the blank of Braille are letters. */
const INVISIBLE = /^[\s\p{Z}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Text without what can't be seen around it; '' where it can't be seen at all. */
export function trimmed(text: string): string {
	if (INVISIBLE.test(text)) return '';
	let [start, end] = [0, text.length];
	while (AROUND.test(text[start])) start++;
	// Not by an expression: that reads each run of blanks within the text again from all of its blanks.
	while (AROUND.test(text[end - 1])) end--;
	return text.slice(start, end);
}

/** True for what n8n users mean by nothing: no value, or text without a visible character. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && INVISIBLE.test(value));
