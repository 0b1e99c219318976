import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import type { RunOptions } from '../harness/loops.mts';

/** A run that makes the node say something. */
export interface Case {
	parameters: IDataObject;
	items?: Array<IDataObject | INodeExecutionData>;
	/** `{origin}` in one stands for the emulator's. */
	faults?: Fault[];
	/** What runs before it, unheard. */
	before?: IDataObject;
	settings?: RunOptions;
	credentials?: { apiKey?: string; baseUrl?: string };
	/** The execution is retried with this key, and that run is heard. */
	retriedWith?: string;
}

/** Cases under a heading. */
export type Chapter = [heading: string, cases: Case[]];

/** The same parameters with each of several changes. */
export const each = (base: IDataObject, changes: IDataObject[]): Case[] =>
	changes.map((change) => ({ parameters: { ...base, ...change } }));

/** The same with each of several options. */
export const eachOption = (base: IDataObject, options: IDataObject[]): Case[] =>
	each(
		base,
		options.map((option) => ({ options: option })),
	);

/** The same with each of several Additional Fields. */
export const eachField = (base: IDataObject, fields: IDataObject[]): Case[] =>
	each(
		base,
		fields.map((additionalFields) => ({ additionalFields })),
	);

export const answered = (parameters: IDataObject, ...faults: Fault[]): Case => ({
	parameters,
	faults,
});

/** A refusal in these words. */
export const said = (status: number, message: string, more: Partial<Fault> = {}): Fault => ({
	kind: 'body',
	status,
	body: { message },
	...more,
});

/** What a look-up of this path gives. */
export const found = (path: string, body: IDataObject): Fault => ({
	kind: 'body',
	method: 'GET',
	path,
	body,
});
