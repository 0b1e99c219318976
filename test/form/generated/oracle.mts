import { readDate } from '../../emulator/values.mts';

/**
 * The required outcome of a value, independent of the node: `sent` is the value in the request,
 * `nothing` a request without it, `any` a request that does not show it (a hash).
 */
export type Expected = { sent: unknown } | 'nothing' | 'refused' | 'any';

export type Kind =
	| 'text'
	| 'number'
	| 'boolean'
	| 'date'
	| 'property'
	| 'event'
	| 'eventText'
	| 'eventNumber'
	| 'eventBoolean'
	| 'eventDate'
	| 'eventNumberRow'
	| 'eventBooleanRow'
	| 'variable'
	| 'email'
	| 'emailBeside'
	| 'id'
	| 'userId'
	| 'userIdBeside'
	| 'locator'
	| 'hash'
	| 'key'
	| 'ids'
	| 'switch'
	| 'choice'
	| 'seconds'
	| 'object';

const EMPTY = /^[\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]*$/u;
const NOT_UNIQUE = /^(0|-|undefined|NaN|\[object Object\]|[nN][uU][lL]{2}|[nN]\/[aA])$/; // the same for many people or messages
const HARDLY_UNIQUE = /^(none|nil|unknown|false|[+-]?0+([.,]0+)?)$/i; // left out beside an email
const EDGE = String.raw`[\s\xad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+`;
const ends = new RegExp(`^${EDGE}|${EDGE}$`, 'g');
const bare = (text: string) => text.replace(ends, '');
const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && EMPTY.test(value)) ||
	(Array.isArray(value) && value.length === 0);
