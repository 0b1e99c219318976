import type { Body } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';

/** What an item of the run writes to an email. */
interface Written {
	index: number;
	email: string;
	content: Body;
}

/**
 * Refuses other content for an email that an earlier item of the run writes, such as a second file of the
 * same name: the last one would win, and each run would write both again.
 */
export class WrittenEmails {
	private written: Written[] = [];

	/** @throws ItemRefused if an earlier item gives one of the fields another value */
	claim(index: number, email: string, content: Body): void {
		const isOther = (other: Body) =>
			Object.keys(content).some(
				(name) => name in other && JSON.stringify(content[name]) !== JSON.stringify(other[name]),
			);
		const other = this.written.find((each) => each.email === email && isOther(each.content));
		if (other) {
			throw new ItemRefused(
				`Item ${other.index} writes other content to the same email`,
				'Only one of them can stay. Give each item an email of its own, such as one for each language',
			);
		}
		this.written.push({ index, email, content });
	}

	/** Frees the emails of an item that certainly wrote nothing to them. */
	release(index: number): void {
		this.written = this.written.filter((each) => each.index !== index);
	}
}
