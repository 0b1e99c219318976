import type { IDataObject } from 'n8n-workflow';

declare const checked: unique symbol;
declare const identifying: unique symbol;

/** Text of a request: a reader of the form checked it, Loops gave it, or the code holds it. */
export type Checked = string & { readonly [checked]: true };

/** Text that stands for one of several things, such as a user ID: nothing in it is missing. */
export type Identifier = Checked & { readonly [identifying]: true };

/** A value of a body, or `More`, which has to be replaced before the body is sent. */
export type ValueOr<More> =
	| Checked
	| number
	| boolean
	| null
	| undefined
	| More
	| Array<ValueOr<More>>
	| { [name: string]: ValueOr<More> };

export type BodyValue = ValueOr<never>;

/** The body or the query string of a request: plain text does not fit in it. */
export type Body = { [name: string]: BodyValue };

/** Text that the code holds. */
export const constant = <T extends string>(text: string extends T ? never : T): T & Checked =>
	text as unknown as T & Checked;

/** Text or an object that Loops gave. */
export const fromLoops = <T extends BodyValue = Checked>(value: unknown): T => value as T;

/** A body as n8n's helpers and outputs take it. */
export const asDataObject = (body: Body): IDataObject => body as IDataObject;

/** What decoders write for bytes that they can't read. */
export const LOST = '\ufffd';

/** The halves of characters that take two code units, whole or alone. Without the flag u it is fast. */
const SUSPECT = /[\ud800-\udfff\ufffd]/;
const LONE_HALF = /\p{Cs}/gu;

/**
 * The value, with U+FFFD in place of half a character, which no encoding can hold. `onLost` gets the path
 * of each text that holds U+FFFD then.
 */
export function withoutHalves<T extends BodyValue>(
	value: T,
	onLost: (path: string) => void,
	path = '',
): T {
	if (typeof value === 'string') {
		if (!SUSPECT.test(value)) return value;
		const text = value.replace(LONE_HALF, LOST);
		if (text.includes(LOST)) onLost(path);
		return text as T & Checked;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		return value.map((each, index) => withoutHalves(each, onLost, `${path}[${index}]`)) as T;
	}
	const within = (name: string) => (path === '' ? name : `${path}.${name}`);
	const entries = Object.entries(value as { [name: string]: BodyValue });
	return Object.fromEntries(
		entries.map(([name, each]) => [name, withoutHalves(each, onLost, within(name))]),
	) as T;
}
