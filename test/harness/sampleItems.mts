import type { IDataObject } from 'n8n-workflow';

/** Items with different email addresses. */
export const sampleItems = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, email: `person${n}@example.com` }));

/** An operation on the email of each item. */
export const each = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	email: '={{ $json.email }}',
	options: { ...(parameters.options as IDataObject), ...options },
});
