import type { INodeProperties } from 'n8n-workflow';

import { ItemRefused, refuseAll } from '../values/itemRefused';
import type { Form } from './form';

/** One or more related parameters and the value that they give. */
export interface Field<T> {
	properties: INodeProperties[];
	/** @throws ItemRefused for a value that can't be sent */
	read(form: Form): T;
}

export type Fields = Record<string, Field<unknown>>;

export type Values<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['read']> };

export function readFields<F extends Fields>(fields: F, form: Form): Values<F> {
	const values = new Map<string, unknown>();
	const refused: ItemRefused[] = [];
	for (const [name, field] of Object.entries(fields)) {
		try {
			values.set(name, field.read(form));
		} catch (caught) {
			if (!(caught instanceof ItemRefused)) throw caught as Error;
			refused.push(caught);
		}
	}
	refuseAll(refused);
	return Object.fromEntries(values) as Values<F>;
}
