import type { IDataObject } from 'n8n-workflow';

import type { Item } from './item';

/** Keeps items about the same contact or property in their order, while others go on beside them. */
export class SubjectOrder {
	private readonly last = new Map<string, Promise<void>>();

	/** Does `work` after that of all earlier items that are about the same. */
	async inTurn(item: Item, work: () => Promise<void>): Promise<void> {
		const keys = subjectsOf(item);
		const earlier = keys.map((key) => this.last.get(key)).filter((each) => each !== undefined);
		const done = earlier.length > 0 ? Promise.all(earlier).then(work) : work();
		for (const key of keys) this.last.set(key, done);
		await done;
		for (const key of keys) if (this.last.get(key) === done) this.last.delete(key);
	}
}

/** The emails, user IDs and properties that an item names; what can't be read is reported later. */
function subjectsOf(item: Item): string[] {
	try {
		const { userId, newEmail } = item.parameter<IDataObject>('additionalFields', {});
		const emails = [item.parameter('email', ''), newEmail];
		const userIds = [item.parameter('userId', ''), userId];
		const properties = [item.parameter('propertyName', '')];
		return [
			...emails.filter(Boolean).map((email) => `email ${String(email).trim().toLowerCase()}`),
			...userIds.filter(Boolean).map((id) => `user ID ${String(id).trim()}`),
			...properties.filter(Boolean).map((name) => `property ${String(name).trim()}`),
		];
	} catch {
		return [];
	}
}
