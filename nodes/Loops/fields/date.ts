/** The forms of a date that Loops documents, with an optional offset; without one it is UTC. */
const LOOPS_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601 in its day, time and offset: wider than what Loops documents. */
const ISO_DATE =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** A number with ten digits is Unix time in seconds: in ms it would lie within four months of 1970. */
const SMALLEST_MS = 10_000_000_000;

/** A date as it goes to Loops, or else what to give in its place. */
export type DateResult = { date: string | number; wayOut?: undefined } | { wayOut: string };

/**
 * A date as Loops takes it. Text in one of its own forms stays as it is, so that a date without a
 * time is not moved by a time zone; other ISO 8601 text and Date objects become UTC with ms; Unix time
 * has to be in ms.
 */
export function loopsDate(value: unknown): DateResult {
	const given = typeof value === 'string' ? value.trim() : value;
	const epoch = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
	if (typeof epoch === 'number') {
		return Number.isInteger(epoch) && Math.abs(epoch) >= SMALLEST_MS
			? { date: epoch }
			: { wayOut: 'Unix time has to be in milliseconds: multiply seconds by 1000' };
	}
	const date = given instanceof Date ? utc(given) : fromIso(String(given));
	return date === undefined
		? { wayOut: 'Give a date in ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z' }
		: { date };
}

/** The text itself where Loops takes it so, else the same moment in UTC; undefined for no date. */
function fromIso(text: string): string | undefined {
	const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(text) ?? [];
	// JavaScript takes 31 February for 3 March.
	if (utc(new Date(`${day}T00:00Z`))?.slice(0, 10) !== day) return undefined;
	const zone = offset.replace(/^([+-]\d{2}):?(\d{2})?$/, '$1:$2').replace(/:$/, ':00');
	const moment = utc(new Date(`${day}T${time}${zone}`));
	return moment && LOOPS_DATE.test(text) ? text : moment;
}

/** ISO 8601 in UTC with ms, or undefined for a date that does not exist. */
function utc(date: Date): string | undefined {
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
