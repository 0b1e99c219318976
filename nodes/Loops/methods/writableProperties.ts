import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type ContactProperty,
	isPlainProperty,
	listContactProperties,
} from '../account/contactProperties';
import { callLoops } from '../transport/client';

/**
 * The contact properties of the account that a user can give a value to, in the order of Loops. One
 * without a label is shown by its name.
 */
export async function writableProperties(
	context: ILoadOptionsFunctions,
): Promise<ContactProperty[]> {
	const { body } = await callLoops(context, listContactProperties());
	return (body as ContactProperty[])
		.filter(({ key }) => isPlainProperty(key))
		.map((property) => ({ ...property, label: property.label || property.key }));
}
