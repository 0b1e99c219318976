import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { isPlainProperty, roleOf } from '../account/propertyRoles';
import { type ContactProperty, listContactProperties } from '../api/contacts';
import { callerOf } from './caller';
import { labeled } from './entries';

/** Names first, then the account's own properties. */
const rankOf = ({ key }: ContactProperty): number => {
	const first = ['firstName', 'lastName'].indexOf(key);
	if (first !== -1) return first;
	return roleOf(key) === undefined ? 2 : 3;
};

/** The contact properties that users can set, with unique labels: names, then custom ones, then the rest. */
export async function writableProperties(
	context: ILoadOptionsFunctions,
): Promise<ContactProperty[]> {
	const all = (await callerOf(context)(listContactProperties())) as ContactProperty[];
	const properties = all.filter(({ key }) => isPlainProperty(key));
	const entries = labeled(properties.map(({ key, label }) => ({ name: label, value: key })));
	return properties
		.map((property, index) => ({ ...property, label: entries[index].name }))
		.sort((a, b) => rankOf(a) - rankOf(b) || a.label.localeCompare(b.label));
}
