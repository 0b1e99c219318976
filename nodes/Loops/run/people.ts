import type { ContactIds } from '../api/contacts';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';

/** A contact as an item of the run wrote it. */
interface Written {
	index: number;
	email: string;
	userId: string;
}

/**
 * The contacts that the items of a run write by email and user ID. Loops finds a contact by its user ID and
 * gives it the email (contract: update-changes-email). So where people share an ID, such as the number of
 * their company, each row would rename the contact of the row before.
 */
export class People {
	private readonly byUserId = new Map<string, Written>();
	private readonly byEmail = new Map<string, Written>();
	private readonly claimed = new Map<number, Written>();

	/**
	 * Returns warnings.
	 * @throws ItemRefused if another item of the run has written the user ID with another email
	 */
	claim(index: number, { email, userId }: ContactIds): string[] {
		if (email === undefined || userId === undefined) return [];
		// Loops compares emails without case (contract: email-case).
		const written: Written = { index, email: email.toLowerCase(), userId };
		const other = this.byUserId.get(userId);
		if (other && other.email !== written.email) {
			throw new ItemRefused(
				`'User ID' ${formatName(userId)} is that of ${formatName(other.email)} in item ${other.index}: ${formatName(email)} would take its place`,
				"If several people have this ID, set 'Identify Contact By' to Email. To change the email of one person, use 'Contact > Update' with 'Change Email To'",
			);
		}
		const before = this.byEmail.get(written.email);
		this.byUserId.set(userId, written);
		this.byEmail.set(written.email, written);
		this.claimed.set(index, written);
		if (!before || before.userId === userId) return [];
		return [
			`The email ${formatName(email)} has two user IDs in this run, ${formatName(before.userId)} and ${formatName(userId)}: Loops keeps the last one`,
		];
	}

	/** Frees the user ID of an item that has certainly not been written. */
	release(index: number): void {
		const written = this.claimed.get(index);
		if (written && this.byUserId.get(written.userId) === written) {
			this.byUserId.delete(written.userId);
		}
	}
}
