import type { IDataObject } from 'n8n-workflow';

import { readContact } from '../../fields/contact';
import type { OperationItem } from '../operation';

/**
 * The part of the body that the contact fields of an item make, once its names of properties were
 * looked at.
 * @throws NodeOperationError for a value that can't be sent
 */
export async function readCheckedContact(item: OperationItem): Promise<IDataObject> {
	const { body, names } = readContact(item);
	await item.checkProperties(names, item.options.unknownProperties === 'strict');
	return body;
}
