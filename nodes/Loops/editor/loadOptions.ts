import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listMailingLists, type MailingList } from '../account/mailingLists';
import { type ContactProperty, listContactProperties } from '../account/contactProperties';
import { callLoops } from '../http/client';
import { disambiguate } from './distinct';
import { writableProperties } from './writableProperties';

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

export async function getMailingLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const { body } = await callLoops(this, listMailingLists);
	const lists = body as MailingList[];
	const names = disambiguate(lists.map(({ id, name }) => ({ name, value: id })));
	return lists
		.map(({ id, description }, index) => ({
			name: names[index],
			value: id,
			description: description ?? undefined,
		}))
		.sort(byName);
}

export async function getContactProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const properties = await writableProperties(this);
	return properties
		.map(({ key, label, type }) => ({ name: label, value: key, description: type }))
		.sort(byName);
}

/** All that an audience filter can ask for: also what the node does not write. */
export async function getFilterProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const { body } = await callLoops(this, listContactProperties());
	return (body as ContactProperty[])
		.map(({ key, label, type }) => ({ name: label, value: key, description: type }))
		.sort(byName);
}
