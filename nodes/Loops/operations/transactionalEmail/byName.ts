import type { IDataObject } from 'n8n-workflow';

import { pageOf } from '../../api/content';
import { PAGE_SIZE } from '../../api/pages';
import type { Caller } from '../../http/request';
import { canonical } from '../../values/blank';
import { format } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { transactionalEmail } from './transactionalEmail';

/** A name without case: of two emails that differ only in case, either may be meant. */
export const foldName = (name: unknown): string => canonical(String(name)).toLowerCase();

const isCalled = (name: string) => {
	const wanted = canonical(name);
	return (email: IDataObject): boolean => canonical(String(email.name)) === wanted;
};

/**
 * The email with this name.
 * @throws ItemRefused if several have it, or if one has it in another case: it is probably meant
 */
export function findByName(emails: IDataObject[], name: string): IDataObject | undefined {
	const [found, ...others] = emails.filter(isCalled(name));
	if (others.length > 0) {
		throw new ItemRefused(
			`${others.length + 1} transactional emails are called ${format(name)}`,
			'Rename all but one in Loops, or choose the email by its ID',
		);
	}
	const folded = foldName(name);
	const alike = emails.find((each) => foldName(each.name) === folded);
	if (found || !alike) return found;
	throw new ItemRefused(
		`There is already a transactional email called ${format(alike.name)}`,
		`${format(name)} differs from it in upper and lower case only. Use its exact name, or another one`,
	);
}

/** @throws ItemRefused for an email that was renamed since its name was looked up */
export function checkName(email: IDataObject, name: string): void {
	if (isCalled(name)(email)) return;
	throw new ItemRefused(
		`The transactional email ${format(name)} was renamed to ${format(email.name)}`,
		'Nothing was written. Run this item again to look the name up',
	);
}

/**
 * Another run may have created one since this one looked. Loops lists it first (contract: newest-first).
 * Adds it to `known`.
 */
export async function checkIsOnly(
	created: IDataObject,
	name: string,
	known: IDataObject[],
	read: Caller,
): Promise<void> {
	const { data } = await pageOf(read, transactionalEmail.path, { perPage: PAGE_SIZE.max });
	const others = data.filter((each) => each.id !== created.id && isCalled(name)(each));
	known.push(created, ...others);
	if (others.length === 0) return;
	throw new ItemRefused(
		`Another run created a transactional email called ${format(name)} at the same time`,
		'Rename one of them in Loops, then run this item again',
	);
}
