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
