import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type ContactProperty,
	isPlainProperty,
	listContactProperties,
	roleOf,
} from '../account/contactProperties';
import { callLoops } from '../http/client';
import { labeled } from './entries';

/** The contact properties that users can set: their own first, each from A to Z, with unique labels. */
export async function writableProperties(
	context: ILoadOptionsFunctions,
): Promise<ContactProperty[]> {
	const { body } = await callLoops(context, listContactProperties());
	const properties = (body as ContactProperty[]).filter(({ key }) => isPlainProperty(key));
	const entries = labeled(properties.map(({ key, label }) => ({ name: label, value: key })));
	const isBuiltIn = ({ key }: ContactProperty) => Number(roleOf(key) !== undefined);
	return properties
		.map((property, index) => ({ ...property, label: entries[index].name }))
		.sort((a, b) => isBuiltIn(a) - isBuiltIn(b) || a.label.localeCompare(b.label));
}
