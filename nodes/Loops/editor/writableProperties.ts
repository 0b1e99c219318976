import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type ContactProperty,
	isPlainProperty,
	listContactProperties,
} from '../account/contactProperties';
import { callLoops } from '../http/client';
import { disambiguate } from './distinct';

/** The contact properties that users can set, in Loops' order, with unique labels. */
export async function writableProperties(
	context: ILoadOptionsFunctions,
): Promise<ContactProperty[]> {
	const { body } = await callLoops(context, listContactProperties());
	const properties = (body as ContactProperty[]).filter(({ key }) => isPlainProperty(key));
	const labels = disambiguate(properties.map(({ key, label }) => ({ name: label, value: key })));
	return properties.map((property, index) => ({ ...property, label: labels[index] }));
}
