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
