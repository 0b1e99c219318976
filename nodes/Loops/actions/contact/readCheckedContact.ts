import type { IDataObject } from 'n8n-workflow';

import { readContact, readUnknownProperties } from '../../fields/contact';
import type { OperationItem } from '../operation';

/**
 * The part of the body that the contact fields of an item make, once its names of properties were
 * looked at.
 * @throws NodeOperationError for a value that can't be sent
 */
export async function readCheckedContact(item: OperationItem): Promise<IDataObject> {
	const isStrict = readUnknownProperties(item) === 'dontSend';
	const { body, names, unconfirmed, isMapped } = await readContact(
		item,
		async (isEnough) => await item.accountProperties(isEnough),
	);
	// The account may have lost what the editor got from it.
	await item.checkProperties(isStrict ? names : unconfirmed, isStrict, isMapped);
	return body;
}
