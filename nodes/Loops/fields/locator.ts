import type { Item } from './item';
import { isPlainObject } from './kinds';

/** What a resource locator holds, and how it was given. */
interface Entry {
	/** `list` where it was chosen; undefined for bare text, as an AI may write it. */
	mode?: unknown;
	value: string;
}

/** The entry of a resource locator as it is written; undefined where an expression gives it. */
export function writtenEntry(item: Item, locator: string): Entry | undefined {
	const chosen = item.rawParameter<unknown>(locator, '');
	const { mode, value } = isPlainObject(chosen) ? chosen : { value: chosen };
	return typeof value === 'string' && !value.startsWith('=') ? { mode, value } : undefined;
}
