import type { IDataObject } from 'n8n-workflow';

import { truncate } from '../http/sentences';
import { isBlank } from './blank';
import type { Item, Path } from './item';
import { isPlainObject, lossIn } from './kinds';
import { checkNamesInJson } from './name';
import { isUnfilled } from './unfilled';
import { shown } from './values';

/**
 * An object from a JSON field: JSON text, or the object itself where an expression gave one. Blank is
 * an empty object.
 */
export function asObject(item: Item, label: string, value: unknown, path: Path): IDataObject {
	if (isBlank(value) || isUnfilled(item, value)) return {};
	checkNamesInJson(item, label, path);
	const parsed = typeof value === 'string' ? parse(item, label, value) : value;
	if (!isPlainObject(parsed)) {
		throw item.invalidParameter(
			`'${label}' is not a JSON object: ${shown(parsed)}`,
			'Give names with values in braces, such as {"planName": "team"}',
		);
	}
	return parsed as IDataObject;
}

function parse(item: Item, label: string, text: string): unknown {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		throw item.invalidParameter(
			`'${label}' is not valid JSON: ${(error as Error).message}`,
			'Check quotes, commas and brackets, or give an object through an expression',
		);
	}
	const lost = lossIn(text);
	if (lost === undefined) return parsed;
	throw item.invalidParameter(
		`'${label}' holds a number that loses digits: ${truncate(lost)}`,
		'Give it as text, in quotes',
	);
}
