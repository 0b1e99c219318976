import { type ContactIds, lookUpContact } from '../../api/contacts';
import type { Caller } from '../../http/request';
import type { Reached } from '../base/operation';

/**
 * The addresses of a contact that an item changes. With a user ID, Loops may find a contact that has
 * another address than the item gives (contract: update-changes-email).
 */
export async function contactReached(
	get: Caller,
	{ email, userId }: ContactIds,
	...others: Array<string | undefined>
): Promise<Reached[]> {
	const contact = userId === undefined ? undefined : await lookUpContact(get, { userId });
	const reached: Reached[] = [email, ...others].filter(Boolean).map(String);
	if (contact) reached.push({ lookedUp: String(contact.email) });
	return reached.length > 0 ? reached : ['a contact identified only by user ID'];
}
