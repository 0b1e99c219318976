import type { ContactIds } from '../api/contacts';
import type { Claims } from '../sends/claims';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';

/**
 * Claims the user ID of a contact for its email. Loops finds a contact by its user ID and gives it the
 * email (contract: update-changes-email). So where people share an ID, such as the number of their company,
 * each row would rename the contact of the row before. Returns warnings.
 * @throws ItemRefused if another item of the run has written the user ID with another email
 */
export function claimPerson(
	claims: Claims,
	index: number,
	{ email, userId }: ContactIds,
): string[] {
	if (email === undefined || userId === undefined) return [];
	// Loops compares emails without case (contract: email-case).
	const address = email.toLowerCase();
	const ofId = { index, key: `user ID ${userId}`, value: address };
	const ofEmail = { index, key: `email ${address}`, value: String(userId) };
	const other = claims.conflict(ofId);
	if (other) {
		throw new ItemRefused(
			`'User ID' ${formatName(userId)} already belongs to ${formatName(other.value)} in item ${other.index}: ${formatName(email)} would replace that email`,
			"If several people have this ID, set 'Identify Contact By' to 'Email'. To change the email of one person, use 'Contact > Update' with 'Change Email To'",
		);
	}
	const before = claims.conflict(ofEmail);
	claims.add(ofId);
	claims.add(ofEmail);
	return before
		? [
				`The email ${formatName(email)} has two user IDs in this run, ${formatName(before.value)} and ${formatName(userId)}: Loops keeps the last one`,
			]
		: [];
}
