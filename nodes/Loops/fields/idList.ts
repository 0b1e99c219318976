import { isBlank, trimmed } from './blank';
import type { Item } from './item';
import { isUnfilled } from './unfilled';
import { shown } from './values';

/**
 * IDs from a multi-select, or from an expression: an array of texts, or one text with commas. Each is
 * given once.
 */
export function readIdList(item: Item, label: string, value: unknown): string[] {
	if (isBlank(value)) return [];
	const given = typeof value === 'string' ? inText(value) : value;
	const ids = Array.isArray(given) ? given.filter((id) => !isUnfilled(item, id)) : given;
	if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string')) {
		throw item.invalidParameter(
			`'${label}' can't be ${shown(value)}`,
			'Choose from the list, or give IDs as an array of texts or as one text with commas',
		);
	}
	return [...new Set(ids.map((id: string) => trimmed(id)).filter((id) => id !== ''))];
}

/** An array may have become text on its way, as in n8n's variables. */
function inText(text: string): unknown {
	if (!/^[[{"]/.test(trimmed(text))) return text.split(',');
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
