import { isBlank, trimmed } from './blank';
import type { ParseResult } from './parse';

/** The forms of a date that Loops documents, with an optional offset; without one it is UTC. */
const LOOPS_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601 in its day, time and offset: wider than what Loops documents. */
const ISO_DATE =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** A number with ten digits is Unix time in seconds: in ms it would lie within four months of 1970. */
const SMALLEST_MS = 10_000_000_000;

/** The first and last moment that a date can hold, in ms since the epoch. */
const LARGEST_MS = 8_640_000_000_000_000;

/** A day of 1900 to 2099, with or without a time, that Loops would read as ms. */
const WITHOUT_HYPHENS =
	/^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(([01]\d|2[0-3])[0-5]\d([0-5]\d)?)?$/;

const EXAMPLES = '2026-01-31 or 2026-01-31T09:30:00Z';
const NO_DATE = `Give a date in ISO 8601 with year, month and day, such as ${EXAMPLES}`;

/** A Date, or the DateTime that n8n's expressions hold: of Luxon, but not of the Luxon that we could import. */
type Moment = Date | { toISO(): string | null };

export function isMoment(value: unknown): value is Moment {
	if (typeof value !== 'object' || value === null) return false;
	if (Object.prototype.toString.call(value) === '[object Date]') return true;
	return 'toISO' in value && typeof value.toISO === 'function';
}

/** True for a date that could not be read, and for the text that JavaScript and Luxon make of it. */
export const isInvalidDate = (value: unknown): boolean =>
	isMoment(value)
		? isoOf(value) === undefined
		: typeof value === 'string' && /^Invalid Date(Time)?$/.test(trimmed(value));

/**
 * A date as Loops takes it; blank is undefined. Text in one of Loops' own forms stays as it is, so that
 * a date without a time is not moved by a time zone; other ISO 8601 text and Date objects become UTC
 * with ms; Unix time has to be in ms, and may not read as YYYYMMDD, with or without hhmm or hhmmss.
 */
export function parseDate(value: unknown): ParseResult<string | number | undefined> {
	if (isBlank(value)) return { value: undefined };
	const given = isMoment(value) ? isoOf(value) : value;
	if (typeof given !== 'number' && typeof given !== 'string') return { hint: NO_DATE };
	const text = trimmed(String(given));
	if (WITHOUT_HYPHENS.test(text)) {
		return { hint: `It looks like a date without hyphens: write ${EXAMPLES}` };
	}
	if (typeof given === 'number' || /^-?\d+$/.test(text)) return epochOf(Number(text));
	const time = timeOf(text);
	if (time === undefined) return { hint: NO_DATE };
	return { value: LOOPS_DATE.test(text) ? text : new Date(time).toISOString() };
}

function epochOf(ms: number): ParseResult<number> {
	// Not NaN either.
	if (!(Math.abs(ms) <= LARGEST_MS)) return { hint: NO_DATE };
	return Number.isInteger(ms) && Math.abs(ms) >= SMALLEST_MS
		? { value: ms }
		: { hint: 'Unix time has to be in milliseconds: multiply seconds by 1000' };
}

/** Undefined for a date that is none. */
function isoOf(moment: Moment): string | undefined {
	if ('toISO' in moment) return moment.toISO() ?? undefined;
	return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The moment of a Date or of text in ISO 8601, in ms since the epoch; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
	if (isMoment(value)) return timeOf(isoOf(value));
	if (typeof value !== 'string') return undefined;
	const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(value) ?? [];
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
