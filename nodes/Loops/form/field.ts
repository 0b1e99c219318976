import type { INodeProperties } from 'n8n-workflow';

import { type ItemRefused, refusalOf } from '../values/itemRefused';
import type { Form } from './form';

/** One or more related parameters and the value that they give. */
export interface Field<T> {
	properties: INodeProperties[];
	/** @throws ItemRefused for a value that can't be sent */
	read(form: Form): T;
}

export type Fields = Record<string, Field<unknown>>;

export type Values<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['read']> };

/** Reads all fields, in the order of the form. What is refused has no value. */
export function readFields<F extends Fields>(fields: F, form: Form) {
	const values = new Map<string, unknown>();
	const refused = new Map<string, ItemRefused>();
	for (const [name, field] of Object.entries(fields)) {
		const refusal = refusalOf(() => values.set(name, field.read(form)));
		if (refusal) refused.set(name, refusal);
	}
	return { values: Object.fromEntries(values) as Values<F>, refused };
}
