import type { Item } from './item';
import { shown } from './values';

/** IDs from a multi-select, or from an expression: an array of texts, or one text with commas. */
export function readIdList(item: Item, label: string, value: unknown): string[] {
	const ids = typeof value === 'string' ? value.split(',') : (value ?? []);
	if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string')) {
		throw item.invalidParameter(
			`'${label}' can't be ${shown(value)}`,
			'Choose from the list, or give IDs as an array of texts or as one text with commas',
		);
	}
	return ids.map((id: string) => id.trim()).filter((id) => id !== '');
}
