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
	const time = timeOf(given);
	if (time === undefined) {
		return { wayOut: 'Give a date in ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z' };
	}
	return {
		date:
			typeof given === 'string' && LOOPS_DATE.test(given) ? given : new Date(time).toISOString(),
	};
}

/** The moment of a Date or of text in ISO 8601, in ms since the epoch; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
	if (value instanceof Date) return existing(value);
	const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(String(value)) ?? [];
	const midnight = existing(new Date(`${day}T00:00Z`));
	// JavaScript takes 31 February for 3 March.
	if (midnight === undefined || new Date(midnight).toISOString().slice(0, 10) !== day) {
		return undefined;
	}
	const zone = offset.replace(/^([+-]\d{2}):?(\d{2})?$/, '$1:$2').replace(/:$/, ':00');
	return existing(new Date(`${day}T${time}${zone}`));
}

function existing(date: Date): number | undefined {
	return Number.isNaN(date.getTime()) ? undefined : date.getTime();
}
