import { inZone, parseDate, timeOf } from '../values/date';
import type { Slot } from './slot';

/** A time in ms since the epoch. Without an offset of its own, it is in the time zone. */
export function timeIn(slot: Slot, zone: string, hint: string): number {
	const parsed = parseDate(inZone(slot.identifier('times', { hint }), zone));
	const ms = typeof parsed.value === 'number' ? parsed.value : timeOf(parsed.value);
	return ms ?? slot.refuse(`'${slot.label}' can't be ${slot.shown}`, parsed.hint ?? hint);
}
