import { type ContactIds, lookUpContact } from '../../api/contacts';
import type { Caller } from '../../http/request';

/**
 * The addresses of a contact that an item changes. With a user ID, Loops may find a contact that has
 * another address than the item gives (contract: update-changes-email).
 */
export async function contactReached(
	get: Caller,
	{ email, userId }: ContactIds,
	...others: Array<string | undefined>
): Promise<string[]> {
	const contact = userId === undefined ? undefined : await lookUpContact(get, { userId });
	const addresses = [email, contact?.email, ...others].filter(Boolean).map(String);
	return addresses.length > 0 ? addresses : ['a contact identified only by user ID'];
}
