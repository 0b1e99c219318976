import { Refusal } from './answer.mts';

export type PropertyType = 'string' | 'number' | 'boolean' | 'date';
/** A stored value; dates are ISO 8601 UTC with milliseconds. */
export type PropertyValue = string | number | boolean;
export type JsonObject = Record<string, unknown>;

const LONGEST_JSON = 500;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The PHP SDK sends `[]` for an omitted object, the Ruby SDK null. */
export function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

export function isEmailAddress(value: unknown): value is string {
	const [, host = ''] = (typeof value === 'string' && /^[^\s@]+@([^\s@]+)$/.exec(value)) || [];
	return host.slice(1, -1).includes('.');
}

/**
 * The docs count the JSON quotes, so a string can have 498 characters. Guesses: files of
 * attachments are exempt, and nested values count one by one.
 */
export function refuseOverlong(body: JsonObject): void {
	const { attachments, ...rest } = body;
	refuseOverlongParts(rest);
	if (!Array.isArray(attachments)) return;
	for (const attachment of attachments) {
		if (isObject(attachment)) refuseOverlongParts({ ...attachment, data: undefined });
	}
}

function refuseOverlongParts(value: unknown): void {
	if (typeof value === 'object' && value !== null) {
		for (const [key, part] of Object.entries(value)) {
			refuseOverlongText(key);
			refuseOverlongParts(part);
		}
	} else if (typeof value === 'string') {
		refuseOverlongText(value);
	}
}

function refuseOverlongText(text: string): void {
	if (JSON.stringify(text).length > LONGEST_JSON) {
		throw new Refusal(400, 'Some body key or value is longer than allowable');
	}
}

/** The stored value, or undefined if it does not fit the type. */
export function readTyped(value: unknown, type: PropertyType): PropertyValue | undefined {
	if (type === 'date') return readDate(value);
	// Loops converts mismatched event properties; that it refuses contact properties is a guess.
	return typeof value === type ? (value as PropertyValue) : undefined;
}

const DATE =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{3}))?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Reads the date formats of loops.so/docs/contacts/properties; UTC without an offset. */
export function readDate(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isInteger(value) ? isoOf(value) : undefined;
	if (typeof value !== 'string') return undefined;
	if (/^-?\d+$/.test(value)) return isoOf(Number(value));

	const match = DATE.exec(value);
	if (!match) return undefined;
	const [year, month, day, hour, minute, second, ms] = match
		.slice(1, 8)
		.map((part) => Number(part ?? 0));
	const utc = Date.UTC(year, month - 1, day, hour, minute, second, ms);
	const date = new Date(utc);
	// Date.UTC turns 31 February into March instead of refusing it.
	const carried = date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day;
	if (carried || minute > 59 || second > 59) return undefined;
	return isoOf(utc - offsetOf(match[8]));
}

function offsetOf(zone: string | undefined): number {
	if (zone === undefined || zone === 'Z') return 0;
	const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
	return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

function isoOf(epochMs: number): string | undefined {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
