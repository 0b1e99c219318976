import { isBlank, trimmed } from './blank';
import type { Item, Path } from './item';
import { checkName } from './name';
import { isUnfilled } from './unfilled';
import { shown } from './values';

/**
 * IDs from a multi-select, or from an expression: an array of texts, or one text with commas. Each is
 * given once.
 */
export function readIdList(item: Item, label: string, value: unknown, path: Path): string[] {
	const ids = idsOf(value, (id) => !isUnfilled(item, id));
	// What holds no ID at all is as if the field were left alone.
	if (ids?.length === 0) return ids;
	checkName(item, label, path, ...(ids ?? []));
	if (ids) return ids;
	throw item.invalidParameter(
		`'${label}' can't be ${shown(value)}`,
		'Choose from the list, or give IDs as an array of texts or as one text with commas',
	);
}

/** The same without an item; undefined for what isn't a list of IDs. `isMeant` drops entries. */
export function idsOf(
	value: unknown,
	isMeant: (id: unknown) => boolean = () => true,
): string[] | undefined {
	if (isBlank(value)) return [];
	const given = typeof value === 'string' ? inText(value) : value;
	if (!Array.isArray(given)) return undefined;
	const ids = given.filter(isMeant);
	if (ids.some((id) => typeof id !== 'string')) return undefined;
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
