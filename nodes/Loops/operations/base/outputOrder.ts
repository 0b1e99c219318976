import type { IDataObject } from 'n8n-workflow';

/** What people look for in an output, in this order: n8n's table shows about five columns. */
const FIRST = [
	...['isSendable', 'created', 'deleted', 'kind', 'name', 'subject', 'typeName', 'status'],
	...['nextStep', 'sendsAtLocal', 'sendsAtNote', 'sendsAt', 'toAllContacts', 'url'],
];

/** IDs and times, which matter to later nodes only. */
const isLast = (name: string): boolean => /^id$|(Id|Ids|At)$|^lastUpdated$/.test(name);

/**
 * Puts what people look for first, and IDs and times last. A contact stays as it is, since the user's own properties
 * may have any name.
 */
export function inReadingOrder(output: IDataObject): IDataObject {
	if ('found' in output) return output;
	const names = Object.keys(output);
	const others = names.filter((name) => !FIRST.includes(name));
	const ordered = [
		...FIRST.filter((name) => name in output),
		...others.filter((name) => !isLast(name)),
		...others.filter(isLast),
	];
	return Object.fromEntries(ordered.map((name) => [name, output[name]]));
}