const isFinite = (value: unknown): value is number => Number.isFinite(value);
const isMoment = (value: unknown): value is { valueOf(): number } =>
	value instanceof Date ||
	(typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
	Object(value) === value &&
	[Object.prototype, null].includes(Object.getPrototypeOf(value) as null);

/** The required outcome for a value of each kind. */
export const expectedOf: Record<Kind, (value: unknown) => Expected> = {
	text: ofOne((value) => leftOut(value) ?? expectedOf.eventText(value)),
	number: ofOne((value) => leftOut(value) ?? expectedNumber(value)),
	boolean: ofOne((value) => leftOut(value) ?? expectedBoolean(value, true)),
	date: ofOne((value) => leftOut(value) ?? expectedDate(value)),
	property: ofOne((value) => (value === null ? { sent: null } : scalar(value, true))),
	event: ofOne((value) => scalar(value, true)),
	eventText: ofOne((value) => {
		if (isNone(value) || typeof value === 'string') return scalar(value, false);
		if (isMoment(value)) return expectedMoment(value);
		return typeof value === 'boolean' ? { sent: `${value}` } : (digits(value) ?? 'refused');
	}),
	eventNumber: ofOne((value) => leftOut(value) ?? expectedNumber(value)),
	eventBoolean: ofOne((value) => leftOut(value) ?? expectedBoolean(value, true)),
	eventDate: ofOne((value) => leftOut(value) ?? expectedDate(value)),
	eventNumberRow: ofOne((value) => leftOut(value) ?? expectedNumber(value)),
	eventBooleanRow: ofOne((value) => leftOut(value) ?? expectedBoolean(value, true)),
	variable: (value) => {
		if (!Array.isArray(value)) return scalar(value, false);
		const isCell = (each: unknown) => isNone(each) || typeof each === 'string' || isFinite(each);
		const isList = value.every((entry) => isRecord(entry) && Object.values(entry).every(isCell));
		return isList ? { sent: value.map(withoutNone) } : 'refused';
	},
	email: (value) => {
		if (typeof value !== 'string') return 'refused';
		const [user, host, more] = bare(value).split('@'); // without what is around it: see test/fields
		const isAddress =
			more === undefined &&
			[user, host].every((part) => part && !/[\s,;<>\p{C}]/u.test(part)) &&
			/[^.]\.[^.]/.test(host);
		return isAddress ? { sent: bare(value) } : 'refused';
	},
	emailBeside: (value) => (isEmpty(value) ? 'nothing' : expectedOf.email(value)),
	id: (value) => name(value) ?? 'refused',
	userId: (value) => own(value) ?? 'refused',
	userIdBeside: (value) =>
		HARDLY_UNIQUE.test(String(own(value)?.sent)) ? 'nothing' : (own(value) ?? 'nothing'),
	locator: (value) => {
		const id = name(value);
		return id && /^[A-Za-z0-9_-]+$/.test(String(id.sent)) ? id : 'refused';
	},
	hash: (value) => (own(value) ? 'any' : 'refused'),
	key: (value) => {
		const key = own(value);
		return key && /^[ -~]{1,100}$/.test(String(key.sent)) ? key : 'refused';
	},
	ids: (value) => {
		if (isEmpty(value)) return 'nothing';
		const list = typeof value === 'string' ? fromText(value) : value;
		if (!Array.isArray(list)) return 'refused';
		const ids = list.filter((each) => !isEmpty(each)).map((each) => name(each)?.sent);
		if (ids.some((id) => id === undefined)) return 'refused';
		if (ids.length === 0) return 'nothing';
		return { sent: Object.fromEntries(ids.map((id) => [id, true])) };
	},
	switch: (value) => expectedBoolean(value, false),
	choice: (value) => (value === 'sendAndWarn' || value === 'dontSend' ? 'any' : 'refused'),
	seconds: (value) => {
		if (isEmpty(value)) return 'any';
		const expected = expectedNumber(value);
		const seconds = typeof expected === 'object' ? Number(expected.sent) : NaN;
		return seconds >= 0.1 && seconds <= 3_600 ? 'any' : 'refused';
	},
	object: (value) => {
		if (isEmpty(value)) return { sent: {} };
		const given = typeof value === 'string' ? parsed(value) : value;
		if (!isRecord(given)) return 'refused';
		const expected = Object.entries(given)
			.map(([key, each]) => [key, expectedOf.property(each)] as const)
			.filter(([, each]) => each !== 'nothing');
		return expected.some(([, each]) => each === 'refused')
			? 'refused'
			: {
					sent: Object.fromEntries(
						expected.map(([key, each]) => [key, (each as { sent: unknown }).sent]),
					),
				};
	},
};

/** The required outcome of a value from an AI agent, which may write "null" for no value. */
export function expectedInCall(kind: Kind, value: unknown): Expected {
	if (saysNothing(value)) return kind === 'switch' ? 'nothing' : expectedOf[kind](undefined);
	const parse = kind === 'ids' ? fromText : parsed;
	const given = typeof value === 'string' ? parse(value) : value;
	if (kind === 'ids' && Array.isArray(given)) {
		return expectedOf.ids(given.filter((each) => !saysNothing(each)));
	}
	if (kind === 'object' && isRecord(given)) {
		const said = Object.entries(given).filter(([, each]) => !saysNothing(each));
		return expectedOf.object(Object.fromEntries(said));
	}
	return expectedOf[kind](value);
}

const saysNothing = (value: unknown) =>
	isEmpty(value) ||
	(typeof value === 'string' && ['null', 'undefined'].includes(bare(value).toLowerCase()));

/** An empty list is none, and a list of one text, number, date, or true or false is that value. */
function ofOne(expected: (value: unknown) => Expected): (value: unknown) => Expected {
	return (value) => {
		if (!Array.isArray(value) || value.length > 1) return expected(value);
		const [only] = value as unknown[];
		const isScalar = ['string', 'number', 'boolean'].includes(typeof only) || isMoment(only);
		return expected(value.length === 0 || isScalar ? only : value);
	};
}

/** Empty input counts as none. */
const leftOut = (value: unknown): Expected | undefined => (isEmpty(value) ? 'nothing' : undefined);

const isNone = (value: unknown) => value === undefined || value === null;

const withoutNone = (entry: object) =>
	Object.fromEntries(Object.entries(entry).filter(([, each]) => !isNone(each)));

function scalar(value: unknown, hasBooleans: boolean): Expected {
	if (isNone(value)) return 'nothing';
	if (isMoment(value)) return expectedMoment(value);
	const isScalar =
		typeof value === 'string' || isFinite(value) || (hasBooleans && typeof value === 'boolean');
	return isScalar ? { sent: value } : 'refused';
}

/** A number as text, unless it has lost digits. */
function digits(value: unknown): { sent: string } | undefined {
	if (!isFinite(value)) return undefined;
	return value % 1 === 0 && Math.abs(value) >= 2 ** 53 ? undefined : { sent: `${value}` };
}

function expectedNumber(value: unknown): Expected {
	if (isFinite(value)) return { sent: value };
	if (typeof value !== 'string') return 'refused';
	const written = decimal(bare(value));
	const number = parseFloat(bare(value));
	if (!written || !isFinite(number)) return 'refused';
	const isLarge = number % 1 === 0 && Math.abs(number) >= 2 ** 53;
	const isLost = isLarge && !isEqual(written, decimal(`${number}`));
	const isNothing = number === 0 && written.digits !== 0n;
	return isLost || isNothing ? 'refused' : { sent: number };
}

/** As it is written: digits × 10^power. */
interface Decimal {
	digits: bigint;
	power: number;
}

function decimal(text: string): Decimal | undefined {
	const [, sign, whole, part = '', power = '0'] =
		/^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
	if (sign === undefined || whole + part === '') return undefined;
	const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
	return { digits, power: Number(power) - part.length };
}

function isEqual(a: Decimal, b: Decimal | undefined): boolean {
	if (!b) return false;
	const low = Math.min(a.power, b.power);
	const [left, right] = [a, b].map(({ digits, power }) => digits * 10n ** BigInt(power - low));
	return left === right;
}

function expectedBoolean(value: unknown, isData: boolean): Expected {
	if (typeof value === 'boolean') return { sent: value };
	const given = typeof value === 'object' ? '' : bare(String(value)).toUpperCase();
	if (given === 'TRUE' || (isData && /^(1|YES|Y|T|ON)$/.test(given))) return { sent: true };
	if (given === 'FALSE' || (isData && /^(0|NO|N|F|OFF)$/.test(given))) return { sent: false };
	return 'refused';
}

/** A moment, whatever its format. */
class At {
	constructor(readonly iso: string | undefined) {}
}

const expectedMoment = (value: { valueOf(): number }): Expected =>
	Number.isNaN(value.valueOf())
		? 'refused'
		: { sent: new At(new Date(value.valueOf()).toISOString()) };

function expectedDate(value: unknown): Expected {
	if (isMoment(value)) return expectedMoment(value);
	if (typeof value !== 'number' && typeof value !== 'string') return 'refused';
	const given = typeof value === 'string' ? bare(value) : value;
	const ms = typeof given === 'number' || /^-?\d+$/.test(given) ? Number(given) : undefined;
	if (ms !== undefined) {
		if (isCalendar(String(given))) return 'refused';
		const isMs = Math.abs(ms) >= 1e10 && ms % 1 === 0 && Math.abs(ms) <= 8.64e15;
		return isMs ? { sent: ms } : 'refused';
	}
	if (readDate(given)) return { sent: given };
	const inTheirForm = String(given)
		.replace(/(:\d\d(?:\.\d+)?) ?(Z|UTC|GMT)$/, '$1Z')
		.replace(/ ([+-]\d\d:?(\d\d)?)$/, '$1')
		.replace(/([+-]\d\d)(\d\d)?$/, (_all, hours: string, minutes = '00') => `${hours}:${minutes}`)
		.replace(
			/(:\d\d)\.(\d+)/,
			(_all, second: string, part: string) => `${second}.${part.padEnd(3, '0').slice(0, 3)}`,
		);
	const iso = readDate(inTheirForm);
	return iso ? { sent: new At(iso) } : 'refused';
}

/** YYYYMMDD, with or without hhmm or hhmmss: meant as a date, but Loops would read ms. */
function isCalendar(text: string): boolean {
	if (![8, 12, 14].includes(text.length) || /\D/.test(text)) return false;
	const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6, 8)].map(Number);
	const [hour, minute, second] = [8, 10, 12].map((at) => Number(text.slice(at, at + 2)));
	const isDay = year >= 1900 && year < 2100 && month > 0 && month < 13 && day > 0 && day < 32;
	return isDay && hour < 24 && minute < 60 && second < 60;
}

