import { inZone, parseDate, timeOf } from '../values/date';
import type { ParameterValue } from './parameterValue';

/** The hint of a field that `timeIn` reads. */
export const zoneHint =
	"In the workflow's time zone. If the value has its own, that one applies, e.g. 2026-01-31T09:00+01:00";

/** A time in ms since the epoch. Without an offset of its own, it is in the time zone. */
export function timeIn(value: ParameterValue, zone: string, hint: string): number {
	const parsed = parseDate(inZone(value.identifier('times', { hint }), zone));
	const ms = typeof parsed.value === 'number' ? parsed.value : timeOf(parsed.value);
	return ms ?? value.refuse(`'${value.label}' can't be ${value.shown}`, parsed.hint ?? hint);
}
