import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { CONTACT_FIELDS } from '../account/propertyRoles';
import { type ContactProperty, listContactProperties } from '../api/contacts';
import { callerOf } from './caller';
import { mailingListOptions, sorted } from './entries';
import { writableProperties } from './writableProperties';

export async function getMailingLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await mailingListOptions(callerOf(this));
}

const asOption = ({ key, label, type }: ContactProperty) => ({
	name: label,
	value: key,
	description: type,
});

export async function getContactProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await writableProperties(this)).map(asOption);
}

/** All that an audience filter can ask for: also what the node does not write. */
export async function getFilterProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const all = await callerOf(this)(listContactProperties());
	return sorted((all as ContactProperty[]).map(asOption));
}

/** The fields of 'Contact > Find', by the names that they have in its output. */
export async function getContactFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const custom = await callerOf(this)(listContactProperties('custom'));
	return [
		...CONTACT_FIELDS.map((name) => ({ name, value: name })),
		...(custom as ContactProperty[]).map(({ key, label }) => ({
			name: key,
			value: key,
			description: label,
		})),
	];
}
