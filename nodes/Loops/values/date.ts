import { isBlank, trimmed } from './format';
import type { Checked } from './checked';
import type { ParseResult } from './parse';

/** The date formats that Loops documents, with an optional offset. Without one, it is UTC. */
const LOOPS_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601 by day, time and offset: more formats than Loops documents, and those of Ruby and PostgreSQL. */
const ISO_DATE =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?)?$/;

/** Smaller numbers are Unix time in seconds: in ms, they would lie within four months of 1970. */
const SMALLEST_MS = 10_000_000_000;

/** Sheets count days from 1899-12-30 on. This one is in 2173. */
const LARGEST_DAY = 100_000;

/** The limit of a JavaScript date, in ms before and after the epoch. */
const LARGEST_MS = 8_640_000_000_000_000;

/** A date from 1900 to 2099, with or without a time, that Loops would read as ms. */
const WITHOUT_HYPHENS =
	/^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(([01]\d|2[0-3])[0-5]\d([0-5]\d)?)?$/;

const EXAMPLES = '2026-01-31 or 2026-01-31T09:30:00Z';
const NO_DATE = `Use a date in ISO 8601 with year, month and day, such as ${EXAMPLES}`;

/** A Date, or a Luxon DateTime from an expression. `instanceof` fails: n8n has its own Luxon. */
type Moment = Date | { toISO(): string | null };

export function isMoment(value: unknown): value is Moment {
	if (typeof value !== 'object' || value === null) return false;
	if (Object.prototype.toString.call(value) === '[object Date]') return true;
	// A duration, or an interval of PostgreSQL, has no time zone.
	return 'toISO' in value && typeof value.toISO === 'function' && 'zoneName' in value;
}

/** True for an invalid date, and for the text that JavaScript and Luxon make of it. */
export const isInvalidDate = (value: unknown): boolean =>
	isMoment(value)
		? isoOf(value) === undefined
		: typeof value === 'string' && /^Invalid Date(Time)?$/.test(trimmed(value));

/**
 * A date as Loops takes it; blank becomes undefined. Text in a format that Loops documents stays as is,
 * so that no time zone shifts a date without a time. Other ISO 8601 text and Date objects become UTC
 * with ms. Unix time must be in ms, and must not read as YYYYMMDD, YYYYMMDDhhmm or YYYYMMDDhhmmss.
 */
export function parseDate(value: unknown): ParseResult<Checked | number | undefined> {
	if (isBlank(value)) return { value: undefined };
	const given = isMoment(value) ? isoOf(value) : value;
	if (typeof given !== 'number' && typeof given !== 'string') return { hint: NO_DATE };
	const text = trimmed(String(given));
	if (WITHOUT_HYPHENS.test(text)) {
		return { hint: `This looks like a date without hyphens. Write ${EXAMPLES}` };
	}
	if (typeof given === 'number' || /^-?\d+$/.test(text)) return epochOf(Number(text));
	const time = timeOf(text);
	if (time === undefined) return { hint: NO_DATE };
	return { value: (LOOPS_DATE.test(text) ? text : new Date(time).toISOString()) as Checked };
}

function epochOf(ms: number): ParseResult<number> {
	// The negation also refuses NaN.
	if (!(Math.abs(ms) <= LARGEST_MS)) return { hint: NO_DATE };
	if (Number.isInteger(ms) && Math.abs(ms) >= SMALLEST_MS) return { value: ms };
	return {
		hint:
			ms > 0 && ms < LARGEST_DAY
				? 'If this is a date number from a spreadsheet, convert it with {{ DateTime.fromMillis(($json.day - 25569) * 86400000) }}'
				: 'Unix time must be in milliseconds. Multiply seconds by 1000',
	};
}

/** Undefined for an invalid date. */
export function isoOf(moment: Moment): string | undefined {
	if ('toISO' in moment) return moment.toISO() ?? undefined;
	return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** A Date or ISO 8601 text in ms since the epoch; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
	if (isMoment(value)) return timeOf(isoOf(value));
	if (typeof value !== 'string') return undefined;
	const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(value) ?? [];
	const midnight = validTime(new Date(`${day}T00:00Z`));
	// JavaScript reads 31 February as 3 March.
	if (midnight === undefined || new Date(midnight).toISOString().slice(0, 10) !== day) {
		return undefined;
	}
	const zone = offset
		.replace(/UTC|GMT/, 'Z')
		.replace(/^([+-]\d{2}):?(\d{2})?$/, '$1:$2')
		.replace(/:$/, ':00');
	return validTime(new Date(`${day}T${time}${zone}`));
}

function validTime(date: Date): number | undefined {
	return Number.isNaN(date.getTime()) ? undefined : date.getTime();
}

/** A time as the editor's calendar gives it. */
const LOCAL = /^[\d-]+([T ][\d:.]+)?$/;

const DAY_MS = 86_400_000;

/** A time in a zone, as UTC. `clock` if the clocks change then: it exists twice, or not at all. */
interface ZonedTime {
	iso: string;
	clock?: 'twice' | 'never';
	isMidnight: boolean;
}

/**
 * ISO 8601 text without an offset, which is in the time zone; undefined for other values. Where the clocks change, the
 * later time counts, so that nothing happens before it was meant to.
 */
export function inZone(value: unknown, timeZone: string): ZonedTime | undefined {
	const text = typeof value === 'string' ? trimmed(value) : '';
	const local = LOCAL.test(text) ? timeOf(text) : undefined;
	if (local === undefined) return undefined;
	const offsets = [local - DAY_MS, local + DAY_MS].map((ms) => offsetAt(ms, timeZone));
	const times = offsets.map((offset) => local - offset);
	const fitting = times.filter((ms, at) => offsetAt(ms, timeZone) === offsets[at]);
	const isSure = new Set(times).size === 1 || fitting.length === 1;
	const ms = fitting.length === 1 ? fitting[0] : Math.max(...times);
	return {
		iso: new Date(ms).toISOString(),
		...(!isSure && { clock: fitting.length > 0 ? 'twice' : 'never' }),
		isMidnight: !/[T ]/.test(text),
	};
}

/** How far a time zone is ahead of UTC, in ms. */
function offsetAt(ms: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? ['', '+', '0', '0'];
	return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** A time in ms as people in the zone write it. */
export function localTime(ms: number, zone: string): string {
	// Swedish dates are ISO 8601.
	const local = new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
	return `${local} ${zone}`;
}
