import type { IDataObject } from 'n8n-workflow';

/** Items for this many people, numbered from 0, each with an email address of its own. */
export const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, email: `person${n}@example.com` }));

/** An operation on the person of each item. */
export const each = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	email: '={{ $json.email }}',
	options,
});
