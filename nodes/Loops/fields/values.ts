import type { Item } from './item';

/** A value as it may appear in an error: short, and on one line. */
export function shown(value: unknown): string {
	// JSON has no NaN and no Infinity.
	const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** True for what n8n users mean by nothing: no value, or text without a visible character. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Text without surrounding white space; a number counts as text, as databases hold IDs. Blank is ''. */
export function readText(item: Item, field: string, value: unknown): string {
	if (isBlank(value)) return '';
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		throw item.invalidParameter(
			`'${field}' is not text: ${shown(value)}`,
			'Check that its expression gives one text or number',
		);
	}
	return String(value).trim();
}

/**
 * True or false. Variables and environment of n8n hold text, so that "true" and "false" are read as
 * such. Nothing is refused, too: an expression that finds nothing has decided nothing.
 */
export function readBoolean(item: Item, field: string, value: unknown): boolean {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (given === true || given === 'true') return true;
	if (given === false || given === 'false') return false;
	throw item.invalidParameter(
		`'${field}' is neither true nor false: ${shown(value)}`,
		'Check that its expression gives true or false',
	);
}

/** An entry of 'Options' that is true or false; `initial` where it was not added. */
export function readFlag(item: Item, name: string, field: string, initial = false): boolean {
	return name in item.options ? readBoolean(item, field, item.options[name]) : initial;
}

/** A number from `min` on, given as a number or as text; undefined where nothing is given. */
export function readNumber(
	item: Item,
	field: string,
	value: unknown,
	{ min = 0, max = Infinity, isWhole = false } = {},
): number | undefined {
	if (isBlank(value)) return undefined;
	const number = typeof value === 'string' ? Number(value) : value;
	if (
		typeof number !== 'number' ||
		!(number >= min && number <= max && number !== Infinity) ||
		(isWhole && !Number.isInteger(number))
	) {
		const range = max === Infinity ? `, ${min} or more` : ` from ${min} to ${max}`;
		throw item.invalidParameter(
			`'${field}' can't be ${shown(value)}`,
			`Give a ${isWhole ? 'whole ' : ''}number${range}`,
		);
	}
	return number;
}
