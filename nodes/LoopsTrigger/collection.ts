import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

/**
 * What is set in a collection of the form.
 * @throws Error for an expression or a list in its place
 */
export function readCollection(
	context: IWebhookFunctions,
	label: string,
	name: string,
): IDataObject {
	const value = context.getNodeParameter(name, {}) as IDataObject;
	if ('length' in value) throw new Error(`'${label}' takes no expression as a whole`);
	return value;
}
