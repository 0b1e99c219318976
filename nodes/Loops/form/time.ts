import { inZone, parseDate, timeOf } from '../values/date';
import type { ParameterValue } from './parameterValue';

/** A time in ms since the epoch. Without an offset of its own, it is in the time zone. */
export function timeIn(value: ParameterValue, zone: string, hint: string): number {
	const parsed = parseDate(inZone(value.identifier('times', { hint }), zone));
	const ms = typeof parsed.value === 'number' ? parsed.value : timeOf(parsed.value);
	return ms ?? value.refuse(`'${value.label}' can't be ${value.shown}`, parsed.hint ?? hint);
}