/** A value that identifies something: text, a number or a date. */
function name(value: unknown): { sent: unknown } | undefined {
	if (isEmpty(value)) return undefined;
	if (isMoment(value)) {
		const expected = expectedMoment(value);
		return expected === 'refused' ? undefined : (expected as { sent: unknown });
	}
	if (typeof value !== 'string') return digits(value);
	return /^Invalid Date(Time)?$/.test(bare(value)) ? undefined : { sent: bare(value) };
}

/** A value that identifies one contact or message. */
function own(value: unknown): { sent: unknown } | undefined {
	const id = name(value);
	return typeof id?.sent === 'string' && NOT_UNIQUE.test(id.sent) ? undefined : id;
}

function fromText(text: string): unknown {
	return /^[[{"]/.test(bare(text)) ? parsed(text) : text.split(',');
}

/** Undefined for invalid JSON. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Compares as JSON does, which has no -0. */
export function isSame(sent: unknown, wanted: unknown): boolean {
	if (wanted instanceof At) return typeof sent === 'string' && readDate(sent) === wanted.iso;
	if (typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)) {
		const entries = Object.entries(wanted);
		return (
			isRecord(sent) &&
			Object.keys(sent).length === entries.length &&
			entries.every(([key, each]) => Object.hasOwn(sent, key) && isSame(sent[key], each))
		);
	}
	return JSON.stringify(sent) === JSON.stringify(wanted);
}
