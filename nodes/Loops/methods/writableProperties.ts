import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { type ContactProperty, listContactProperties } from '../account/contactProperties';
import { CONTROLLED } from '../fields/contactProperties';
import { loopsRequest } from '../transport/request';

/** The contact properties of the account that a user can give a value to, in the order of Loops. */
export async function writableProperties(
	context: ILoadOptionsFunctions,
): Promise<ContactProperty[]> {
	const properties = (await loopsRequest(context, listContactProperties())) as ContactProperty[];
	return properties.filter(({ key }) => !CONTROLLED.includes(key));
}
