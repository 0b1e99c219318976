import type { INodeProperties } from 'n8n-workflow';

import type { Form } from './form';

/** One or more related parameters, and the reader of their value. */
export interface Field<T> {
	properties: INodeProperties[];
	/** @throws ItemRefused for a value that can't be sent */
	read(form: Form): T;
}

export type Fields = Record<string, Field<unknown>>;

export type Values<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['read']> };
