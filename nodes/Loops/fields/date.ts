/** The forms of a date that Loops documents, with an optional offset; without one it is UTC. */
const LOOPS_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** A number with ten digits is Unix time in seconds: in ms it would lie within four months of 1970. */
const SMALLEST_MS = 10_000_000_000;

/**
 * A date as Loops takes it. Text in one of its own forms stays as it is, so that a date without a
 * time is not moved by a time zone; other ISO 8601 text and Date objects become UTC with ms; Unix time
 * has to be in ms.
 * @returns `date`, or else `wayOut`: what to give in its place
 */
export function loopsDate(
	value: unknown,
): { date: string | number; wayOut?: undefined } | { date?: undefined; wayOut: string } {
	if (value instanceof Date) return fromDate(value);
	const text = typeof value === 'string' ? value.trim() : value;
	const epoch = typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : text;
	if (typeof epoch === 'number') {
		return Number.isInteger(epoch) && Math.abs(epoch) >= SMALLEST_MS
			? { date: epoch }
			: { wayOut: 'Unix time has to be in milliseconds: multiply seconds by 1000' };
	}
	if (
		typeof text === 'string' &&
		/^\d{4}-\d{2}-\d{2}/.test(text) &&
		!Number.isNaN(Date.parse(text))
	) {
		return LOOPS_DATE.test(text) ? { date: text } : fromDate(new Date(text));
	}
	return { wayOut: 'Give a date in ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z' };
}

function fromDate(date: Date) {
	return Number.isNaN(date.getTime())
		? { wayOut: 'The date does not exist' }
		: { date: date.toISOString() };
}
