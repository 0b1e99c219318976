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

/** Shortens a value for a message, on one line. */
export function format(value: unknown): string {
	// JSON has no NaN and no Infinity.
	if (typeof value === 'number' || typeof value === 'bigint') return truncate(String(value));
	try {
		// JSON of 15 MB of half characters takes a second.
		const shown = typeof value === 'string' ? beginning(value) : value;
		return truncate(JSON.stringify(shown) ?? String(value));
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
