import type { IDataObject } from 'n8n-workflow';

import { pageOf } from '../../api/content';
import { PAGE_SIZE } from '../../api/pages';
import type { Caller } from '../../http/request';
import { spellingKey } from '../../values/blank';
import { format, listed } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { transactionalEmail } from './requests';

/** A name without case: of two emails that differ only in case, either may be meant. */
export const caseInsensitive = (name: unknown): string => spellingKey(String(name)).toLowerCase();

const isCalled = (name: string) => {
	const wanted = spellingKey(name);
	return (email: IDataObject): boolean => spellingKey(String(email.name)) === wanted;
};

/**
 * The email with this name. If several have it, the oldest, provided that no other one was ever published:
 * two runs may have created them at once.
 * @throws ItemRefused if several have it otherwise, or if one has it in another case: it is probably meant
 */
export function findByName(emails: IDataObject[], name: string): IDataObject | undefined {
	const [found, ...others] = emails.filter(isCalled(name)).sort(byAge);
	const isClear = others.every((each) => each.publishedEmailMessageId === null && each.createdAt);
	if (others.length > 0 && !isClear) {
		throw new ItemRefused(
			`${others.length + 1} transactional emails are called ${format(name)}`,
			`Rename all but one in Loops, or choose one by its ID: ${listed([found, ...others].map(({ id }) => String(id)))}`,
		);
	}
	const folded = caseInsensitive(name);
	const alike = emails.find((each) => caseInsensitive(each.name) === folded);
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

/** Warns of the emails that `findByName` ignores. */
export function leftOver(emails: IDataObject[], name: string): string[] {
	const [, ...others] = emails.filter(isCalled(name)).sort(byAge);
	return others.map(
		({ id }) =>
			`Another transactional email called ${format(name)} (ID ${String(id)}) was never published. Delete or rename it in Loops`,
	);
}

const byAge = (a: IDataObject, b: IDataObject): number => {
	const [first, second] = [a, b].map(({ createdAt, id }) => `${String(createdAt)} ${String(id)}`);
	return first < second ? -1 : 1;
};

/**
 * The email that was created, and all others of its name: another run may have created one since this
 * one looked. Loops lists it first (contract: newest-first).
 */
export async function namesakes(
	created: IDataObject,
	name: string,
	get: Caller,
): Promise<IDataObject[]> {
	const { data } = await pageOf(get, transactionalEmail.path, { perPage: PAGE_SIZE.max });
	return [created, ...data.filter((each) => each.id !== created.id && isCalled(name)(each))];
}

/** The list, and the emails of `more` that it lacks. */
export const merged = (list: IDataObject[], more: IDataObject[]): IDataObject[] => {
	const ids = new Set(list.map(({ id }) => id));
	return [...list, ...more.filter(({ id }) => !ids.has(id))];
};
