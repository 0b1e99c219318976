import { Refusal } from '../answer.mts';
import { isEmailAddress, isObject } from '../values.mts';

/** Reads a value of a body; `path` names it in a refusal. */
export type Reader<T> = (value: unknown, path: string) => T;

type Shape = Record<string, Reader<unknown>>;
type Read<S extends Shape> = { [K in keyof S]: S[K] extends Reader<infer T> ? T : never };

/** The texts of these refusals are guesses. */
export const refuse = (path: string, what: string): Refusal =>
	new Refusal(400, `Invalid ${path}: ${what}.`);

/** An object with these fields and no others. Absent optional fields stay absent. */
export const object =
	<S extends Shape>(shape: S): Reader<Read<S>> =>
	(value, path) => {
		if (!isObject(value)) throw refuse(path, 'expected an object');
		const at = (name: string) => (path === 'body' ? name : `${path}.${name}`);
		const other = Object.keys(value).find((name) => !Object.hasOwn(shape, name));
		if (other !== undefined) throw refuse(at(other), 'unrecognized field');
		const entries = Object.entries(shape).map(([name, read]) => [
			name,
			read(value[name], at(name)),
		]);
		return Object.fromEntries(entries.filter(([, read]) => read !== undefined)) as Read<S>;
	};

export const optional =
	<T,>(read: Reader<T>): Reader<T | undefined> =>
	(value, path) =>
		value === undefined ? undefined : read(value, path);

export const nullable =
	<T,>(read: Reader<T>): Reader<T | null> =>
	(value, path) =>
		value === null ? null : read(value, path);

/** Text of up to `longest` characters, empty only if `mayBeEmpty`. */
export const text =
	({ longest = Infinity, mayBeEmpty = false } = {}): Reader<string> =>
	(value, path) => {
		if (typeof value !== 'string') throw refuse(path, 'expected a string');
		if (value.trim() === '' && !mayBeEmpty) throw refuse(path, 'required');
		if (value.length > longest) throw refuse(path, `at most ${longest} characters`);
		return value;
	};

export const flag: Reader<boolean> = (value, path) => {
	if (typeof value !== 'boolean') throw refuse(path, 'expected a boolean');
	return value;
};

export const number =
	(least = -Infinity, most = Infinity): Reader<number> =>
	(value, path) => {
		if (typeof value !== 'number' || value < least || value > most) {
			throw refuse(path, `expected a number from ${least} to ${most}`);
		}
		return value;
	};

export const oneOf =
	<const T extends readonly (string | null)[]>(...values: T): Reader<T[number]> =>
	(value, path) => {
		if (!values.includes(value as T[number])) {
			throw refuse(path, `expected one of ${values.join(', ')}`);
		}
		return value as T[number];
	};

export const list =
	<T,>(read: Reader<T>, least = 0): Reader<T[]> =>
	(value, path) => {
		if (!Array.isArray(value) || value.length < least) {
			throw refuse(path, `expected an array of ${least} or more`);
		}
		return value.map((each, index) => read(each, `${path}[${index}]`));
	};

export const mapOf =
	<T,>(read: Reader<T>): Reader<Record<string, T>> =>
	(value, path) => {
		if (!isObject(value)) throw refuse(path, 'expected an object');
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [name, read(each, `${path}.${name}`)]),
		);
	};

export const emailAddress: Reader<string> = (value, path) => {
	if (!isEmailAddress(value)) throw refuse(path, 'expected an email address');
	return value;
};

export const dateTime: Reader<string> = (value, path) => {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value) || isNaN(Date.parse(value))) {
		throw refuse(path, 'expected an ISO 8601 date and time');
	}
	return value;
};

/** Refuses an update without any field. */
export function atLeastOne<T extends object>(changes: T): T {
	if (Object.keys(changes).length === 0) {
		throw new Refusal(400, 'At least one field must be provided.');
	}
	return changes;
}
